import { hash } from 'node:crypto'
import type { Content } from '../../catalog/content.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Action, Item, Key, Table, Update } from '../../platform/store/table/table.ts'
import type { ExternalVariant, Shop } from '../connector.ts'
import type { ShopFulfilment } from '../fulfilments/fulfilment.ts'
import type { ShownNote } from '../fulfilments/write-note.ts'
import type { LevelToPush } from '../stock/level-to-push.ts'
import type { RemoteWebhook } from '../webhooks/shop-webhooks.ts'

// State of simulated shops, by seed:  T#<tenant>#simulated-store?seed=<digest of the seed>
//   opening#<index>      changes of an initial variant
//   added#<external id>  a variant that was pushed
//   sku#<digest>         the variant that has a SKU, if the variant itself has it too
//   product#<digest>     the name of a product
//   webhook#<id>         a webhook
//   fulfilment#<digest of the order's id>#<id>   a fulfilment
//   note#<digest of the order's id>#<id>         a note

export interface Stock {
  quantity: number
  backorders: LevelToPush['backorders']
}

/** The stored part of a variant; only the changes of an initial variant are stored. */
export interface KeptVariant extends Partial<ExternalVariant> {
  sku?: string
  content?: Content
  stock?: Stock
  /** True if the variant was deleted. */
  isGone?: boolean
}

/** The partition of one simulated shop. */
export interface ShopState {
  db: Table
  pk: string
}

export const openShopState = ({ kept }: Pick<Shop, 'kept'>, seed: string): ShopState => {
  if (!kept) throw new Error('a simulated shop needs a table')
  return { db: kept.db, pk: partition(kept.tenant, `simulated-store?seed=${hash('sha256', seed, 'hex')}`) }
}

const OPENING_ID = /^variant-(\d{1,9})$/

/** Returns the index of an initial variant; undefined for one that was pushed. */
export const parseInitialIndex = (externalVariantId: string): number | undefined => {
  const [, index] = OPENING_ID.exec(externalVariantId) ?? []
  return index === undefined ? undefined : Number(index)
}

const variantKey = ({ pk }: ShopState, id: string): Key => {
  const index = parseInitialIndex(id)
  return { pk, sk: index === undefined ? `added#${id}` : `opening#${String(index).padStart(9, '0')}` }
}

const variantId = ({ sk }: Key) =>
  sk.startsWith('added#') ? sk.slice('added#'.length) : `variant-${Number(sk.slice('opening#'.length))}`

const skuKey = ({ pk }: ShopState, sku: string): Key => ({ pk, sk: `sku#${hash('sha256', foldSku(sku), 'hex')}` })
const productKey = ({ pk }: ShopState, id: string): Key => ({ pk, sk: `product#${hash('sha256', id, 'hex')}` })
const webhookKey = ({ pk }: ShopState, id: string): Key => ({ pk, sk: `webhook#${id}` })

const readAll = async <T extends object = object>(
  { db }: ShopState,
  keys: readonly Key[],
): Promise<Map<string, Item & T>> => {
  const wanted = [...new Map(keys.map((key) => [key.sk, key])).values()]
  const items = wanted.length ? await db.batchGet<T>(wanted) : []
  return new Map(items.map((item) => [item.sk, item]))
}

/** Returns the stored parts of variants by external id. */
export const readVariants = async (state: ShopState, ids: readonly string[]): Promise<Map<string, KeptVariant>> => {
  const items = await readAll<KeptVariant>(
    state,
    ids.map((id) => variantKey(state, id)),
  )
  return new Map([...items.values()].map((item) => [variantId(item), item]))
}

/** Returns pushed variants, sorted by external id. */
export const readAdded = async (
  { db, pk }: ShopState,
  after: string,
  limit: number,
): Promise<[string, KeptVariant][]> => {
  const items = await db.query<KeptVariant>({ pk, from: `added#${after}\u0000`, to: 'added#\u{10ffff}', limit })
  return items.map((item) => [variantId(item), item])
}

/** Returns the ids of the variants that had these SKUs last, by SKU as it is given. */
export const readSkus = async (state: ShopState, skus: readonly string[]): Promise<Map<string, string>> => {
  const items = await readAll(
    state,
    skus.map((sku) => skuKey(state, sku)),
  )
  return new Map(
    skus.flatMap((sku) => {
      const item = items.get(skuKey(state, sku).sk)
      return item ? [[sku, String(item.externalVariantId)] as const] : []
    }),
  )
}

/** Returns the stored names of products by external id. */
export const readProducts = async (state: ShopState, ids: readonly string[]): Promise<Map<string, string>> => {
  const items = await readAll(
    state,
    ids.map((id) => productKey(state, id)),
  )
  return new Map(
    ids.flatMap((id) => {
      const item = items.get(productKey(state, id).sk)
      return item ? [[id, String(item.name)] as const] : []
    }),
  )
}

export const writeProduct = async (state: ShopState, id: string, name: string): Promise<void> => {
  await state.db.put({ put: { ...productKey(state, id), kind: 'simulated-product', name } })
}

