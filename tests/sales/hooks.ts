import { createHmac, randomUUID } from 'node:crypto'
import { runTask } from '../../functions/events/run-task.ts'
import { type App, app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { findHooks, type StoredHooks } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { readCurrentSecret } from '../../lib/sales/webhooks/hook-secrets.ts'
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

  const deliveries = async (query = ''): Promise<ShownDelivery[]> =>
    (await member.get(`${CHANNELS}/${id}/webhook-deliveries?itemsPerPage=100${query}`)).body.member

  const totalOf = async (query = ''): Promise<number> =>
    (await member.get(`${CHANNELS}/${id}/webhook-deliveries?itemsPerPage=1${query}`)).body.totalItems

  const openTasks = async (): Promise<Item[]> => {
    const [tasks, kept] = await Promise.all([
      app().db.query({ pk: 'T#PLATFORM#task' }),
      app().db.query({ pk: `T#${member.tenant}#channel-webhook-delivery` }),
    ])
    const own = new Set([id, ...kept.map(({ sk }) => sk)])
    return tasks.filter(({ handledAt, data }) => {
      const { channelId = '', deliveryId = '' } = (data ?? {}) as { channelId?: string; deliveryId?: string }
      return !handledAt && (own.has(channelId) || own.has(deliveryId))
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

  return {
    id,
    secret,
    tell,
    tellBytes,
    deliveries,
    totalOf,
    openTasks,
    follow,
    orders,
    move,
    event: () => randomUUID(),
  }
}
