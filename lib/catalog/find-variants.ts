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

/** Finds products by id, leaving out those that do not exist. */
export const findProducts = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<Map<Id, StoredProduct>> =>
  new Map((await findAll(db, products, tenant, [...new Set(ids)])).map((product) => [product.id, product]))

/** Finds variants with their products by id, leaving out those that do not exist. */
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

/** Returns those of the variants that are in an assortment. */
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

interface Chunk {
  ids: Id[]
  /** Cursor of the next chunk; null after the last. */
  cursor: string | null
}

const readChunk = async (rows: Promise<Item[]>, limit: number, toId: (row: Item) => Id): Promise<Chunk> => {
  const found = await rows
  return { ids: found.map(toId), cursor: found.length < limit ? null : (found.at(-1)?.sk ?? null) }
}

/** Lists ids of all variants, or of those of a product or an assortment, oldest first, after a cursor. */
export const listVariantIds = async (
  db: Table,
  tenant: Id,
  { productId, assortmentId }: { productId?: Id | undefined; assortmentId?: Id | undefined },
  after: string,
  limit: number,
): Promise<Chunk> => {
  const range = { from: `${after}\u0000`, limit }
  const toOwnId = ({ sk }: Item) => sk
  if (productId) {
    const pk = listPartition(tenant, variants.name, { productId })
    return await readChunk(db.query({ pk, ...range }), limit, toOwnId)
  }
  if (!assortmentId)
    return await readChunk(db.query({ pk: partition(tenant, variants.name), ...range, only: [] }), limit, toOwnId)
  const pk = listPartition(tenant, assortmentVariants.name, { assortmentId })
  const { ids, cursor } = await readChunk(db.query({ pk, ...range }), limit, toOwnId)
  const pairs = await findAll(db, assortmentVariants, tenant, ids)
  return { ids: pairs.map(({ variantId }) => variantId), cursor }
}
