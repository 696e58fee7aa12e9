import { ConnectorError, InvalidPayload, type Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { parseBody, parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import type { Delivery, Reading, RemoteWebhook } from '../webhooks/shop-webhooks.ts'
import { askShop } from './ask-shop.ts'
import { REQUEST_REF } from './orders/orders.ts'
import { fromTopicEnum, toTopicEnum } from './topics.ts'

const MAX_PAGES = 20

const LIST = `query HookList($after: String) { webhookSubscriptions(first: 100, after: $after) {
  nodes { id topic uri } pageInfo { hasNextPage endCursor } } }`
const CREATE = `mutation HookCreate($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) { webhookSubscription { id } userErrors { field message } } }`
const REMOVE = `mutation HookDel($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } } }`

const parseWebhook = (value: unknown): RemoteWebhook => {
  const { id, topic, uri } = parseObject(value)
  if (typeof id !== 'string' || typeof topic !== 'string') throw buildUnreadableError()
  // The shop removes webhooks that fail; it never disables them.
  return { externalId: id, topic: fromTopicEnum(topic), url: readText(uri, 2048) ?? '', isActive: true }
}

export const listWebhooks = async (shop: Shop): Promise<RemoteWebhook[]> => {
  const found: RemoteWebhook[] = []
  let after: unknown = null
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { webhookSubscriptions: page } = await askShop(shop, LIST, { variables: { after } })
    found.push(...requireList(readPath(page, 'nodes')).map(parseWebhook))
    if (readPath(page, 'pageInfo', 'hasNextPage') !== true) break
    after = readPath(page, 'pageInfo', 'endCursor')
  }
  return found
}

/** Returns the existing webhook if there is one: deliveries are signed with the app's secret in any case. */
export const subscribe = async (shop: Shop, { topic, url }: { topic: string; url: string }) => {
  const findSameWebhook = async () =>
    (await listWebhooks(shop)).find((each) => each.topic === topic && each.url === url)
  const there = await findSameWebhook()
  if (there) return { externalId: there.externalId }
  const variables = { topic: toTopicEnum(topic), sub: { uri: url, format: 'JSON' } }
  const { webhookSubscriptionCreate: made } = await askShop(shop, CREATE, { variables, isRepeatable: false })
  const id = readPath(made, 'webhookSubscription', 'id')
  if (typeof id === 'string') return { externalId: id }
  // Another caller may have created it meanwhile.
  const other = await findSameWebhook()
  if (!other) throw new ConnectorError('INVALID_CONFIG', 'The shop rejects the webhook.')
  return { externalId: other.externalId }
}

export const removeWebhook = async (shop: Shop, externalId: string): Promise<void> => {
  const { webhookSubscriptionDelete: gone } = await askShop(shop, REMOVE, { variables: { id: externalId } })
  if (readText(readPath(gone, 'deletedWebhookSubscriptionId'))) return
  const stays = (await listWebhooks(shop)).some((each) => each.externalId === externalId)
  if (stays) throw new ConnectorError('UPSTREAM_ERROR', 'The shop does not remove the webhook.')
}

/** Groups of topics about something of an order, whose bodies name it. */
const OF_ORDERS = ['fulfillments/', 'refunds/', 'order_transactions/', 'disputes/']

const isOfOrder = (topic: string) => OF_ORDERS.some((prefix) => topic.startsWith(prefix))

const findOrderId = (topic: string, body: Record<string, unknown>): unknown => {
  if (isOfOrder(topic)) return body.order_id
  return topic === 'orders/edited' ? readPath(body, 'order_edit', 'order_id') : body.id
}

/** Bodies have another format than the records of the API, so only the order's id is read. */
export const read = async ({ headers, raw }: Delivery): Promise<Reading> => {
  const readHeader = (name: string) => readText(headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`])
  const topic = readHeader('topic')
  if (!topic) throw new InvalidPayload('has no topic')
  const body = parseBody(raw)
  const eventId = readHeader('webhook-id')
  if (topic.startsWith('fulfillment_orders/')) {
    // Only the fulfilment order is named, and the order does not always change with it.
    const ref = readText(readPath(body, 'fulfillment_order', 'id'))
    if (!ref || !REQUEST_REF.test(ref)) throw new InvalidPayload('has no id')
    return { topic, eventId, ref }
  }
  if (!topic.startsWith('orders/') && !isOfOrder(topic)) return { topic, eventId }
  const order = readText(findOrderId(topic, body))
  // A charge that was made without an order can be disputed, too.
  if (!order && topic.startsWith('disputes/')) return { topic, eventId }
  if (!order || !/^\d{1,20}$/.test(order)) throw new InvalidPayload('has no id')
  return {
    topic,
    eventId,
    ref: `gid://shopify/Order/${order}`,
    externalOrderId: order,
    isDeleted: topic === 'orders/delete',
  }
}
