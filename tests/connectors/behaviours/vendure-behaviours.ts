import { goods } from '../servers/goods.ts'
import { sample, second } from '../servers/sample.ts'
import type { startVendure } from '../servers/vendure.ts'
import { type Answer, type Ask, asking, type Behaviour } from './behaviour.ts'

type Shop = Awaited<ReturnType<typeof startVendure>>

/** Asks with an API key. */
export const askVendure = ({ server, mode }: Shop): Ask => asking(server, { 'vendure-api-key': mode.apiKey })

const query = (ask: Ask, document: string, variables: object = {}, headers: Record<string, string> = {}) =>
  ask('POST', '/admin-api', { body: { query: document, variables }, headers })
const codeOf = ({ status, json }: Answer) => [status, json.errors?.[0].extensions.code]

const LIST = 'query Orders($o: OrderListOptions) { orders(options: $o) { totalItems items { id } } }'
const list = (ask: Ask, options: object, headers?: Record<string, string>) => {
  const o = { skip: 0, take: 100, sort: { id: 'ASC' }, filter: { active: { eq: false } }, ...options }
  return query(ask, LIST, { o }, headers)
}
const idsOf = ({ json }: Answer) => json.data.orders.items.map(({ id }: { id: string }) => id)
const getOrder = async (ask: Ask, id: string) =>
  (await query(ask, 'query Order($id: ID!) { order(id: $id) { id } }', { id })).json.data.order

const FULFIL = 'mutation Fulfil($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { id } }'
const fulfil = async (ask: Ask, orderLineId: string, quantity: number, code = 'manual-fulfillment') => {
  const handler = { code, arguments: [{ name: 'trackingCode', value: 'T1' }] }
  const { json } = await query(ask, FULFIL, { input: { lines: [{ orderLineId, quantity }], handler } })
  return Object.values(json.data)[0] as { __typename: string; id: string; state: string; errorCode?: string }
}

