import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from './order.ts'
import { buildExternalKey } from './order-store.ts'

// First payload of an order:   `payload` of the item that keeps its external id unique, if it is small
// Later and large payloads:    T#<tenant>#order-payload?channelId=<channel> / <digest of the external id>
//                              gzipped JSON in the item, or in a file if it is large; the latest one received.
//                              Files that were replaced are erased

export interface Payload {
  externalOrderId: string
  inboundMessageId: Id
  platform: string
  receivedAt: string
  json: string
}

const MAX_ITEM_BYTES = 32 * 1024
/** Looking up external ids then reads no more capacity units than without the payloads. */
const MAX_CARRIED_BYTES = 3 * 1024

const pack = promisify(gzip)
const unpack = promisify(gunzip)

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

const payloadKey = (tenant: Id, channelId: Id, externalOrderId: string): Key => ({
  pk: partition(tenant, `order-payload?channelId=${channelId}`),
  sk: hashText(externalOrderId),
})

type Packed = { file: string } | { file?: undefined; packed: Uint8Array }
type StoredPayload = Omit<Payload, 'json'> & Packed

/**
 * Packs a payload. A large one goes to a file at once, which is harmless if the transaction fails. Each revision of an order
 * has files of its own, so that none is used again once it was replaced.
 */
const packPayload = async (
  { files }: Pick<App, 'files'>,
  { tenant, isDryRun }: Pick<Unit, 'tenant' | 'isDryRun'>,
  channelId: Id,
  { json, ...rest }: Payload,
  rev: number,
): Promise<StoredPayload> => {
  const packed = await pack(json)
  if (packed.length <= MAX_ITEM_BYTES) return { ...rest, packed }
  const { sk } = payloadKey(tenant, channelId, rest.externalOrderId)
  const file = `order-payloads/${tenant}/${channelId}/${sk}/${rev}-${hashText(json)}.json.gz`
  if (!isDryRun) await files.put(file, packed, 'application/gzip')
  return { ...rest, file }
}

/** A payload to write with its order: carried by the item of the external id, or in an item of its own. */
export type NewPayload = { file: string | null } & (
  | { carried: StoredPayload; item?: undefined }
  | { carried?: undefined; item: Item }
  | { carried?: undefined; item?: undefined }
)

export const NO_PAYLOAD: NewPayload = { file: null }

/**
 * Prepares the payload of an order, which is stored as `before`. Only the first one can be carried, since only creating the
 * order writes its unique item.
 */
export const preparePayload = async (
  app: Pick<App, 'files'>,
  unit: Pick<Unit, 'tenant' | 'isDryRun'>,
  channelId: Id,
  payload: Payload,
  before: StoredOrder | undefined,
): Promise<NewPayload> => {
  const stored = await packPayload(app, unit, channelId, payload, before?.rev ?? 0)
  if (!before && !stored.file && 'packed' in stored && stored.packed.length <= MAX_CARRIED_BYTES)
    return { file: null, carried: stored }
  const item = { ...payloadKey(unit.tenant, channelId, payload.externalOrderId), kind: 'order-payload', ...stored }
  return { file: stored.file ?? null, item }
}

const findFile = async (db: Table, tenant: Id, channelId: Id, externalOrderId: string) =>
  (await db.get<StoredPayload>(payloadKey(tenant, channelId, externalOrderId)))?.file

/** Longer than a worker that has read where the payload is still needs to read it. */
const ERASE_AFTER_MS = 15 * 60_000

/** Schedules that the file of the payload that is stored is erased, if it has one. */
export const schedulePayloadErasure = (unit: Unit, before: StoredOrder): void => {
  const { channelId, externalOrderId, payloadFile: file } = before
  const later = new Date(unit.now.getTime() + ERASE_AFTER_MS)
  if (file) unit.schedule('sales.payload.erase', { tenant: unit.tenant, channelId, externalOrderId, file }, later)
}

/** Erases the file of a payload that was replaced. */
export const erasePayloadFile = async (
  { db, files }: Pick<App, 'db' | 'files'>,
  { tenant, channelId, externalOrderId, file }: TaskData['sales.payload.erase'],
): Promise<void> => {
  if ((await findFile(db, tenant, channelId, externalOrderId)) !== file) await files.delete(file)
}

const openPayload = async ({ files }: Pick<App, 'files'>, item: StoredPayload): Promise<Payload> => {
  const { externalOrderId, inboundMessageId, platform, receivedAt } = item
  const bytes = item.file === undefined ? item.packed : await files.get(item.file)
  const json = (await unpack(bytes)).toString()
  return { externalOrderId, inboundMessageId, platform, receivedAt, json }
}

/** What tells where the payloads of an order are. */
type PlacedOrder = Pick<StoredOrder, 'channelId' | 'shopId' | 'externalOrderId'>

/** Finds the latest payload of each order of a channel, by external id. */
export const findPayloads = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  orders: readonly PlacedOrder[],
): Promise<Map<string, Payload>> => {
  const [carriers, items] = await Promise.all([
    app.db.batchGet<{ payload?: StoredPayload }>(
      orders.map(({ shopId, externalOrderId }) => buildExternalKey(tenant, shopId, externalOrderId)),
    ),
    app.db.batchGet<StoredPayload>(
      orders.map(({ channelId, externalOrderId }) => payloadKey(tenant, channelId, externalOrderId)),
    ),
  ])
  const latest = new Map<string, StoredPayload>()
  // A payload of its own is later than the carried one.
  for (const stored of [...carriers.flatMap(({ payload }) => payload ?? []), ...items])
    latest.set(stored.externalOrderId, stored)
  const payloads = await Promise.all([...latest.values()].map((stored) => openPayload(app, stored)))
  return new Map(payloads.map((payload) => [payload.externalOrderId, payload]))
}

export const findPayload = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  order: PlacedOrder,
): Promise<Payload | undefined> => (await findPayloads(app, tenant, [order])).get(order.externalOrderId)

/** Erases the payloads of an order, wherever they are. */
export const erasePayload = (unit: Unit, before: StoredOrder): void => {
  const { shopId, channelId, externalOrderId, payloadFile: file } = before
  unit.add({ update: buildExternalKey(unit.tenant, shopId, externalOrderId), set: 'REMOVE #payload' })
  unit.add({ delete: payloadKey(unit.tenant, channelId, externalOrderId) })
  if (file) unit.schedule('sales.payload.erase', { tenant: unit.tenant, channelId, externalOrderId, file })
}
