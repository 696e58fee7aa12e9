import { createHash } from 'node:crypto'
import { InvalidPayload, type Shop } from '../connector.ts'
import { parseBody, parseObject, readText, requireOrder } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import type { Delivery, Reading, RemoteWebhook } from '../webhooks/shop-webhooks.ts'
import { askShop } from './ask-shop.ts'
import { readWooOrder } from './orders/order.ts'
import { isIncomplete } from './orders/orders.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 20

const parseWebhook = (value: unknown): RemoteWebhook => {
  const { id, topic, delivery_url, status } = parseObject(value)
  const externalId = readText(id)
  if (!externalId) throw buildUnreadableError()
  return {
    externalId,
    topic: readText(topic) ?? '',
    url: readText(delivery_url, 2048) ?? '',
    isActive: status === 'active',
  }
}

const buildPath = (externalId: string) => {
  if (!/^\d{1,18}$/.test(externalId)) throw buildUnreadableError()
  return `/webhooks/${externalId}`
}

export const listWebhooks = async (shop: Shop): Promise<RemoteWebhook[]> => {
  const found: RemoteWebhook[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { per_page: String(PAGE_SIZE), page: String(page), status: 'all' }
    const entries = requireList((await askShop(shop, '/webhooks', { query })).json)
    found.push(...entries.map(parseWebhook))
    if (entries.length < PAGE_SIZE) break
  }
  return found
}

/** Creates a webhook, or gives an existing one the new secret, because its current one cannot be read. */
export const subscribe = async (
  shop: Shop,
  { topic, url, secret }: { topic: string; url: string; secret: string },
): Promise<{ externalId: string }> => {
  const same = (await listWebhooks(shop)).find((each) => each.topic === topic && each.url === url)
  const wanted = { secret, status: 'active' }
  const { json } = same
    ? await askShop(shop, buildPath(same.externalId), { method: 'PUT', json: wanted })
    : await askShop(shop, '/webhooks', {
        method: 'POST',
        json: { name: `Entrepot ${topic}`, topic, delivery_url: url, ...wanted },
      })
  return { externalId: parseWebhook(json).externalId }
}

export const revive = async (shop: Shop, externalId: string): Promise<void> => {
  await askShop(shop, buildPath(externalId), { method: 'PUT', json: { status: 'active' } })
}

export const removeWebhook = async (shop: Shop, externalId: string): Promise<void> => {
  await askShop(shop, buildPath(externalId), { method: 'DELETE', query: { force: 'true' } }, 404)
}

export const read = async ({ headers, raw }: Delivery, config: Shop['config']): Promise<Reading> => {
  const topic = headers['x-wc-webhook-topic']
  if (!topic) throw new InvalidPayload('has no topic')
  const body = parseBody(raw)
  const id = readText(body.id)
  if (!id) throw new InvalidPayload('has no id')
  // The shop's delivery id is the same for all events within one second.
  const content = createHash('sha256').update(raw).digest('hex').slice(0, 16)
  const eventId = [topic, id, readText(body.date_modified_gmt) ?? '', content].join(':')
  if (!topic.startsWith('order.')) return { topic, eventId }
  if (topic === 'order.deleted') return { topic, eventId, ref: id, externalOrderId: id, isDeleted: true }
  if (isIncomplete(body)) return { topic, eventId, ref: id, externalOrderId: id }
  return { topic, eventId, order: requireOrder(readWooOrder(body, config)) }
}