const change = (state: ShopState, id: string, { isGone = false, ...fields }: KeptVariant): Update => {
  const values = Object.entries({ ...fields, kind: 'simulated-variant', isGone })
  return {
    update: variantKey(state, id),
    set: `SET ${values.map(([name]) => `#${name} = :${name}`).join(', ')}${isGone ? ' REMOVE #stock' : ''}`,
    values: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
  }
}

/** Updates these fields of a variant, without a condition. */
export const writeVariant = async (state: ShopState, id: string, fields: KeptVariant): Promise<void> => {
  await state.db.update(change(state, id, fields))
}

/** Updates a variant and assigns it a SKU. Returns false if another variant got the SKU since `holderBefore` was read. */
export const writeWithSku = async (
  state: ShopState,
  id: string,
  fields: KeptVariant & { sku: string },
  holderBefore: string | undefined,
): Promise<boolean> => {
  const claim: Action = {
    put: { ...skuKey(state, fields.sku), kind: 'simulated-sku', externalVariantId: id },
    ...(holderBefore === undefined
      ? { when: 'attribute_not_exists(pk)' }
      : { when: '#externalVariantId = :before', values: { ':before': holderBefore } }),
  }
  return (await state.db.transact([claim, change(state, id, fields)])).committed
}

/** Sets the stock of a variant. Returns false if the variant was deleted, or if its stock is not `before` any more. */
export const writeStock = async (
  state: ShopState,
  id: string,
  stock: Stock,
  before: Stock | null,
): Promise<boolean> => {
  const isSame = before ? '#stock = :before' : 'attribute_not_exists(#stock)'
  const { ok } = await state.db.update({
    update: variantKey(state, id),
    set: 'SET #stock = :stock, #kind = :kind',
    when: `(attribute_not_exists(#isGone) OR #isGone = :no) AND ${isSame}`,
    values: {
      ...{ ':stock': stock, ':kind': 'simulated-variant', ':no': false },
      ...(before && { ':before': before }),
    },
  })
  return ok
}

export const readWebhooks = async ({ db, pk }: ShopState): Promise<RemoteWebhook[]> => {
  const items = await db.query<RemoteWebhook>({ pk, prefix: 'webhook#' })
  return items.map(({ externalId, topic, url, isActive }) => ({ externalId, topic, url, isActive }))
}

export const writeWebhook = async (state: ShopState, webhook: RemoteWebhook): Promise<void> => {
  await state.db.put({ put: { ...webhookKey(state, webhook.externalId), kind: 'simulated-webhook', ...webhook } })
}

export const activateWebhook = async (state: ShopState, externalId: string): Promise<void> => {
  const isThere = { when: 'attribute_exists(pk)', values: { ':yes': true } }
  await state.db.update({ update: webhookKey(state, externalId), set: 'SET #isActive = :yes', ...isThere })
}

export const deleteWebhook = async (state: ShopState, externalId: string): Promise<void> => {
  await state.db.transact([{ delete: webhookKey(state, externalId) }])
}

const fulfilmentPrefix = (orderId: string) => `fulfilment#${hash('sha256', orderId, 'hex')}#`

export const readFulfilments = async ({ db, pk }: ShopState, orderId: string): Promise<ShopFulfilment[]> => {
  const items = await db.query<ShopFulfilment>({ pk, prefix: fulfilmentPrefix(orderId) })
  return items.map(({ externalId, mark, carrier, trackingNumber, trackingUrl, lines }) => ({
    ...{ externalId, mark, carrier, trackingNumber, trackingUrl, lines },
  }))
}

/** Adds a fulfilment, or replaces the one with its id. */
export const writeFulfilment = async (
  { db, pk }: ShopState,
  orderId: string,
  fulfilment: ShopFulfilment,
): Promise<void> => {
  const sk = `${fulfilmentPrefix(orderId)}${fulfilment.externalId}`
  await db.put({ put: { pk, sk, kind: 'simulated-fulfilment', orderId, ...fulfilment } })
}

export const deleteFulfilment = async ({ db, pk }: ShopState, orderId: string, externalId: string): Promise<void> => {
  await db.transact([{ delete: { pk, sk: `${fulfilmentPrefix(orderId)}${externalId}` } }])
}

const notePrefix = (orderId: string) => `note#${hash('sha256', orderId, 'hex')}#`

export const readNotes = async ({ db, pk }: ShopState, orderId: string): Promise<ShownNote[]> => {
  const items = await db.query<ShownNote>({ pk, prefix: notePrefix(orderId) })
  return items.map(({ externalId, text }) => ({ externalId, text }))
}

/** Adds a note, or replaces the one with its id. */
export const writeNoteItem = async ({ db, pk }: ShopState, orderId: string, note: ShownNote): Promise<void> => {
  await db.put({
    put: { pk, sk: `${notePrefix(orderId)}${note.externalId}`, kind: 'simulated-note', orderId, ...note },
  })
}
