import type { Dock } from './dock.ts'
import type { Asked, Said } from './server.ts'

interface Order {
  id: number
  state: string
  shippingState: string
  shipments?: { id: number }[]
}
interface Shipment {
  id: number
  order: number
  state: string
  tracking: string | null
}

const refused = (status: number, message: string): Said => ({
  status,
  json: { 'hydra:description': message, violations: [{ propertyPath: '', message }] },
})

/** Shipments of orders: one each, which is shipped as a whole. */
export const syliusShipments = (orders: Map<number, Order>) => {
  const shipments = new Map<number, Shipment>()
  const mails: string[] = []

  const shipmentOf = (order: number): Shipment => {
    const known = shipments.get(order)
    if (known) return known
    const made = { id: order, order, state: 'ready', tracking: null }
    shipments.set(order, made)
    return made
  }
  const ship = (shipment: Shipment, tracking: string | null) => {
    Object.assign(shipment, { state: 'shipped', tracking })
    Object.assign(orders.get(shipment.order) as Order, { shippingState: 'shipped' })
    mails.push(tracking ?? '')
  }

  const answer = (route: string, { method, headers, body }: Asked): Said | undefined => {
    const [, id, action] = /^\/shipments\/(\d+)(\/ship)?$/.exec(route) ?? []
    if (!id) return undefined
    if (!orders.has(Number(id))) return refused(404, 'Not Found')
    const shipment = shipmentOf(Number(id))
    if (method === 'GET' && !action) return { json: shipment }
    if (method !== 'PATCH' || !action) return refused(405, 'Method Not Allowed')
    if (headers['content-type'] !== 'application/merge-patch+json') return refused(415, 'Unsupported Media Type')
    if (shipment.state !== 'ready') return refused(422, 'Cannot ship: the shipment is not ready.')
    ship(shipment, (body.trackingCode as string | undefined) ?? null)
    return { status: 202 }
  }

  const dock: Dock = {
    shown: (order) =>
      shipmentOf(order).state === 'shipped' ? [{ number: shipmentOf(order).tracking, pieces: null }] : [],
    fulfil: (order, _pieces, number) => ship(shipmentOf(order), number),
    cancel(order) {
      Object.assign(orders.get(order) as Order, { state: 'cancelled' })
      shipmentOf(order).state = 'cancelled'
    },
    refund: (order) => void Object.assign(orders.get(order) as Order, { paymentState: 'refunded' }),
  }
  return { shipments, mails, answer, dock }
}