export const VENDURE_BEHAVIOURS: readonly Behaviour<Shop>[] = [
  {
    does: 'A failed sign-in is a result with status 200, and a session comes in a header',
    source: 'Vendure Documentation, Admin API, NativeAuthenticationResult',
    play: async (_shop, ask) => {
      const login = (p: string) =>
        query(ask, 'mutation Login($u: String!, $p: String!) { login(username: $u, password: $p) { __typename } }', {
          ...{ u: 'admin', p },
        })
      const [wrong, right] = [await login('other'), await login('vendure pass')]
      return [wrong.status, wrong.json.data.login.errorCode, right.headers.get('vendure-auth-token')]
    },
    shows: [200, 'INVALID_CREDENTIALS_ERROR', 'session-1'],
  },
  {
    does: 'Who is not known gets an error with status 200',
    source: 'vendure/packages/core/src/common/error/errors.ts, ForbiddenError',
    play: async (_shop, ask) => codeOf(await list(ask, {}, { 'vendure-api-key': 'other' })),
    shows: [200, 'FORBIDDEN'],
  },
  {
    does: 'The token of a channel that does not exist is an error',
    source: 'vendure/packages/core/src/common/error/errors.ts, ChannelNotFoundError',
    play: async (_shop, ask) => codeOf(await list(ask, {}, { 'vendure-token': 'other' })),
    shows: [200, 'CHANNEL_NOT_FOUND'],
  },
  {
    does: 'The default channel lists the orders of all channels, and every other one its own',
    source: 'Vendure Documentation, Channels',
    play: async (shop, ask) => {
      const [whole, web] = [
        { code: '__default_channel__', token: 'default-token' },
        { code: 'web', token: 'e-channel-token' },
      ]
      shop.putAs(sample(1), { channels: [whole, web] })
      shop.putAs(sample(2), { channels: [whole] })
      return [idsOf(await list(ask, {})), idsOf(await list(ask, {}, { 'vendure-token': web.token }))]
    },
    shows: [['1', '2'], ['1']],
  },
  {
    does: 'A filter by date excludes its own moment, and one between two includes both',
    source: 'vendure/packages/core/src/service/helpers/list-query-builder/parse-filter-params.ts',
    play: async (shop, ask) => {
      for (const id of [1, 2, 3]) shop.put(sample(id))
      const filter = (updatedAt: object) => ({ filter: { active: { eq: false }, updatedAt } })
      return [
        idsOf(await list(ask, filter({ after: second(2) }))),
        idsOf(await list(ask, filter({ between: { start: second(1), end: second(2) } }))),
      ]
    },
    shows: [['3'], ['1', '2']],
  },
  {
    does: 'A list is sorted by the fields in the order of the schema, and not of the request',
    source: 'vendure/packages/core/src/service/helpers/list-query-builder/parse-sort-params.ts',
    play: async (shop, ask) => {
      shop.put(sample(1, { modifiedAt: second(9) }))
      shop.put(sample(2, { modifiedAt: second(5) }))
      return [
        idsOf(await list(ask, { sort: { updatedAt: 'ASC' } })),
        idsOf(await list(ask, { sort: { updatedAt: 'ASC', id: 'ASC' } })),
      ]
    },
    shows: [
      ['2', '1'],
      ['1', '2'],
    ],
  },
  {
    does: 'An order that does not exist is null and no error',
    source: 'Vendure Documentation, Admin API, Queries, order',
    play: async (_shop, ask) => await getOrder(ask, '9'),
    shows: null,
  },
  {
    does: 'Every amount is there with and without tax, rounded for each line',
    source: 'vendure/packages/core/src/entity/order-line/order-line.entity.ts',
    play: async (shop, ask) => {
      shop.mode.precision = 2
      const lines = [{ id: '10', listPrice: 999, quantity: 3, rates: [{ description: 'VAT', taxRate: 19 }] }]
      shop.putWith(sample(1), { pricesIncludeTax: true, lines, shipping: [] })
      const { lines: shown, totalWithTax, subTotalWithTax } = await getOrder(ask, '1')
      return [shown[0].proratedLinePrice, shown[0].proratedLinePriceWithTax, subTotalWithTax, totalWithTax]
    },
    shows: [2518, 2997, 2997, 2997],
  },
  {
    does: 'Amounts are whole numbers of the precision of the shop',
    source: 'Vendure Documentation, MoneyStrategy',
    play: async (shop, ask) => {
      shop.mode.precision = 3
      shop.put(sample(1))
      return (await getOrder(ask, '1')).totalWithTax
    },
    shows: 25_800,
  },
  {
    does: 'A piece is fulfilled once, by a handler that the shop has, and nothing is no fulfilment',
    source: 'vendure/packages/core/src/service/services/order.service.ts, createFulfillment',
    play: async (shop, ask) => {
      shop.put(sample(1))
      const [first, again] = [await fulfil(ask, '10', 2), await fulfil(ask, '10', 1)]
      return [first.state, again.errorCode, (await fulfil(ask, '10', 0)).errorCode]
    },
    shows: ['Pending', 'ITEMS_ALREADY_FULFILLED_ERROR', 'EMPTY_ORDER_LINE_SELECTION_ERROR'],
  },
  {
    does: 'A document that asks for what does not exist is refused with status 400',
    source: 'GraphQL over HTTP, validation errors; Apollo Server Documentation, Error handling',
    play: async (_shop, ask) => codeOf(await query(ask, 'query Nothing { nothing }')),
    shows: [400, 'GRAPHQL_VALIDATION_FAILED'],
  },
  {
    does: 'A variant has a price of its own in each channel',
    source: 'Vendure Documentation, Channels, Channels, Currencies and Prices',
    play: async (shop) => {
      const outlet = { code: 'outlet', token: 'outlet-token', pricesIncludeTax: false, currency: 'GBP' }
      shop.mode.channels = [outlet]
      shop.shelf.sell(goods(1))
      shop.shelf.repriceIn?.(outlet.token, 'SKU-1', '9.00')
      return [shop.shelf.priceOf('SKU-1').paid, shop.shelf.priceIn?.(outlet.token, 'SKU-1')]
    },
    shows: [12.9, 9],
  },
]
