import { createHmac, randomBytes } from 'node:crypto'
import type { CustodianDelivery } from '../../../lib/custodians/custodian-connector.ts'
import { shipHero } from '../../../lib/custodians/fulfilment-api-b/shiphero.ts'
import type { Asked, Said } from '../../connectors/servers/server.ts'
import type { Stage } from '../contract.ts'
import { Bad, demand, isKnownSku, SKUS, STOCK, startVendor } from './vendor.ts'

const REFRESH = 'refresh-0123456789abcdef'
const ACCOUNT = { id: 'QWNjb3VudDo0MDg3', legacy_id: 4087, warehouses: [{ id: 'V2FyZWhvdXNlOjcx', legacy_id: 71 }] }
const PAGE_SIZE = 50

interface Order extends Record<string, unknown> {
  id: string
  order_number: string
  fulfillment_status: string
  lines: { id: string; sku: string; quantity: number }[]
  shipments: Record<string, unknown>[]
}

const connection = (nodes: readonly unknown[]) => ({ edges: nodes.map((node) => ({ node })) })
const encode = (kind: string, number: number) => Buffer.from(`${kind}:${number}`).toString('base64')
const failed = (message: string, more: object = {}) =>
  new Bad(200, { errors: [{ code: 3, message, operation: 'any', request_id: 'r', ...more }], data: null })

