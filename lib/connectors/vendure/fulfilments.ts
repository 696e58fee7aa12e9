import { ConnectorError, type Shop } from '../connector.ts'
import { findEnd } from '../fulfilments/find-end.ts'
import type {
  OrderInShop,
  Publication,
  PublicationOutcome,
  ShopFulfilment,
  Withdrawal,
  WithdrawalOutcome,
} from '../fulfilments/fulfilment.ts'
import { listOpenLines } from '../fulfilments/match-parcel.ts'
import { type Hindrance, type ParcelWriter, publishParcel, type SeenOrder } from '../fulfilments/publish-parcel.ts'
import { type Obstacle, withdrawParcel } from '../fulfilments/withdraw-parcel.ts'
import { readPath } from '../graphql.ts'
import { VENDURE_ORDER_STATES } from '../order-states/vendure-order-states.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askOnce, askShop } from './ask-shop.ts'
import { readVendureWords } from './order.ts'

const ORDER = `query Fulfilments($code: String!) { orders(options: { take: 1, filter: { code: { eq: $code } } }) { items {
  id state lines { id quantity productVariant { sku } }
  payments { state amount refunds { state total } }
  fulfillments { id state method trackingCode lines { orderLineId quantity } } } }
  fulfillmentHandlers { code args { name } } }`
const ADD = `mutation Fulfil($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) {
  __typename ... on Fulfillment { id state } ... on ErrorResult { errorCode message } } }`
const MOVE = `mutation MoveFulfilment($id: ID!, $state: String!) { transitionFulfillmentToState(id: $id, state: $state) {
  __typename ... on Fulfillment { id state } ... on ErrorResult { errorCode message } } }`

const HANDLER = 'manual-fulfillment'
const ARGUMENTS = ['method', 'trackingCode']

interface VendureFulfilment extends ShopFulfilment {
  state: string
}

interface SeenVendureOrder extends SeenOrder {
  fulfilments: readonly VendureFulfilment[]
  /** The shop's handler of fulfilments; undefined if it has none that takes a tracking number. */
  handler: string | undefined
}

interface VendureLine {
  id: string
  sku: string | null
  quantity: number
}

const parseFulfilment = (record: unknown, lines: readonly VendureLine[]): VendureFulfilment[] => {
  const { id, state, method, trackingCode, lines: pieces } = parseObject(record)
  const externalId = readText(id)
  if (!externalId) throw buildUnreadableError()
  if (state === 'Cancelled') return []
  return [
    {
      externalId,
      mark: null,
      state: readText(state) ?? '',
      carrier: readText(method),
      trackingNumber: readText(trackingCode),
      trackingUrl: null,
      lines: requireList(pieces).map((piece) => {
        const line = lines.find((each) => each.id === readText(readPath(piece, 'orderLineId')))
        return { sku: line?.sku ?? null, quantity: Number(readPath(piece, 'quantity')) || 0 }
      }),
    },
  ]
}

/** States from which an order follows its fulfilments; from others its payment has to be settled first. */
const FOLLOWING = ['PaymentSettled', 'PartiallyShipped', 'Shipped', 'PartiallyDelivered', 'Delivered']

const findHindrance = (order: unknown): Hindrance | undefined => {
  const words = readVendureWords(order)
  const end = findEnd(VENDURE_ORDER_STATES, words)
  if (end || FOLLOWING.includes(words.state ?? '')) return end
  return { waits: 'The payment of the order is not settled in the shop yet.' }
}

const findHandler = (handlers: unknown): string | undefined => {
  const able = requireList(handlers).filter((handler) => {
    const names = requireList(readPath(handler, 'args')).map((arg) => readPath(arg, 'name'))
    return ARGUMENTS.every((name) => names.includes(name))
  })
  const codes = able.flatMap((handler) => readText(readPath(handler, 'code')) ?? [])
  return codes.includes(HANDLER) ? HANDLER : codes[0]
}

