import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Key } from '../../platform/store/table/table.ts'

// Last received payload of an order:  T#<tenant>#order-payload?channelId=<channel> / <digest of the external id>
//                                     gzipped JSON in the item, or in a file if it is large

export interface Payload {
  externalOrderId: string
  inboundMessageId: Id
  platform: string
  receivedAt: string
  json: string
}

const MAX_ITEM_BYTES = 32 * 1024

const pack = promisify(gzip)
const unpack = promisify(gunzip)

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

const payloadKey = (tenant: Id, channelId: Id, externalOrderId: string): Key => ({
  pk: partition(tenant, `order-payload?channelId=${channelId}`),
  sk: hashText(externalOrderId),
})

/** Builds the item to write with the order. A large payload goes to a file at once, harmless if the transaction fails. */
export const buildPayloadItem = async (
  { files }: Pick<App, 'files'>,
  tenant: Id,
  channelId: Id,
  { json, ...rest }: Payload,
): Promise<Item> => {
  const key = payloadKey(tenant, channelId, rest.externalOrderId)
  const item = { ...key, kind: 'order-payload', ...rest }
  const packed = await pack(json)
  if (packed.length <= MAX_ITEM_BYTES) return { ...item, packed }
  const file = `order-payloads/${tenant}/${channelId}/${key.sk}/${hashText(json)}.json.gz`
  await files.put(file, packed, 'application/gzip')
  return { ...item, file }
}

type StoredPayload = Omit<Payload, 'json'> & ({ file: string } | { file?: undefined; packed: Uint8Array })

const openPayload = async ({ files }: Pick<App, 'files'>, item: StoredPayload): Promise<Payload> => {
  const { externalOrderId, inboundMessageId, platform, receivedAt } = item
  const bytes = item.file === undefined ? item.packed : await files.get(item.file)
  const json = (await unpack(bytes)).toString()
  return { externalOrderId, inboundMessageId, platform, receivedAt, json }
}

export const findPayload = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  channelId: Id,
  externalOrderId: string,
): Promise<Payload | undefined> => {
  const item = await app.db.get<StoredPayload>(payloadKey(tenant, channelId, externalOrderId))
  return item && (await openPayload(app, item))
}

export const findPayloads = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  channelId: Id,
  externalOrderIds: readonly string[],
): Promise<Map<string, Payload>> => {
  const items = await app.db.batchGet<StoredPayload>(externalOrderIds.map((id) => payloadKey(tenant, channelId, id)))
  const payloads = await Promise.all(items.map((item) => openPayload(app, item)))
  return new Map(payloads.map((payload) => [payload.externalOrderId, payload]))
}
