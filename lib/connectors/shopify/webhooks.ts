import {
  ConnectorError,
  type Delivery,
  InvalidPayload,
  type Reading,
  type RemoteWebhook,
  type Shop,
} from '../connector.ts'
import { readPath } from '../graphql.ts'
import { jsonObjectIn, parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
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
  // The shop removes those that fail and puts none to sleep.
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

/** The app's own secret signs, so that one which is there already is as good as a new one. */
export const subscribe = async (shop: Shop, { topic, url }: { topic: string; url: string }) => {
  const findSameWebhook = async () =>
    (await listWebhooks(shop)).find((each) => each.topic === topic && each.url === url)
  const there = await findSameWebhook()
  if (there) return { externalId: there.externalId }
  const variables = { topic: toTopicEnum(topic), sub: { uri: url, format: 'JSON' } }
  const { webhookSubscriptionCreate: made } = await askShop(shop, CREATE, { variables, isRepeatable: false })
  const id = readPath(made, 'webhookSubscription', 'id')
  if (typeof id === 'string') return { externalId: id }
  // Somebody else may have made it meanwhile.
  const other = await findSameWebhook()
  if (!other) throw new ConnectorError('INVALID_CONFIG', 'The shop does not take the webhook.')
  return { externalId: other.externalId }
}

export const removeWebhook = async (shop: Shop, externalId: string): Promise<void> => {
  const { webhookSubscriptionDelete: gone } = await askShop(shop, REMOVE, { variables: { id: externalId } })
  if (readText(readPath(gone, 'deletedWebhookSubscriptionId'))) return
  const stays = (await listWebhooks(shop)).some((each) => each.externalId === externalId)
  if (stays) throw new ConnectorError('UPSTREAM_ERROR', 'The shop does not remove the webhook.')
}

/** Bodies are of another form than what is asked for, so that they only tell which order to look at. */
export const read = async ({ headers, raw }: Delivery): Promise<Reading> => {
  const readHeader = (name: string) => readText(headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`])
  const topic = readHeader('topic')
  if (!topic) throw new InvalidPayload('has no topic')
  const body = jsonObjectIn(raw)
  const eventId = readHeader('webhook-id')
  if (!topic.startsWith('orders/')) return { topic, eventId }
  const order = readText(topic === 'orders/edited' ? readPath(body, 'order_edit', 'order_id') : body.id)
  if (!order || !/^\d{1,20}$/.test(order)) throw new InvalidPayload('has no id')
  return { topic, eventId, ref: `gid://shopify/Order/${order}` }
}
