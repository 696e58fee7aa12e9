import { createHash } from 'node:crypto'
import { type Delivery, InvalidPayload, type Reading, type RemoteWebhook, type Store } from '../connector.ts'
import { jsonObjectIn, requireOrder } from '../reading.ts'
import { readSimulated } from './orders.ts'
import { activateWebhook, deleteWebhook, openShop, readWebhooks, writeWebhook } from './shop.ts'
import { openSimulation } from './store.ts'

const shopNow = (store: Store) => openShop(store, openSimulation(store).seed)

export const subscribe = async (store: Store, { topic, url }: { topic: string; url: string }) => {
  const externalId = createHash('sha256').update(`${topic} ${url}`).digest('hex').slice(0, 16)
  await writeWebhook(shopNow(store), { externalId, topic, url, isActive: true })
  return { externalId }
}

export const listWebhooks = async (store: Store): Promise<RemoteWebhook[]> => await readWebhooks(shopNow(store))

export const revive = async (store: Store, externalId: string): Promise<void> => {
  await activateWebhook(shopNow(store), externalId)
}

export const removeWebhook = async (store: Store, externalId: string): Promise<void> => {
  await deleteWebhook(shopNow(store), externalId)
}

export const read = async ({ headers, raw }: Delivery): Promise<Reading | 'ping'> => {
  const topic = headers['x-simulator-topic']
  if (topic === 'ping') return 'ping'
  if (!topic) throw new InvalidPayload('has no topic')
  const order = requireOrder(readSimulated(jsonObjectIn(raw)))
  return { topic, eventId: headers['x-simulator-event'] ?? null, order }
}
