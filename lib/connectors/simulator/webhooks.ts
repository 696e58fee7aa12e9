import { createHash } from 'node:crypto'
import { InvalidPayload, type Shop } from '../connector.ts'
import { parseBody, requireOrder } from '../reading.ts'
import type { Delivery, Reading, RemoteWebhook } from '../webhooks/shop-webhooks.ts'
import { readSimulated } from './order.ts'
import { activateWebhook, deleteWebhook, openShopState, readWebhooks, writeWebhook } from './shop-state.ts'
import { openSimulation } from './simulation.ts'

const openCurrentState = (shop: Shop) => openShopState(shop, openSimulation(shop).seed)

export const subscribe = async (shop: Shop, { topic, url }: { topic: string; url: string }) => {
  const externalId = createHash('sha256').update(`${topic} ${url}`).digest('hex').slice(0, 16)
  await writeWebhook(openCurrentState(shop), { externalId, topic, url, isActive: true })
  return { externalId }
}

export const listWebhooks = async (shop: Shop): Promise<RemoteWebhook[]> => await readWebhooks(openCurrentState(shop))

export const revive = async (shop: Shop, externalId: string): Promise<void> => {
  await activateWebhook(openCurrentState(shop), externalId)
}

export const removeWebhook = async (shop: Shop, externalId: string): Promise<void> => {
  await deleteWebhook(openCurrentState(shop), externalId)
}

export const read = async ({ headers, raw }: Delivery): Promise<Reading | 'ping'> => {
  const topic = headers['x-simulator-topic']
  if (topic === 'ping') return 'ping'
  if (!topic) throw new InvalidPayload('has no topic')
  const order = requireOrder(readSimulated(parseBody(raw)))
  return { topic, eventId: headers['x-simulator-event'] ?? null, order }
}
