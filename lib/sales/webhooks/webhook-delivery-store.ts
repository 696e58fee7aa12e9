import type { WebhookDeliveryState } from '../../../schemas/sales/channel-webhook.ts'
import type { Delivery, ShopWebhooks } from '../../connectors/webhooks/shop-webhooks.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { find, findOwner, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredDelivery } from './webhook-delivery.ts'

// Webhook deliveries:  T#<tenant>#channel-webhook-delivery / <id>       listed newest first by channel, and by channel and
//                                                                       topic; unique by event; oldest first by the
//                                                                       channel it waits for, and by the delivery it repeats
// Their bodies:        T#<tenant>#channel-webhook-body / <delivery>     sealedBody or storagePath, headers, expiresAt

export const webhookDeliveries = entity<StoredDelivery>({
  name: 'channel-webhook-delivery',
  shape: 1,
  lists: [
    { by: ['channelId'], facets: ['status'] },
    { by: ['channelId', 'topic'], facets: ['status'] },
    { by: ['heldFor'], facets: [], uncounted: true },
    { by: ['repeats'], facets: [], uncounted: true },
  ],
  unique: ({ eventKey }) => ({ event: eventKey }),
})

export const findDelivery = (db: Table, tenant: Id, id: string) => find(db, webhookDeliveries, tenant, id)

export const findDeliveryOfEvent = (db: Table, tenant: Id, eventKey: string) =>
  findOwner(db, webhookDeliveries, tenant, 'event', eventKey)

interface Filters {
  topic?: string | undefined
  status?: WebhookDeliveryState | undefined
}

/** Lists deliveries that wait for the channel to resume, oldest first, after a cursor. */
export const listWaitingDeliveries = (db: Table, tenant: Id, channelId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, webhookDeliveries, tenant, { by: { heldFor: channelId }, after, limit })

/** Lists deliveries that repeat another one, oldest first, after a cursor. */
export const listRepeats = (db: Table, tenant: Id, deliveryId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, webhookDeliveries, tenant, { by: { repeats: deliveryId }, after, limit })

export const listDeliveries = (db: Table, tenant: Id, channelId: Id, page: Page, { topic, status }: Filters) =>
  list(db, webhookDeliveries, tenant, {
    ...page,
    by: { channelId, ...(topic !== undefined && { topic }) },
    facets: { status },
  })

const BODY_TTL_SECONDS = 30 * 24 * 3600
/** Larger bodies are stored in object storage. */
const MAX_TABLE_BYTES = 100 * 1024

const bodyKey = (tenant: Id, id: Id): Key => ({ pk: partition(tenant, 'channel-webhook-body'), sk: id })
const buildSealContext = (tenant: Id, channelId: Id) => ({ tenant, subject: channelId, purpose: 'webhook-body' })
const buildFilePath = (tenant: Id, id: Id) => `hooks/${tenant}/${id}`

/** Picks the headers that the body is read with later, without signatures. */
const pickPlatformHeaders = (headers: Delivery['headers'], prefixes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value = '']) =>
        prefixes.some((prefix) => name.startsWith(prefix)) && !/signature|hmac/.test(name) && value.length <= 512,
    ),
  )

/** Stores the body for thirty days, in the transaction that stores the delivery. */
export const storeBody = async (
  { vault, files }: Pick<App, 'vault' | 'files'>,
  unit: Unit,
  { id, channelId }: Pick<StoredDelivery, 'id' | 'channelId'>,
  { headers, raw }: Delivery,
  { headerPrefixes }: Pick<ShopWebhooks, 'headerPrefixes'>,
): Promise<void> => {
  const isLarge = raw.length > MAX_TABLE_BYTES
  const storagePath = buildFilePath(unit.tenant, id)
  if (isLarge) await files.put(storagePath, raw, 'application/octet-stream')
  const body = isLarge
    ? { storagePath }
    : { sealedBody: await vault.seal(raw.toString('base64'), buildSealContext(unit.tenant, channelId)) }
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + BODY_TTL_SECONDS
  const item = {
    ...bodyKey(unit.tenant, id),
    kind: 'channel-webhook-body',
    headers: pickPlatformHeaders(headers, headerPrefixes),
    expiresAt,
    ...body,
  }
  unit.add({ put: item })
}

/** Finds the body of a delivery; returns undefined if it has expired. */
export const findBody = async (
  { db, vault, files }: Pick<App, 'db' | 'vault' | 'files'>,
  tenant: Id,
  { id, channelId }: Pick<StoredDelivery, 'id' | 'channelId'>,
  now: Date,
): Promise<Delivery | undefined> => {
  const item = await db.get<{
    expiresAt: number
    headers: Delivery['headers']
    storagePath: string
    sealedBody: string
  }>(bodyKey(tenant, id))
  if (!item || item.expiresAt <= now.getTime() / 1000) return undefined
  const headers = item.headers
  if (item.storagePath) return { headers, raw: await files.get(item.storagePath) }
  const text = await vault.open(item.sealedBody, buildSealContext(tenant, channelId))
  return { headers, raw: Buffer.from(text, 'base64') }
}