const readOrder = async (shop: Shop, { externalOrderId }: OrderInShop): Promise<SeenVendureOrder | undefined> => {
  const data = await askShop(shop, ORDER, { code: externalOrderId })
  const [order] = requireList(readPath(data, 'orders', 'items'))
  if (order === undefined) return undefined
  const lines = requireList(readPath(order, 'lines')).map((line) => ({
    id: readText(readPath(line, 'id')) ?? '',
    sku: readText(readPath(line, 'productVariant', 'sku')),
    quantity: Number(readPath(line, 'quantity')) || 0,
  }))
  const found = requireList(readPath(order, 'fulfillments') ?? [])
  const fulfilments = found.flatMap((each) => parseFulfilment(each, lines))
  return {
    fulfilments,
    lines: listOpenLines(lines, fulfilments),
    hindrance: findHindrance(order),
    handler: findHandler(data.fulfillmentHandlers),
  }
}

/** Errors that the same input always causes. */
const LASTING = ['EMPTY_ORDER_LINE_SELECTION_ERROR', 'INVALID_FULFILLMENT_HANDLER_ERROR', 'CREATE_FULFILLMENT_ERROR']

const toHindrance = (result: unknown): Obstacle | undefined => {
  const { __typename: name, errorCode, message } = parseObject(result)
  if (name === 'Fulfillment') return undefined
  const why = `The shop rejects it: ${readText(message) ?? readText(errorCode) ?? 'it gives no reason.'}`
  return LASTING.includes(String(errorCode)) ? { refused: why } : { waits: why }
}

/** Moves a fulfilment on until it is shipped. A fulfilment whose writer died before this is still pending. */
const ship = async (shop: Shop, { externalId, state }: VendureFulfilment): Promise<void> => {
  const missing = { Created: ['Pending', 'Shipped'], Pending: ['Shipped'] }[state] ?? []
  for (const next of missing) {
    const data = await askOnce(shop, MOVE, { id: externalId, state: next })
    const hindrance = toHindrance(data.transitionFulfillmentToState)
    if (hindrance)
      throw new ConnectorError('UPSTREAM_ERROR', 'The shop has the fulfilment but does not mark it as shipped.')
  }
}

const createWriter = (shop: Shop, { order, parcel }: Publication): ParcelWriter<SeenVendureOrder> => ({
  read: () => readOrder(shop, order),
  async create({ handler }, pieces) {
    if (!handler)
      throw new ConnectorError('INVALID_CONFIG', 'The shop has no handler of fulfilments that takes a tracking number.')
    const values = [parcel.carrier ?? 'Parcel', parcel.trackingNumber ?? '']
    const input = {
      lines: pieces.map(({ line, quantity }) => ({ orderLineId: line, quantity })),
      handler: { code: handler, arguments: ARGUMENTS.map((name, at) => ({ name, value: values[at] })) },
    }
    return toHindrance((await askOnce(shop, ADD, { input })).addFulfillmentToOrder)
  },
  async finish({ fulfilments }, own) {
    for (const fulfilment of fulfilments)
      if (own.some(({ externalId }) => externalId === fulfilment.externalId)) await ship(shop, fulfilment)
  },
})

export const publishFulfilment = (shop: Shop, publication: Publication): Promise<PublicationOutcome> =>
  publishParcel(createWriter(shop, publication), publication)

/** Only a fulfilment that is pending or later can be cancelled. */
const cancel = async (shop: Shop, { externalId, state }: VendureFulfilment): Promise<Obstacle | undefined> => {
  for (const next of state === 'Created' ? ['Pending', 'Cancelled'] : ['Cancelled']) {
    const data = await askOnce(shop, MOVE, { id: externalId, state: next })
    const obstacle = toHindrance(data.transitionFulfillmentToState)
    if (obstacle) return obstacle
  }
  return undefined
}

/** The shop books the stock back and allocates it again by itself. */
export const withdrawFulfilment = (shop: Shop, withdrawal: Withdrawal): Promise<WithdrawalOutcome> =>
  withdrawParcel(
    {
      list: async () => (await readOrder(shop, withdrawal.order))?.fulfilments,
      remove: (fulfilment) => cancel(shop, fulfilment),
    },
    withdrawal,
  )

export const listFulfilments = async (shop: Shop, order: OrderInShop): Promise<ShopFulfilment[] | undefined> =>
  (await readOrder(shop, order))?.fulfilments.map(({ state: _state, ...fulfilment }) => fulfilment)
