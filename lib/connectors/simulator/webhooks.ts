import { createHash } from 'node:crypto'
import { type Delivery, InvalidPayload, type Reading, type RemoteWebhook, type Store } from '../connector.ts'
import { jsonObjectIn, onlyOrder } from '../reading.ts'
import { readSimulated } from './orders.ts'
import { opened } from './store.ts'

/** Of each store, for as long as the process lives: a store that forgets its webhooks is one to be healed. */
const subscriptions = new Map<string, Map<string, RemoteWebhook>>()

const webhooksOf = (store: Store) => {
  const { seed } = opened(store)
  const known = subscriptions.get(seed) ?? new Map<string, RemoteWebhook>()
  if (subscriptions.size < 1000) subscriptions.set(seed, known)
  return known
}

export const subscribe = async (store: Store, { topic, url }: { topic: string; url: string }) => {
  const externalId = createHash('sha256').update(`${topic} ${url}`).digest('hex').slice(0, 16)
  webhooksOf(store).set(externalId, { externalId, topic, url, isActive: true })
  return { externalId }
}

export const listWebhooks = async (store: Store): Promise<RemoteWebhook[]> => [...webhooksOf(store).values()]

export const revive = async (store: Store, externalId: string): Promise<void> => {
  const webhook = webhooksOf(store).get(externalId)
  if (webhook) webhook.isActive = true
}

export const removeWebhook = async (store: Store, externalId: string): Promise<void> => {
  webhooksOf(store).delete(externalId)
}

export const read = async ({ headers, raw }: Delivery): Promise<Reading | 'ping'> => {
  const topic = headers['x-simulator-topic']
  if (topic === 'ping') return 'ping'
  if (!topic) throw new InvalidPayload('has no topic')
  const order = onlyOrder(readSimulated(jsonObjectIn(raw)))
  return { topic, eventId: headers['x-simulator-event'] ?? null, order }
}
