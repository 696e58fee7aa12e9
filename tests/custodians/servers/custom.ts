import { randomBytes } from 'node:crypto'
import type { CustodianDelivery, CustodianSystem, Dispatch } from '../../../lib/custodians/custodian-connector.ts'
import { custom } from '../../../lib/custodians/custom/custom.ts'
import { buildWebhookHeaders, isSignedWebhook } from '../../../lib/custodians/standard-webhook.ts'
import { makeOutbound, type Outbound } from '../../../lib/platform/outbound/outbound.ts'
import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { type Asked, type Said, startStore } from '../../connectors/servers/server.ts'
import { memoryTable } from '../../support/memory-table.ts'
import type { Stage, Trouble } from '../contract.ts'

interface Order extends Record<string, unknown> {
  reference: string
  id: string
  state: string
  cancelled: unknown[]
  parcels: { id: string; events: { id: string; occurredAt: string; state: string }[] }[]
  lines: Dispatch['lines']
}

const ADDRESS = 'https://warehouse.test/entrepot'
const NOW = new Date('2026-03-02T10:00:00.000Z')
const SKUS = ['TEA', 'POT'] as const
const MESSAGE = /^msg_[0-9a-f]{32}$/

const TROUBLES = { gone: 'gone', lost: 'lost', none: undefined, page: { status: 200, page: '<h1>Hello</h1>' } } as const

/** A system as a warehouse would write it for this platform; it refuses what the documentation does not allow. */
export const startCustom = async () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const orders = new Map<string, Order>()
  const goods = new Map<string, string>()

  const answers: Record<string, (data: Record<string, unknown>) => Said> = {
    'connection.tested': () => ({ status: 204 }),
    'fulfilment_order.requested': (data) => {
      const { reference, lines } = data as unknown as Dispatch
      if (!lines.every(({ sku }) => SKUS.some((known) => known === sku))) return { status: 422 }
      const order = orders.get(reference) ?? {
        reference,
        id: `W-${orders.size + 1}`,
        state: 'received',
        reason: null,
        cancelled: [],
        parcels: [],
        lines,
      }
      orders.set(reference, order)
      return { status: 200, json: order }
    },
    'fulfilment_order.read': ({ reference }) => {
      const order = orders.get(String(reference))
      return order ? { json: order } : { status: 404 }
    },
    'fulfilment_order.cancel_requested': ({ reference }) => {
      const order = orders.get(String(reference))
      if (!order || order.state === 'closed') return { status: 409 }
      order.state = 'cancelled'
      order.cancelled = order.lines.map(({ sku, quantity }) => ({ sku, quantity }))
      return { json: { answer: 'accepted' } }
    },
    'stock.read': ({ cursor }) =>
      cursor === null
        ? { json: { stock: [{ sku: 'TEA', onHand: 7 }], next: 'two' } }
        : { json: { stock: [{ sku: 'POT', onHand: 0 }], next: null } },
    'goods.announced': ({ reference }) => {
      const id = goods.get(String(reference)) ?? `IN-${goods.size + 1}`
      goods.set(String(reference), id)
      return { json: { id } }
    },
  }

  const answer = ({ method, path, headers, body }: Asked): Said => {
    const raw = Buffer.from(JSON.stringify(body))
    const delivery = { headers: headers as CustodianDelivery['headers'], raw }
    if (method !== 'POST' || path !== '/entrepot') return { status: 404 }
    if (!isSignedWebhook(delivery, secret, NOW)) return { status: 401 }
    if (headers['content-type'] !== 'application/json') return { status: 415 }
    if (!MESSAGE.test(String(headers['webhook-id']))) return { status: 400 }
    if (Object.keys(body).sort().join() !== 'data,timestamp,type') return { status: 400 }
    return answers[String(body.type)]?.(body.data as Record<string, unknown>) ?? { status: 400 }
  }

  const server = await startStore(answer)
  const real = makeOutbound({ allowPrivate: true })
  const outbound: Outbound = {
    send: (request) => real.send({ ...request, url: request.url.replace('https://warehouse.test', server.url) }),
  }
  const credentials: ConnectionConfig = { integrationId: ADDRESS, webhookSecret: secret }
  const db = memoryTable()
  const system = (more: { credentials?: ConnectionConfig } = {}): CustodianSystem => ({
    tenant: '01K9ZB4A7M2C5X8V1B6N3Q0W4E',
    custodianId: '01K9ZB4A7M2C5X8V1B6N3Q0W4F',
    enabledCapabilities: [],
    credentials: more.credentials ?? credentials,
    outbound,
    db,
    now: NOW,
  })

  const requireOrder = (reference: string) => {
    const order = orders.get(reference)
    if (!order) throw new Error(`there is no order ${reference}`)
    return order
  }

  const work: Stage['work'] = (reference, to) => {
    const order = requireOrder(reference)
    const at = NOW.toISOString()
    order.state = to === 'handed_over' || to === 'delivered' ? 'closed' : to
    if (order.state !== 'closed') return
    const states = to === 'delivered' ? ['in_transit', 'delivered'] : ['in_transit']
    const events = states.map((state) => ({ id: `${reference}-${state}`, occurredAt: at, state }))
    const lines = order.lines.map(({ sku, quantity }) => ({ sku, quantity }))
    order.parcels = [
      { id: `${order.id}-1`, carrier: 'DHL', trackingNumber: '0034', lines, handedOverAt: at, events },
    ] as never
  }

  const trouble = (next: Trouble) => {
    if (typeof next === 'string') return server.always(TROUBLES[next])
    const { status, retryAfter } = next
    server.always({ status, json: { secret }, headers: { ...(retryAfter && { 'retry-after': retryAfter }) } })
  }

  /** Builds a signed webhook of the system. */
  const sign = (body: unknown, id = `msg_${randomBytes(8).toString('hex')}`, at = NOW): CustodianDelivery => {
    const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    return { headers: buildWebhookHeaders(secret, id, raw, at), raw }
  }

  return {
    connector: custom,
    system,
    wrong: { integrationId: ADDRESS, webhookSecret: 'whsec_d3Jvbmctc2VjcmV0LXdyb25n' },
    secrets: [secret, secret.slice(6)],
    skus: SKUS,
    countOrders: () => orders.size,
    work,
    cancelThere(reference) {
      const order = requireOrder(reference)
      order.state = 'cancelled'
      order.cancelled = order.lines.map(({ sku, quantity }) => ({ sku, quantity }))
    },
    confuse(reference) {
      requireOrder(reference).state = 'awaiting_moonlight'
    },
    trouble,
    tell: (reference) => [sign({ type: 'fulfilment_order.updated', timestamp: NOW, data: requireOrder(reference) })],
    stop: () => server.stop(),
    server,
    sign,
    secret,
  } satisfies Stage & Record<string, unknown>
}