/** The part of ShipHero that the connector calls. Errors have status 200, and a number is accepted twice. */
export const startShipHero = async () => {
  const orders: Order[] = []
  const purchases = new Map<string, string>()
  const webhookSecret = randomBytes(24).toString('base64')
  const mode = {
    sessions: 0,
    credits: Number.POSITIVE_INFINITY,
    customer: undefined as string | undefined,
    warehouses: ACCOUNT.warehouses,
    /** The warehouse of each line of the latest order, and that of the latest purchase order. */
    lockedTo: [] as unknown[],
    receivedAt: undefined as unknown,
  }

  const place = (data: unknown) => {
    const order = demand(
      data,
      {
        order_number: 'text',
        partner_order_id: 'text',
        fulfillment_status: 'text',
        currency: 'text',
        tags: 'list',
        shipping_lines: 'object',
        shipping_address: 'object',
        line_items: 'list',
      },
      { email: 'text', packing_note: 'text', customer_account_id: 'text' },
    )
    mode.customer = order.customer_account_id as string | undefined
    demand(order.shipping_lines, { title: 'text', price: 'text' }, { method: 'text' })
    const address = { first_name: 'text', last_name: 'text?', address1: 'text', city: 'text', country: 'text' } as const
    const known = { company: 'text?', address2: 'text?', state: 'text?', zip: 'text?', phone: 'text?' } as const
    demand(order.shipping_address, address, known)
    const line = {
      sku: 'text',
      partner_line_item_id: 'text',
      product_name: 'text',
      quantity: 'number',
      price: 'text',
    } as const
    const lines = (order.line_items as unknown[]).map((each) => demand(each, line, { warehouse_id: 'text' }))
    mode.lockedTo = lines.map(({ warehouse_id: id }) => id)
    if (!lines.every(({ sku }) => isKnownSku(sku))) throw failed('secret wording: sku not found')
    const number = orders.length + 1
    const made: Order = {
      id: encode('Order', number),
      order_number: String(order.order_number),
      partner_order_id: order.partner_order_id,
      fulfillment_status: 'pending',
      updated_at: '2026-03-03T09:30:00',
      holds: {},
      lines: lines.map(({ sku, quantity }, at) => ({
        id: encode('LineItem', number * 100 + at),
        sku: String(sku),
        quantity: Number(quantity),
      })),
      shipments: [],
    }
    orders.push(made)
    return { order_create: { request_id: 'r', order: { id: made.id, order_number: made.order_number } } }
  }

  const cancel = (data: unknown) => {
    const wanted = { order_id: 'text', reason: 'text', void_on_platform: 'flag', force: 'flag' } as const
    const { order_id, force } = demand(data, wanted, { customer_account_id: 'text' })
    if (force) throw new Error('forced')
    const order = orders.find(({ id }) => id === order_id)
    if (!order) throw failed('order not found')
    if (order.shipments.length) throw failed('secret wording: has completed shipments')
    order.fulfillment_status = 'canceled'
    return { order_cancel: { request_id: 'r', order: { id: order.id, fulfillment_status: 'canceled' } } }
  }

  const listStock = (after: unknown) => {
    const start = after === undefined ? 0 : Number(Buffer.from(String(after), 'base64').toString())
    const page = STOCK.slice(start, start + PAGE_SIZE)
    const end = start + page.length
    const pageInfo = { hasNextPage: end < STOCK.length, endCursor: Buffer.from(String(end)).toString('base64') }
    const nodes = page.map(({ sku, onHand }) => ({
      sku,
      warehouse_products: mode.warehouses.map(({ id }, at) => ({ warehouse_id: id, on_hand: at ? 1 : onHand })),
    }))
    return { products: { request_id: 'r', data: { ...connection(nodes), pageInfo } } }
  }

  const purchase = (data: unknown) => {
    const text = { po_number: 'text', subtotal: 'text', shipping_price: 'text', total_price: 'text' } as const
    const made = demand(data, { ...text, warehouse_id: 'text', line_items: 'list' }, { po_date: 'text' })
    const line = {
      sku: 'text',
      quantity: 'number',
      product_name: 'text',
      price: 'text',
      expected_weight_in_lbs: 'text',
    } as const
    const lines = (made.line_items as unknown[]).map((each) => demand(each, line))
    if (!lines.every(({ sku }) => isKnownSku(sku))) throw failed('secret wording: product is not in the account')
    mode.receivedAt = made.warehouse_id
    const number = String(made.po_number)
    if (purchases.has(number)) throw new Error('announced twice')
    purchases.set(number, encode('PurchaseOrder', purchases.size + 1))
    return {
      purchase_order_create: { request_id: 'r', purchase_order: { id: purchases.get(number), po_number: number } },
    }
  }

  const run = (query: string, variables: Record<string, unknown>): unknown => {
    const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1]
    switch (name) {
      case 'Account':
        return { account: { request_id: 'r', data: { ...ACCOUNT, warehouses: mode.warehouses } } }
      case 'Orders': {
        const found = orders.filter(({ order_number: number }) => number === variables.order_number)
        const nodes = found.map(({ lines, shipments: _, ...order }) => ({ ...order, line_items: connection(lines) }))
        return { orders: { request_id: 'r', data: connection(nodes) } }
      }
      case 'Shipments': {
        const order = orders.find(({ id }) => id === variables.order_id)
        return { shipments: { request_id: 'r', data: connection(order?.shipments ?? []) } }
      }
      case 'OrderCreate':
        return place(variables.data)
      case 'OrderCancel':
        return cancel(variables.data)
      case 'Products':
        return listStock(variables.after)
      case 'PurchaseOrder': {
        const id = purchases.get(String(variables.po_number))
        if (!id) throw failed('Purchase order does not exist')
        return { purchase_order: { request_id: 'r', data: { id, po_number: variables.po_number } } }
      }
      case 'PurchaseOrderCreate':
        return purchase(variables.data)
      default:
        throw failed('Cannot query field')
    }
  }

  const answer = ({ method, path, headers, body }: Asked): Said => {
    if (method !== 'POST') return { status: 405, page: 'no' }
    if (path === '/auth/refresh') {
      if (body.refresh_token !== REFRESH) return { status: 401, json: { error: 'invalid_grant' } }
      return { json: { access_token: `access-${++mode.sessions}`, expires_in: 2_419_200, token_type: 'Bearer' } }
    }
    if (path !== '/graphql') return { status: 404, page: 'no' }
    if (headers.authorization !== `Bearer access-${mode.sessions}`) return { status: 401, json: {} }
    if (mode.credits <= 0) {
      mode.credits = 100
      throw failed('not enough credits', {
        code: 30,
        required_credits: 101,
        remaining_credits: 1,
        time_remaining: '2 seconds',
      })
    }
    mode.credits -= 10
    const { query, variables } = body as { query: string; variables: Record<string, unknown> }
    return { json: { data: run(query, variables) } }
  }

  const credentials = { apiKey: REFRESH, accountId: String(ACCOUNT.legacy_id), webhookSecret }
  const vendor = await startVendor({ credentials, answer })

  const requireOrder = (reference: string) => {
    const order = orders.find(({ order_number: number }) => number === reference)
    if (!order) throw new Error(`there is no order ${reference}`)
    return order
  }

  /** Adds a shipment with one label for each line, or one for all. */
  const ship = (order: Order, delivered: boolean | null) => {
    const label = (at: number) => ({
      id: `label-${order.id}-${at}`,
      status: 'valid',
      carrier: 'ups',
      shipping_method: 'ground',
      tracking_number: `1Z${at}`,
      tracking_url: 'https://ups.test/1Z',
      delivered,
      created_date: '2026-03-02T11:00:00',
    })
    const pieces = order.lines.map(({ id, quantity }, at) => ({
      shipping_label_id: `label-${order.id}-${at}`,
      line_item_id: id,
      quantity,
    }))
    order.shipments = [
      {
        id: `shipment-${order.id}`,
        created_date: '2026-03-02T11:00:00',
        line_items: connection(pieces),
        shipping_labels: order.lines.map((_, at) => label(at)),
      },
    ]
  }

  const work: Stage['work'] = (reference, to) => {
    const order = requireOrder(reference)
    if (to === 'accepted') return
    ship(order, to === 'delivered' ? true : null)
    order.fulfillment_status = to === 'in_progress' ? 'pending' : 'fulfilled'
  }

  return {
    connector: shipHero,
    ...vendor,
    wrong: { apiKey: 'wrong-token-of-shiphero', accountId: '4087' },
    secrets: [REFRESH, webhookSecret, vendor.secret, 'secret wording'],
    skus: SKUS,
    orders,
    purchases,
    mode,
    credentials,
    countOrders: () => orders.length,
    work,
    cancelThere(reference) {
      requireOrder(reference).fulfillment_status = 'canceled'
    },
    confuse(reference) {
      requireOrder(reference).fulfillment_status = 'Waiting for Bob'
    },
    tell(reference): CustodianDelivery[] {
      const { order_number, partner_order_id, id } = requireOrder(reference)
      const fulfillment = { order_number, partner_order_id, order_uuid: id }
      const raw = Buffer.from(JSON.stringify({ webhook_type: 'Shipment Update', fulfillment }))
      const signature = createHmac('sha256', webhookSecret).update(raw).digest('base64')
      return [{ headers: { 'x-shiphero-hmac-sha256': signature, 'x-shiphero-message-id': 'm-1' }, raw }]
    },
  } satisfies Stage & Record<string, unknown>
}
