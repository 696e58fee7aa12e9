import type { App } from '../app/app.ts'
import type { Id } from '../id.ts'
import { partition } from '../store/entities/entity.ts'
import type { Key } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'
import type { LoggedDelivery, ReceivedWebhook, WebhookLog } from './webhook-log.ts'

// Bodies of webhooks:  T#<tenant>#<kind of the log> / <delivery>     sealedBody or storagePath, headers, expiresAt

const BODY_TTL_SECONDS = 30 * 24 * 3600
/** Larger bodies are stored in object storage. */
const MAX_TABLE_BYTES = 100 * 1024

const bodyKey = (tenant: Id, kind: string, id: Id): Key => ({ pk: partition(tenant, kind), sk: id })
const buildSealContext = (tenant: Id, senderId: Id) => ({ tenant, subject: senderId, purpose: 'webhook-body' })
const buildFilePath = (tenant: Id, id: Id) => `hooks/${tenant}/${id}`

/** Picks the headers that the body is read with later, without signatures. */
const pickHeaders = (headers: ReceivedWebhook['headers'], prefixes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value = '']) =>
        prefixes.some((prefix) => name.startsWith(prefix)) && !/signature|hmac/.test(name) && value.length <= 512,
    ),
  )

/** Stores the body for thirty days, in the transaction that stores the delivery. */
export const storeWebhookBody = async <D extends LoggedDelivery>(
  { vault, files }: Pick<App, 'vault' | 'files'>,
  unit: Unit,
  log: WebhookLog<D>,
  delivery: D,
  { headers, raw }: ReceivedWebhook,
  headerPrefixes: readonly string[],
): Promise<void> => {
  const isLarge = raw.length > MAX_TABLE_BYTES
  const storagePath = buildFilePath(unit.tenant, delivery.id)
  if (isLarge) await files.put(storagePath, raw, 'application/octet-stream')
  const context = buildSealContext(unit.tenant, log.getSenderId(delivery))
  const body = isLarge ? { storagePath } : { sealedBody: await vault.seal(raw.toString('base64'), context) }
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + BODY_TTL_SECONDS
  const item = {
    ...bodyKey(unit.tenant, log.bodyKind, delivery.id),
    kind: log.bodyKind,
    headers: pickHeaders(headers, headerPrefixes),
    expiresAt,
    ...body,
  }
  unit.add({ put: item })
}

/** Finds the body of a delivery; returns undefined if it has expired. */
export const findWebhookBody = async <D extends LoggedDelivery>(
  { db, vault, files }: Pick<App, 'db' | 'vault' | 'files'>,
  tenant: Id,
  log: WebhookLog<D>,
  delivery: D,
  now: Date,
): Promise<ReceivedWebhook | undefined> => {
  const item = await db.get<{
    expiresAt: number
    headers: ReceivedWebhook['headers']
    storagePath: string
    sealedBody: string
  }>(bodyKey(tenant, log.bodyKind, delivery.id))
  if (!item || item.expiresAt <= now.getTime() / 1000) return undefined
  const headers = item.headers
  if (item.storagePath) return { headers, raw: await files.get(item.storagePath) }
  const text = await vault.open(item.sealedBody, buildSealContext(tenant, log.getSenderId(delivery)))
  return { headers, raw: Buffer.from(text, 'base64') }
}
