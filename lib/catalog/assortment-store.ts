import type { Assortment } from '../../schemas/catalog/assortment.ts'
import type { Id } from '../platform/id.ts'
import { notFound } from '../platform/problem.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, findAll, findOwner, list, type Members, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { recordContentChange } from './content-changes.ts'
import { findVariant, type StoredVariant, variants } from './variant-store.ts'

// Assortments:     T#<tenant>#assortment / <id>           listed newest first, searched by the beginning of any word of the
//                                                         name
// Their variants:  T#<tenant>#assortment-variant / <id>   listed by assortment; unique by the pair

export type StoredAssortment = Omit<Assortment, keyof Stored> & Stored

export const assortments = entity<StoredAssortment>({
  name: 'assortment',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }],
  search: ({ name }) => name,
})

interface AssortmentVariant extends Stored {
  assortmentId: Id
  variantId: Id
}

export const buildPair = (assortmentId: Id, variantId: Id) => `${assortmentId}#${variantId}`

export const assortmentVariants = entity<AssortmentVariant>({
  name: 'assortment-variant',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [{ by: ['assortmentId'], facets: [] }],
  unique: ({ assortmentId, variantId }) => ({ pair: buildPair(assortmentId, variantId) }),
})

export const findAssortment = (db: Table, tenant: Id, id: string) => find(db, assortments, tenant, id)

export const listAssortments = (db: Table, tenant: Id, page: Page, search?: string) =>
  list(db, assortments, tenant, { ...page, search })

/** Lists the variants in an assortment, last added first. */
export const listAssortmentVariants = async (
  db: Table,
  tenant: Id,
  page: Page,
  id: string,
): Promise<Members<StoredVariant>> => {
  const assortment = await findAssortment(db, tenant, id)
  if (!assortment) throw notFound()
  const by = { assortmentId: assortment.id }
  const { items, totalItems } = await list(db, assortmentVariants, tenant, { ...page, by })
  const ids = items.map(({ variantId }) => variantId)
  return { items: await findAll(db, variants, tenant, ids), totalItems }
}

const findPair = async (db: Table, unit: Unit, assortmentId: string, variantId: string) => {
  const [assortment, variant] = await Promise.all([
    findAssortment(db, unit.tenant, assortmentId),
    findVariant(db, unit.tenant, variantId),
  ])
  if (!assortment || !variant) throw notFound()
  unit.match(assortment)
  const pair = await findOwner(db, assortmentVariants, unit.tenant, 'pair', buildPair(assortment.id, variant.id))
  return { assortment, variant, pair }
}

export const addVariantToAssortment = async (db: Table, unit: Unit, assortmentId: string, variantId: string) => {
  const { assortment, variant, pair } = await findPair(db, unit, assortmentId, variantId)
  if (!pair) {
    unit.create(assortmentVariants, { assortmentId: assortment.id, variantId: variant.id }, 'stale')
    recordContentChange(unit, 'variant', variant.id)
  }
  return assortment
}

export const removeVariantFromAssortment = async (
  db: Table,
  unit: Unit,
  assortmentId: string,
  variantId: string,
): Promise<void> => {
  const { pair, variant } = await findPair(db, unit, assortmentId, variantId)
  if (!pair) return
  unit.remove(assortmentVariants, pair)
  recordContentChange(unit, 'variant', variant.id)
}
