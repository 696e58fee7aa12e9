import type { Id } from '../platform/id.ts'
import { listPartition, partition } from '../platform/store/entities/entity.ts'
import { findAll, findOwnersOfValues } from '../platform/store/lists/list.ts'
import type { Item, Table } from '../platform/store/table/table.ts'
import { assortmentVariants, buildPair } from './assortment-store.ts'
import { products, type StoredProduct } from './product-store.ts'
import { type StoredVariant, variants } from './variant-store.ts'

export interface VariantOfProduct {
  variant: StoredVariant
  product: StoredProduct
}

/** Products by id; those that are not there are left out. */
export const findProducts = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<Map<Id, StoredProduct>> =>
  new Map((await findAll(db, products, tenant, [...new Set(ids)])).map((product) => [product.id, product]))

/** Variants with their products, by id; those that are not there are left out. */
export const findVariants = async (
  db: Table,
  tenant: Id,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, VariantOfProduct>> => {
  const found = await findAll(db, variants, tenant, ids)
  const byId = await findProducts(
    db,
    tenant,
    found.map(({ productId }) => productId),
  )
  return new Map(
    found.flatMap((variant) => {
      const product = byId.get(variant.productId)
      return product ? [[variant.id, { variant, product }] as const] : []
    }),
  )
}

/** Which of these variants an assortment has. */
export const filterByAssortment = async (
  db: Table,
  tenant: Id,
  assortmentId: Id,
  ids: readonly Id[],
): Promise<ReadonlySet<Id>> => {
  const pairs = ids.map((id) => buildPair(assortmentId, id))
  const owners = await findOwnersOfValues(db, assortmentVariants, tenant, 'pair', pairs)
  return new Set(ids.filter((id) => owners.has(buildPair(assortmentId, id))))
}

interface Part {
  ids: Id[]
  /** Where the next part begins; null where there is none. */
  place: string | null
}

const readPart = async (rows: Promise<Item[]>, most: number, idOf: (row: Item) => Id): Promise<Part> => {
  const found = await rows
  return { ids: found.map(idOf), place: found.length < most ? null : (found.at(-1)?.sk ?? null) }
}

/** Ids of all variants, of those of a product, or of an assortment, oldest first, from a place on. */
export const listVariantIds = async (
  db: Table,
  tenant: Id,
  { productId, assortmentId }: { productId?: Id | undefined; assortmentId?: Id | undefined },
  after: string,
  most: number,
): Promise<Part> => {
  const range = { from: `${after}\u0000`, limit: most }
  const own = ({ sk }: Item) => sk
  if (productId) {
    const pk = listPartition(tenant, variants.name, { productId })
    return await readPart(db.query({ pk, ...range }), most, own)
  }
  if (!assortmentId)
    return await readPart(db.query({ pk: partition(tenant, variants.name), ...range, only: [] }), most, own)
  const pk = listPartition(tenant, assortmentVariants.name, { assortmentId })
  const { ids, place } = await readPart(db.query({ pk, ...range }), most, own)
  const pairs = await findAll(db, assortmentVariants, tenant, ids)
  return { ids: pairs.map(({ variantId }) => variantId), place }
}
