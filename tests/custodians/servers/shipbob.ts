import { randomBytes } from 'node:crypto'
import type { CustodianDelivery } from '../../../lib/custodians/custodian-connector.ts'
import { shipBob } from '../../../lib/custodians/fulfilment-api-a/shipbob.ts'
import { buildWebhookHeaders } from '../../../lib/custodians/standard-webhook.ts'
import type { Asked, Said } from '../../connectors/servers/server.ts'
import type { Stage } from '../contract.ts'
import { Bad, demand, isKnownSku, NOW, SKUS, STOCK, startVendor } from './vendor.ts'

const TOKEN = 'pat-0123456789abcdef'
const CHANNEL = '4711'

interface Shipment extends Record<string, unknown> {
  id: number
  order_id: number
  status: string
  status_details: { id: number }[]
  products: unknown[]
}

interface Order extends Record<string, unknown> {
  id: number
  reference_id: string
  status: string
  products: { sku: string; quantity: number }[]
  shipments: Shipment[]
}

const DETAIL = { in_progress: 101, handed_over: 201, delivered: 203 } as const

/** The part of ShipBob that the connector calls, in version 2026-01. */
export const startShipBob = async () => {
  const orders = new Map<string, Order>()
  const receivings = new Map<string, Record<string, unknown>>()
  const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`
  const mode = { scopes: ['orders_read', 'orders_write'], centers: [5] }

  const place = ({ body, headers }: Asked): Said => {
    if (headers.shipbob_channel_id !== CHANNEL) throw new Bad(400, { message: 'a channel is wanted' })
    const text = { reference_id: 'text', order_number: 'text', type: 'text', shipping_method: 'text' } as const
    const order = demand(body, { ...text, recipient: 'object', products: 'list' }, { location_id: 'number' })
    if (order.location_id && !mode.centers.includes(Number(order.location_id)))
      throw new Bad(422, { location_id: ['is no centre'] })
    const recipient = demand(
      order.recipient,
      { name: 'text', address: 'object' },
      { email: 'text', phone_number: 'text' },
    )
    demand(
      recipient.address,
      { address1: 'text', city: 'text', country: 'text' },
      { company_name: 'text', address2: 'text?', state: 'text?', zip_code: 'text?' },
    )
    const reference = String(order.reference_id)
    const products = (order.products as unknown[]).map((each) =>
      demand(each, { reference_id: 'text', sku: 'text', name: 'text', quantity: 'number' }),
    ) as unknown as Order['products']
    if (new Set(products.map(({ sku }) => sku)).size < products.length) throw new Bad(422, { products: ['twice'] })
    if (!products.every(({ sku }) => isKnownSku(sku))) throw new Bad(422, { products: ['secret wording: unknown sku'] })
    if (orders.has(reference)) throw new Bad(422, { reference_id: ['is in use'] })
    const id = 1000 + orders.size
    const shipment: Shipment = {
      id: id * 10,
      order_id: id,
      reference_id: reference,
      status: 'Processing',
      status_details: [],
      last_update_at: NOW.toISOString(),
      products: products.map(({ sku, quantity }) => ({
        sku,
        reference_id: sku,
        inventory_items: [{ id: sku.length, quantity }],
      })),
    }
    const { location_id } = order
    orders.set(reference, {
      ...{ id, reference_id: reference, location_id, status: 'Processing', products },
      shipments: [shipment],
    })
    return { status: 201, json: orders.get(reference) }
  }

  const cancel = (id: number): Said => {
    const order = [...orders.values()].find((each) => each.id === id)
    if (!order) throw new Bad(404, { message: 'no such order' })
    if (order.status === 'Cancelled') throw new Bad(422, { message: 'is cancelled' })
    const canceled_shipment_results = order.shipments.map((shipment) => {
      const isSuccess = shipment.status_details.length === 0
      if (isSuccess) shipment.status = 'Cancelled'
      return { shipment_id: shipment.id, is_success: isSuccess, reason: isSuccess ? null : 'secret wording' }
    })
    if (order.shipments.every(({ status }) => status === 'Cancelled')) order.status = 'Cancelled'
    return { json: { order_id: id, canceled_shipment_results } }
  }

  const announce = (body: unknown): Said => {
    const announced = demand(body, {
      fulfillment_center: 'object',
      package_type: 'text',
      box_packaging_type: 'text',
      purchase_order_number: 'text',
      expected_arrival_date: 'text',
      boxes: 'list',
    })
    const { id } = demand(announced.fulfillment_center, { id: 'number' })
    if (!mode.centers.includes(Number(id))) throw new Bad(400, { message: 'no such centre' })
    if (Date.parse(String(announced.expected_arrival_date)) <= NOW.getTime()) throw new Bad(400, { message: 'past' })
    const receiving = { ...announced, id: 70 + receivings.size }
    receivings.set(`${receiving.id}`, receiving)
    return { status: 201, json: receiving }
  }

  /** Each centre has one piece, and the first one the rest. */
  const spread = (onHand: number) =>
    mode.centers.map((center, at) => ({
      location_id: center,
      on_hand_quantity: at ? Math.min(onHand, 1) : Math.max(0, onHand - mode.centers.length + 1),
    }))

  const listStock = ({ query }: Asked, isByCenter: boolean): Said => {
    const all = STOCK.map(({ sku, onHand }, at) => ({
      ...{ inventory_id: at + 1, sku },
      ...(isByCenter ? { locations: spread(onHand) } : { total_on_hand_quantity: onHand }),
    }))
    const wanted = query.get('SearchBy')
    if (wanted) return { json: { items: all.filter(({ sku }) => sku.includes(wanted)), next: null } }
    // The cursor is the only way to another page.
    for (const name of query.keys())
      if (!['Cursor', 'PageSize'].includes(name)) throw new Bad(400, { message: `${name} is no parameter` })
    const [start, size] = [Number(query.get('Cursor')?.slice(1) ?? 0), Number(query.get('PageSize') ?? 100)]
    if (!(size <= 250)) throw new Bad(400, { message: 'the page is too large' })
    const [items, end] = [all.slice(start, start + size), start + size]
    const next = `https://elsewhere.test/inventory-level?Cursor=c${end}&PageSize=${size}`
    return { json: { items, next: end < all.length ? next : null } }
  }

  const answer = (asked: Asked): Said => {
    const { method, path, headers, query, body } = asked
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: {} }
    const route = path.replace(/^\/2026-01/, '')
    if (route === path) return { status: 404, page: '<h1>Not found</h1>' }
    const order = /^\/order\/(\d+)(:cancel)?$/.exec(route)
    if (order && method === 'POST' && order[2]) return cancel(Number(order[1]))
    if (order && method === 'GET') return { json: [...orders.values()].find(({ id }) => id === Number(order[1])) }
    switch (`${method} ${route}`) {
      case 'GET /channel':
        return { json: { items: [{ id: Number(CHANNEL), scopes: mode.scopes }], next: null } }
      case 'POST /order':
        return place(asked)
      case 'GET /order':
        // The filter finds parts of references as well.
        return {
          json: [...orders.values()].filter((each) => each.reference_id.startsWith(query.get('ReferenceIds') ?? '')),
        }
      case 'GET /inventory-level':
        return listStock(asked, false)
      case 'GET /inventory-level/locations':
        return listStock(asked, true)
      case 'GET /fulfillment-center':
        return { json: mode.centers.map((id) => ({ id, name: `Centre ${id}` })) }
      case 'GET /receiving':
        return { json: [...receivings.values()] }
      case 'POST /receiving':
        return announce(body)
      default:
        return { status: 404, json: { message: 'no such route' } }
    }
  }

  const credentials = { accessToken: TOKEN, channelId: CHANNEL, webhookSecret }
  const vendor = await startVendor({ credentials, answer })

  const requireOrder = (reference: string) => {
    const order = orders.get(reference)
    if (!order) throw new Error(`there is no order ${reference}`)
    return order
  }

  const work: Stage['work'] = (reference, to) => {
    const order = requireOrder(reference)
    if (to === 'accepted') return
    for (const shipment of order.shipments) {
      shipment.status_details = [{ id: DETAIL[to] }]
      if (to === 'in_progress') continue
      Object.assign(shipment, {
        status: 'Completed',
        actual_fulfillment_date: '2026-03-02T12:00:00+01:00',
        delivery_date: to === 'delivered' ? '2026-03-03T09:30:00Z' : null,
        last_tracking_update_at: '2026-03-02T15:00:00Z',
        tracking: { carrier: 'DHL', tracking_number: `0034${shipment.id}`, tracking_url: 'https://dhl.test/0034' },
      })
    }
  }

  return {
    connector: shipBob,
    ...vendor,
    wrong: { accessToken: 'wrong-token-of-shipbob', channelId: CHANNEL },
    secrets: [TOKEN, webhookSecret, vendor.secret, 'secret wording'],
    skus: SKUS,
    orders,
    receivings,
    mode,
    credentials,
    webhookSecret,
    countOrders: () => orders.size,
    work,
    cancelThere(reference) {
      const order = requireOrder(reference)
      order.status = 'Cancelled'
      for (const shipment of order.shipments) shipment.status = 'Cancelled'
    },
    confuse(reference) {
      for (const shipment of requireOrder(reference).shipments) shipment.status = 'AwaitingMoonlight'
    },
    tell(reference): CustodianDelivery[] {
      return requireOrder(reference).shipments.map((shipment) => {
        const raw = Buffer.from(JSON.stringify(shipment))
        const headers = buildWebhookHeaders(webhookSecret, `msg_${shipment.id}`, raw, NOW)
        return { headers: { ...headers, 'x-webhook-topic': 'order.shipment.tracking.updated' }, raw }
      })
    },
  } satisfies Stage & Record<string, unknown>
}
