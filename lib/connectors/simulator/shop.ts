import { hash } from 'node:crypto'
import type { Content } from '../../catalog/content.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Action, Item, Key, Table, Update } from '../../platform/store/table/table.ts'
import type { ExternalVariant, LevelToPush, RemoteWebhook, Store } from '../connector.ts'

// What the simulated stores of a tenant were told, by seed:  T#<tenant>#simulated-store?seed=<digest of the seed>
//   opening#<place>      a variant that the store sells from the beginning, where it was changed
//   added#<external id>  a variant that came by a push
//   sku#<digest>         the variant that has a SKU, for as long as the variant itself says so
//   product#<digest>     the name of a product
//   webhook#<id>         a webhook

export interface Stock {
  quantity: number
  backorders: LevelToPush['backorders']
}

/** The stored part of a variant; of one that was there from the beginning, only the changes are stored. */
export interface KeptVariant extends Partial<ExternalVariant> {
  sku?: string
  content?: Content
  stock?: Stock
  /** Whether it was deleted from the store. */
  isGone?: boolean
}

/** One simulated store, the same for every process. */
export interface Shop {
  db: Table
  pk: string
}

export const openShop = ({ kept }: Pick<Store, 'kept'>, seed: string): Shop => {
  if (!kept) throw new Error('the simulated store has no place to keep what it is told')
  return { db: kept.db, pk: partition(kept.tenant, `simulated-store?seed=${hash('sha256', seed, 'hex')}`) }
}

const OPENING_ID = /^variant-(\d{1,9})$/

/** The place of a variant among those that a store sells from the beginning; undefined for one that was added. */
export const openingPlace = (externalVariantId: string): number | undefined => {
  const [, place] = OPENING_ID.exec(externalVariantId) ?? []
  return place === undefined ? undefined : Number(place)
}

const variantKey = ({ pk }: Shop, id: string): Key => {
  const place = openingPlace(id)
  return { pk, sk: place === undefined ? `added#${id}` : `opening#${String(place).padStart(9, '0')}` }
}

const variantId = ({ sk }: Key) =>
  sk.startsWith('added#') ? sk.slice('added#'.length) : `variant-${Number(sk.slice('opening#'.length))}`

const skuKey = ({ pk }: Shop, sku: string): Key => ({ pk, sk: `sku#${hash('sha256', sku, 'hex')}` })
const productKey = ({ pk }: Shop, id: string): Key => ({ pk, sk: `product#${hash('sha256', id, 'hex')}` })
const webhookKey = ({ pk }: Shop, id: string): Key => ({ pk, sk: `webhook#${id}` })

const readAll = async ({ db }: Shop, keys: readonly Key[]): Promise<Map<string, Item>> => {
  const wanted = [...new Map(keys.map((key) => [key.sk, key])).values()]
  const items = wanted.length ? await db.batchGet(wanted) : []
  return new Map(items.map((item) => [item.sk, item]))
}

/** Reads the stored parts of these variants, by external id. */
export const readVariants = async (shop: Shop, ids: readonly string[]): Promise<Map<string, KeptVariant>> => {
  const items = await readAll(
    shop,
    ids.map((id) => variantKey(shop, id)),
  )
  return new Map([...items.values()].map((item) => [variantId(item), item as KeptVariant]))
}

/** Variants that were added, by external id, in the order of these. */
export const readAdded = async ({ db, pk }: Shop, after: string, limit: number): Promise<[string, KeptVariant][]> => {
  const items = await db.query({ pk, from: `added#${after}\u0000`, to: 'added#\u{10ffff}', limit })
  return items.map((item) => [variantId(item), item as KeptVariant])
}

/** The variants that have had these SKUs last, by SKU. */
export const readSkus = async (shop: Shop, skus: readonly string[]): Promise<Map<string, string>> => {
  const items = await readAll(
    shop,
    skus.map((sku) => skuKey(shop, sku)),
  )
  return new Map(
    skus.flatMap((sku) => {
      const item = items.get(skuKey(shop, sku).sk)
      return item ? [[sku, item.externalVariantId as string] as const] : []
    }),
  )
}

/** Names that products were given, by external id. */
export const readProducts = async (shop: Shop, ids: readonly string[]): Promise<Map<string, string>> => {
  const items = await readAll(
    shop,
    ids.map((id) => productKey(shop, id)),
  )
  return new Map(
    ids.flatMap((id) => {
      const item = items.get(productKey(shop, id).sk)
      return item ? [[id, item.name as string] as const] : []
    }),
  )
}

export const writeProduct = async (shop: Shop, id: string, name: string): Promise<void> => {
  await shop.db.put({ put: { ...productKey(shop, id), kind: 'simulated-product', name } })
}

const change = (shop: Shop, id: string, { isGone = false, ...fields }: KeptVariant): Update => {
  const values = Object.entries({ ...fields, kind: 'simulated-variant', isGone })
  return {
    update: variantKey(shop, id),
    set: `SET ${values.map(([name]) => `#${name} = :${name}`).join(', ')}${isGone ? ' REMOVE #stock' : ''}`,
    values: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
  }
}

/** Changes what is kept of a variant, whatever others change of it meanwhile. */
export const writeVariant = async (shop: Shop, id: string, fields: KeptVariant): Promise<void> => {
  await shop.db.update(change(shop, id, fields))
}

/** Changes a variant that takes a SKU, unless another took it since it was looked up; says whether it did. */
export const writeWithSku = async (
  shop: Shop,
  id: string,
  fields: KeptVariant & { sku: string },
  holderBefore: string | undefined,
): Promise<boolean> => {
  const claim: Action = {
    put: { ...skuKey(shop, fields.sku), kind: 'simulated-sku', externalVariantId: id },
    ...(holderBefore === undefined
      ? { when: 'attribute_not_exists(pk)' }
      : { when: '#externalVariantId = :before', values: { ':before': holderBefore } }),
  }
  return (await shop.db.transact([claim, change(shop, id, fields)])).committed
}

/** Sets the stock of a variant that is sold; says whether it was. */
export const writeStock = async (shop: Shop, id: string, stock: Stock): Promise<boolean> => {
  const { ok } = await shop.db.update({
    update: variantKey(shop, id),
    set: 'SET #stock = :stock, #kind = :kind',
    when: 'attribute_not_exists(#isGone) OR #isGone = :no',
    values: { ':stock': stock, ':kind': 'simulated-variant', ':no': false },
  })
  return ok
}

export const readWebhooks = async ({ db, pk }: Shop): Promise<RemoteWebhook[]> => {
  const items = await db.query({ pk, prefix: 'webhook#' })
  return items.map(({ externalId, topic, url, isActive }) => ({ externalId, topic, url, isActive }) as RemoteWebhook)
}

export const writeWebhook = async (shop: Shop, webhook: RemoteWebhook): Promise<void> => {
  await shop.db.put({ put: { ...webhookKey(shop, webhook.externalId), kind: 'simulated-webhook', ...webhook } })
}

export const activateWebhook = async (shop: Shop, externalId: string): Promise<void> => {
  const isThere = { when: 'attribute_exists(pk)', values: { ':yes': true } }
  await shop.db.update({ update: webhookKey(shop, externalId), set: 'SET #isActive = :yes', ...isThere })
}

export const deleteWebhook = async (shop: Shop, externalId: string): Promise<void> => {
  await shop.db.transact([{ delete: webhookKey(shop, externalId) }])
}
