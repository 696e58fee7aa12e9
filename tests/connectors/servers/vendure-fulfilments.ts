import type { Dock } from './dock.ts'

interface Order {
  id: string
  code: string
  state: string
  lines: { id: string; quantity: number }[]
}
interface Fulfilment {
  id: string
  order: string
  state: string
  method: string
  trackingCode: string
  updatedAt: string
  lines: { orderLineId: string; quantity: number }[]
}
interface Input {
  lines: Fulfilment['lines']
  handler: { code: string; arguments: { name: string; value: string }[] }
}

const MOVES: Record<string, string[]> = {
  Created: ['Pending'],
  Pending: ['Shipped', 'Delivered', 'Cancelled'],
  Shipped: ['Delivered', 'Cancelled'],
  Delivered: ['Cancelled'],
}

/** Fulfilments of the admin API. The shop books the stock when they are added, whatever the state of the order. */
export const vendureFulfilments = (orders: Map<number, Order>) => {
  const fulfilments: Fulfilment[] = []
  const mode = { hasStock: true, handlers: ['manual-fulfillment'] }
  let ids = 0

  const failed = (name: string, message: string): { __typename: string; id?: string; [member: string]: unknown } => ({
    __typename: name,
    errorCode: `${name
      .replace(/[A-Z]/g, (letter) => `_${letter}`)
      .toUpperCase()
      .slice(1)}`,
    message,
  })
  const ofOrder = (order: string) => fulfilments.filter((each) => each.order === order && each.state !== 'Cancelled')
  const countDone = (line: string, order: string) =>
    ofOrder(order)
      .flatMap(({ lines }) => lines)
      .reduce((sum, { orderLineId, quantity }) => sum + (orderLineId === line ? quantity : 0), 0)

  const add = ({ lines, handler }: Input) => {
    const order = [...orders.values()].find((each) => each.lines.some(({ id }) => id === lines[0]?.orderLineId))
    if (!order || !lines.length || lines.every(({ quantity }) => !quantity))
      return failed('EmptyOrderLineSelectionError', 'At least one OrderLine must be specified')
    for (const { orderLineId, quantity } of lines) {
      const line = order.lines.find(({ id }) => id === orderLineId)
      if (!line || countDone(orderLineId, order.id) + quantity > line.quantity)
        return failed('ItemsAlreadyFulfilledError', 'One or more OrderItems are already part of a Fulfillment')
    }
    if (!mode.hasStock) return failed('InsufficientStockOnHandError', 'Cannot create a Fulfillment: no stock on hand')
    if (!mode.handlers.includes(handler.code))
      return failed('InvalidFulfillmentHandlerError', `No handler with the code ${handler.code}`)
    const read = (name: string) => handler.arguments.find((each) => each.name === name)?.value ?? ''
    const made = {
      ...{ id: String(++ids), order: order.id, state: 'Pending', lines },
      ...{ method: read('method'), trackingCode: read('trackingCode'), updatedAt: new Date().toISOString() },
    }
    fulfilments.push(made)
    return { __typename: 'Fulfillment', id: made.id, state: made.state }
  }

  const move = (id: unknown, state: string) => {
    const found = fulfilments.find((each) => each.id === id)
    if (!found || !MOVES[found.state]?.includes(state))
      return failed('FulfillmentStateTransitionError', `Cannot transition Fulfillment to ${state}`)
    Object.assign(found, { state, updatedAt: new Date().toISOString() })
    const order = [...orders.values()].find((each) => each.id === found.order)
    if (order && state === 'Shipped' && order.state !== 'PaymentAuthorized') {
      const isWhole = order.lines.every(({ id: line, quantity }) => countDone(line, order.id) >= quantity)
      order.state = isWhole ? 'Shipped' : 'PartiallyShipped'
    }
    return { __typename: 'Fulfillment', id: found.id, state }
  }

  const answer = (query: string, variables: Record<string, unknown>) => {
    const said = (data: object) => ({ json: { data } })
    if (query.startsWith('query Fulfilments')) {
      const order = [...orders.values()].find(({ code }) => code === variables.code)
      const items = order ? [{ ...order, fulfillments: fulfilments.filter((each) => each.order === order.id) }] : []
      const args = ['method', 'trackingCode'].map((name) => ({ name }))
      return said({ orders: { items }, fulfillmentHandlers: mode.handlers.map((code) => ({ code, args })) })
    }
    if (query.startsWith('mutation Fulfil(')) return said({ addFulfillmentToOrder: add(variables.input as Input) })
    if (query.startsWith('mutation MoveFulfilment'))
      return said({ transitionFulfillmentToState: move(variables.id, String(variables.state)) })
    return undefined
  }

  const dock: Dock = {
    shown: (id) =>
      ofOrder(String(id)).map(({ trackingCode, lines }) => ({
        number: trackingCode || null,
        pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      })),
    fulfil(id, pieces, number, line = 0) {
      const orderLineId = orders.get(id)?.lines[line]?.id ?? ''
      const handler = { code: 'manual-fulfillment', arguments: [{ name: 'trackingCode', value: number ?? '' }] }
      move(add({ lines: [{ orderLineId, quantity: pieces }], handler }).id, 'Shipped')
    },
    cancel: (id) => void Object.assign(orders.get(id) as Order, { state: 'Cancelled' }),
    // The state of the order stays.
    refund(id) {
      const refunds = [{ id: '1', state: 'Settled', total: 1000 }]
      Object.assign(orders.get(id) as Order, { payments: [{ id: '1', state: 'Settled', amount: 1000, refunds }] })
    },
  }
  return { mode, fulfilments, answer, dock }
}
