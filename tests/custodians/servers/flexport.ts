import type { CustodianDelivery } from '../../../lib/custodians/custodian-connector.ts'
import { flexport } from '../../../lib/custodians/freight-platform/flexport.ts'
import type { Asked, Said } from '../../connectors/servers/server.ts'
import type { Stage } from '../contract.ts'
import { Bad, demand, isKnownSku, NOW, SKUS, STOCK, startVendor } from './vendor.ts'

const TOKEN = 'flexport-0123456789abcdef'
const PAGE_SIZE = 100

interface Order extends Record<string, unknown> {
  id: string
  externalOrderId: string
  lineItems: { logisticsSku: string; quantity: number }[]
  shipments: Record<string, unknown>[]
}

/** The part of Flexport's logistics API that the connector calls. */
export const startFlexport = async () => {
  const orders = new Map<string, Order>()
  const webhookSecret = 'token-of-the-webhook'

  const place = (body: unknown): Said => {
    const wanted = {
      externalOrderId: 'text',
      promisedDeliveryByTime: 'text',
      address: 'object',
      lineItems: 'list',
    } as const
    const order = demand(body, wanted)
    if (!(Date.parse(String(order.promisedDeliveryByTime)) > NOW.getTime())) throw new Bad(400, { message: 'promise' })
    demand(
      order.address,
      { address1: 'text', city: 'text', countryCode: 'text' },
      {
        ...{ name: 'text?', company: 'text', address2: 'text?', provinceCode: 'text?', zip: 'text?' },
        ...{ email: 'text', phone: 'text' },
      },
    )
    const lines = (order.lineItems as unknown[]).map((each) =>
      demand(each, { logisticsSku: 'text', quantity: 'number' }),
    )
    if (!lines.every(({ logisticsSku }) => isKnownSku(logisticsSku)))
      throw new Bad(422, { message: 'secret wording: product not found' })
    const reference = String(order.externalOrderId)
    if (orders.has(reference)) throw new Bad(409, { message: 'externalOrderId is in use' })
    const id = `ORD${orders.size + 1}`
    const made = { ...order, id, externalOrderId: reference, error: null, deliveredAt: null, shipments: [] }
    orders.set(reference, made as unknown as Order)
    return { json: made }
  }

  const listStock = ({ query }: Asked): Said => {
    const start = Number(query.get('page_info') ?? 0)
    const page = STOCK.slice(start, start + PAGE_SIZE)
    const end = start + page.length
    const next = `<https://elsewhere.test/products/inventory/all?page_info=${end}>; rel="next"`
    return {
      json: page.map(({ sku, onHand }) => ({ logisticsSku: sku, onHand, available: onHand })),
      ...(end < STOCK.length && { headers: { link: next } }),
    }
  }

  const answer = (asked: Asked): Said => {
    const { method, path, headers, body } = asked
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: {} }
    const reference = /^\/orders\/external_id\/([^/]+)$/.exec(path)?.[1]
    if (method === 'GET' && reference) {
      const order = orders.get(reference)
      return order ? { json: order } : { status: 404, json: { message: 'not found' } }
    }
    switch (`${method} ${path}`) {
      case 'GET /products':
        return { json: [] }
      case 'POST /orders':
        return place(body)
      case 'GET /products/inventory/all':
        return listStock(asked)
      default:
        return { status: 404, page: 'no' }
    }
  }

  const vendor = await startVendor({ credentials: { webhookSecret }, token: TOKEN, answer })

  const requireOrder = (reference: string) => {
    const order = orders.get(reference)
    if (!order) throw new Error(`there is no order ${reference}`)
    return order
  }

  const work: Stage['work'] = (reference, to) => {
    const order = requireOrder(reference)
    if (to === 'accepted') return
    const shippedAt = to === 'in_progress' ? null : '2026-03-02T12:00:00.000Z'
    const deliveredAt = to === 'delivered' ? '2026-03-03T12:00:00.000Z' : null
    const { lineItems } = order
    order.shipments = [{ id: `S-${order.id}`, carrier: 'UPS', trackingCode: '1Z', shippedAt, deliveredAt, lineItems }]
    order.deliveredAt = deliveredAt
  }

  /** Builds the webhook of an event of an order. */
  const notify = (reference: string): CustodianDelivery => {
    const { id } = requireOrder(reference)
    const event = { logisticsEventType: 'Order.Shipped', logisticsEventId: 'e-1', orderId: id }
    return { headers: { 'x-webhook-token': webhookSecret }, raw: Buffer.from(JSON.stringify(event)) }
  }

  return {
    connector: flexport,
    ...vendor,
    wrong: { accessToken: 'wrong-token-of-flexport' },
    secrets: [TOKEN, vendor.secret, 'secret wording'],
    skus: SKUS,
    notify,
    requireOrder,
    countOrders: () => orders.size,
    work,
    cancelThere(reference) {
      requireOrder(reference).cancelledAt = NOW.toISOString()
    },
  } satisfies Stage & Record<string, unknown>
}
