import type { WebhookDeliveryState } from '../../../schemas/sales/channel-webhook.ts'
import type { Delivery } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { find, findOwner, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredDelivery } from './webhook-delivery.ts'

// Webhook deliveries:  T#<tenant>#channel-webhook-delivery / <id>       listed newest first by channel, and by channel and
//                                                                       topic; one for each event; oldest first by the
//                                                                       channel that it waits for, and by what it repeats
// what came:           T#<tenant>#channel-webhook-body / <delivery>     sealedBody or storagePath, headers, expiresAt

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

/** Deliveries that wait for the channel to resume, oldest first, from a place on. */
export const heldDeliveries = (db: Table, tenant: Id, channelId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, webhookDeliveries, tenant, { by: { heldFor: channelId }, after, limit })

/** Deliveries that repeat another one, oldest first, from a place on. */
export const repeatsOfDelivery = (db: Table, tenant: Id, deliveryId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, webhookDeliveries, tenant, { by: { repeats: deliveryId }, after, limit })

export const pageOfDeliveries = (db: Table, tenant: Id, channelId: Id, page: Page, { topic, status }: Filters) =>
  list(db, webhookDeliveries, tenant, {
    ...page,
    by: { channelId, ...(topic !== undefined && { topic }) },
    facets: { status },
  })

const KEPT_SECONDS = 30 * 24 * 3600
/** What is larger goes to object storage. */
const MAX_TABLE_BYTES = 100 * 1024

const bodyKey = (tenant: Id, id: Id): Key => ({ pk: partition(tenant, 'channel-webhook-body'), sk: id })
const buildSealContext = (tenant: Id, channelId: Id) => ({ tenant, subject: channelId, purpose: 'webhook-body' })
const buildFilePath = (tenant: Id, id: Id) => `hooks/${tenant}/${id}`

const OF_A_PLATFORM = /^(?:x-)?(?:wc|shopify|simulator)-/

/** What whoever reads the body again needs beside it, and no signature. */
const keepHeaders = (headers: Delivery['headers']) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value = '']) => OF_A_PLATFORM.test(name) && !/signature|hmac/.test(name) && value.length <= 512,
    ),
  )

/** Keeps what came for thirty days, with the delivery's own transaction. */
export const keepBody = async (
  { vault, files }: Pick<App, 'vault' | 'files'>,
  unit: Unit,
  { id, channelId }: Pick<StoredDelivery, 'id' | 'channelId'>,
  { headers, raw }: Delivery,
): Promise<void> => {
  const isLarge = raw.length > MAX_TABLE_BYTES
  const storagePath = buildFilePath(unit.tenant, id)
  if (isLarge) await files.put(storagePath, raw, 'application/octet-stream')
  const body = isLarge
    ? { storagePath }
    : { sealedBody: await vault.seal(raw.toString('base64'), buildSealContext(unit.tenant, channelId)) }
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + KEPT_SECONDS
  const item = {
    ...bodyKey(unit.tenant, id),
    kind: 'channel-webhook-body',
    headers: keepHeaders(headers),
    expiresAt,
    ...body,
  }
  unit.add({ put: item })
}

/** What came, as long as it is kept. */
export const findBody = async (
  { db, vault, files }: Pick<App, 'db' | 'vault' | 'files'>,
  tenant: Id,
  { id, channelId }: Pick<StoredDelivery, 'id' | 'channelId'>,
  now: Date,
): Promise<Delivery | undefined> => {
  const item = await db.get(bodyKey(tenant, id))
  if (!item || (item.expiresAt as number) <= now.getTime() / 1000) return undefined
  const headers = item.headers as Delivery['headers']
  if (item.storagePath) return { headers, raw: await files.get(item.storagePath as string) }
  const text = await vault.open(item.sealedBody as string, buildSealContext(tenant, channelId))
  return { headers, raw: Buffer.from(text, 'base64') }
}
