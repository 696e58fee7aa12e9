import { createHmac, randomUUID } from 'node:crypto'
import { runTask } from '../../functions/events/run-task.ts'
import { type App, app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { findHooks, type StoredHooks } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { readCurrentSecret } from '../../lib/sales/webhooks/hook-secrets.ts'
import { aChannel } from '../support/builders.ts'
import { gatewayEvent, type Member, send } from '../support/client.ts'
import { aSimulatedChannel } from './sync.ts'

const CHANNELS = '/api/sales/channels'

export interface Told {
  secret?: string
  event?: string
  topic?: string
  from?: string
}

export interface ShownDelivery {
  id: string
  status: string
  topic: string | null
  errorMessage: string | null
  externalEventId: string | null
  repeats: string | null
  receivedAt: string
  processedAt: string | null
}

let made = 0

/** An order as the simulated shop sends it. */
export const anOrder = (fields: object = {}) => ({
  id: `SIM-H-${++made}`,
  status: 'processing',
  currency: 'EUR',
  total: '119.00',
  placedAt: '2026-03-01T10:00:00.000Z',
  modifiedAt: '2026-03-01T10:00:00.000Z',
  customer: { name: 'Ada', email: 'ada@example.com' },
  city: 'Berlin',
  country: 'DE',
  lines: [{ sku: 'TEA', name: 'Tea', quantity: 1, price: '119.00' }],
  ...fields,
})

const sign = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('base64')

/** A simulated channel with webhooks, and actions of its shop and its owner. */
export const aHookedChannel = async (member: Member, syncSettings: object = { autoImportEnabled: false }) => {
  const { id } = await aSimulatedChannel(member, { orders: '0' }, { syncSettings })
  const { status } = await member.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.created' })
  if (status !== 201) throw new Error(`the webhook is not subscribed: ${status}`)
  const hooks = (await findHooks(app().db, member.tenant, id)) as StoredHooks
  const secret = await readCurrentSecret(app(), member.tenant, hooks)

  const headersFor = (body: Buffer, { secret: given = secret, event, topic = 'order.created' }: Told) => ({
    'content-type': 'text/plain',
    'x-simulator-topic': topic,
    'x-simulator-signature': sign(body, given),
    ...(event && { 'x-simulator-event': event }),
  })

  const tell = async (body: unknown, told: Told = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = headersFor(Buffer.from(text), told)
    const from = told.from ?? `198.51.100.${1 + (made++ % 250)}`
    return await send('POST', `/hooks/channels/${id}`, { body: text, headers, from })
  }

  /** Encodes bytes like the gateway does. */
  const tellBytes = async (bytes: Buffer, contentType = 'application/json') => {
    const { handler } = await import('../../functions/sales/api.ts')
    const headers = { ...headersFor(bytes, {}), 'content-type': contentType }
    const event = gatewayEvent('POST', `/hooks/channels/${id}`, { headers, body: bytes.toString('base64') })
    return await handler(Object.assign(event, { isBase64Encoded: true }))
  }

  return { id, secret, tell, tellBytes, event: () => randomUUID(), ...watchChannel(member, id) }
}

const APP_SECRET = 'merchants-app-secret'

/** A Shopify channel without auto import and with webhooks, which only name the order. */
export const aShopifyChannel = async (
  member: Member,
  shop: { credentials: Record<string, string> },
  syncSettings: object = {},
) => {
  const { id } = await aChannel(member, {
    type: 'shopify',
    credentials: { ...shop.credentials, client_secret: APP_SECRET },
    syncSettings: { autoImportEnabled: false, ...syncSettings },
  })
  const { status } = await member.post(`${CHANNELS}/${id}/webhooks`, { topic: 'orders/create' })
  if (status !== 201) throw new Error(`the webhook is not subscribed: ${status}`)

  const tell = async (order: number, topic = 'orders/create', fields: object = {}) => {
    const body = JSON.stringify({ id: order, ...fields })
    const headers = {
      'x-shopify-topic': topic,
      'x-shopify-webhook-id': `e-${++made}`,
      'x-shopify-hmac-sha256': sign(Buffer.from(body), APP_SECRET),
    }
    return await send('POST', `/hooks/channels/${id}`, { body, headers, from: `198.51.100.${1 + (made % 250)}` })
  }

  return { id: id as string, tell, ...watchChannel(member, id) }
}

/** Shows what a channel with webhooks did, and acts for its owner and its workers. */
const watchChannel = (member: Member, id: string) => {
  const deliveries = async (query = ''): Promise<ShownDelivery[]> =>
    (await member.get(`${CHANNELS}/${id}/webhook-deliveries?itemsPerPage=100${query}`)).body.member

  const totalOf = async (query = ''): Promise<number> =>
    (await member.get(`${CHANNELS}/${id}/webhook-deliveries?itemsPerPage=1${query}`)).body.totalItems

  /** Lists the channel's tasks that are due. */
  const openTasks = async (): Promise<Item[]> => {
    const [tasks, kept] = await Promise.all([
      app().db.query({ pk: 'T#PLATFORM#task' }),
      app().db.query({ pk: `T#${member.tenant}#channel-webhook-delivery` }),
    ])
    const own = new Set([id, ...kept.map(({ sk }) => sk)])
    const now = app().clock().toISOString()
    return tasks.filter(({ handledAt, notBefore, data }) => {
      const { channelId = '', deliveryId = '' } = (data ?? {}) as { channelId?: string; deliveryId?: string }
      const isDue = !handledAt && !(typeof notBefore === 'string' && now < notBefore)
      return isDue && (own.has(channelId) || own.has(deliveryId))
    })
  }

  /** Runs the channel's tasks, and those that they schedule. */
  const follow = async (on: App = app()) => {
    for (;;) {
      const tasks = await openTasks()
      if (!tasks.length) return
      for (const task of tasks) await runTask(on, task, on.clock(), createLog({}))
    }
  }

  const orders = async (): Promise<{ externalOrderId: string; total: number }[]> =>
    (await member.get(`/api/sales/orders?channelId=${id}&itemsPerPage=100`)).body.member

  const move = async (action: 'pause' | 'resume' | 'disconnect') => {
    const { status: answered, text } = await member.post(`${CHANNELS}/${id}/${action}`)
    if (answered !== 200) throw new Error(text)
  }

  return { deliveries, totalOf, openTasks, follow, orders, move }
}
