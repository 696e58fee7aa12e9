import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connector } from '../../lib/connectors/connector.ts'
import type { Fulfilments, Parcel } from '../../lib/connectors/fulfilments/fulfilment.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { aParcel } from './parcels.ts'
import { type Bought, startShop, storeAt } from './real-shop.ts'

const { fulfilments, orders } = getConnector('vendure') as Connector & {
  fulfilments: Fulfilments
  orders: Required<Connector>['orders']
}

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.stop())

const publish = ({ code }: Bought, parcel: Parcel, others: Parcel[] = [], isLast = true) =>
  fulfilments.publish(storeAt(shop.url), { order: { externalOrderId: code, raw: undefined }, parcel, others, isLast })
const list = ({ code }: Bought) => fulfilments.list(storeAt(shop.url), { externalOrderId: code, raw: undefined })
const stateOf = async ({ id }: Bought) => (await orders.get(storeAt(shop.url), id))?.order.status

const settle = async ({ id }: Bought) => {
  const { order } = await shop.admin('query ($id: ID!) { order(id: $id) { payments { id } } }', { id })
  const [payment] = (order as { payments: { id: string }[] }).payments
  const mutation =
    'mutation ($id: ID!) { settlePayment(id: $id) { __typename ... on ErrorResult { errorCode message } } }'
  await shop.admin(mutation, { id: payment?.id })
}

it('shows two parcels of an order with their numbers, each once, after its payment is settled', async () => {
  const order = await shop.buy(200, 3)
  const [two, one] = [aParcel(2), aParcel(1)]
  expect(await publish(order, two)).toEqual({ waits: expect.stringContaining('not settled') })
  await settle(order)
  const first = await publish(order, two, [], false)
  expect(first).toMatchObject({ published: 'created' })
  expect(await stateOf(order)).toBe('PartiallyShipped')
  const externalIds = 'published' in first ? first.externalIds : []
  expect(await publish(order, { ...two, wasTried: true })).toEqual({ published: 'unchanged', externalIds })
  expect(await publish(order, one, [{ ...two, externalIds }])).toMatchObject({ published: 'created' })
  expect(await stateOf(order)).toBe('Shipped')
  const shown = (await list(order))?.map(({ trackingNumber, carrier, lines }) => ({ trackingNumber, carrier, lines }))
  expect(shown?.toSorted((a, b) => String(a.trackingNumber).localeCompare(String(b.trackingNumber)))).toEqual(
    [two, one].map(({ trackingNumber, lines }) => ({
      trackingNumber,
      carrier: 'DHL',
      lines: [{ sku: 'TEA-1', quantity: lines[0]?.quantity }],
    })),
  )
  expect(await publish(order, aParcel(1))).toEqual({ skipped: expect.stringContaining('none of these pieces') })
})

it('moves on a parcel whose writer died before it was shipped', async () => {
  const order = await shop.buy(201, 1)
  await settle(order)
  const parcel = aParcel(1)
  const { order: found } = await shop.admin('query ($id: ID!) { order(id: $id) { lines { id } } }', { id: order.id })
  const input = {
    lines: [{ orderLineId: (found as { lines: { id: string }[] }).lines[0]?.id, quantity: 1 }],
    handler: {
      code: 'manual-fulfillment',
      arguments: [
        { name: 'method', value: 'DHL' },
        { name: 'trackingCode', value: parcel.trackingNumber },
      ],
    },
  }
  await shop.admin(
    'mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }',
    { input },
  )
  expect(await publish(order, { ...parcel, wasTried: true })).toMatchObject({ published: 'unchanged' })
  expect(await stateOf(order)).toBe('Shipped')
  expect(await list(order)).toHaveLength(1)
})

it('shows no parcel of a cancelled order', async () => {
  const order = await shop.buy(202, 1)
  await shop.admin(
    'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ... on ErrorResult { errorCode message } } }',
    { id: order.id },
  )
  expect(await publish(order, aParcel(1))).toEqual({ refused: expect.stringContaining('cancelled') })
})
