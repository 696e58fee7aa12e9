import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderQuery, RemoteOrder } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { buildParts } from '../support/order-parts.ts'
import { walk as walkAll } from './platforms.ts'
import { actIn, type Purchase, type RealOrder, stock } from './real-orders.ts'
import { startShop, storeAt } from './real-shop.ts'
import { readVendureAnswers, toComparable, writeVendureAnswers } from './servers/vendure-answers.ts'

const connector = getConnector('vendure') as Parameters<typeof walkAll>[0]['connector']

let shop: Awaited<ReturnType<typeof startShop>>
let act: ReturnType<typeof actIn>
let ids: Awaited<ReturnType<typeof stock>>
beforeAll(async () => {
  shop = await startShop()
  act = actIn(shop)
  ids = await stock(shop)
})
afterAll(() => shop?.stop())

const recorded: Record<string, unknown> = {}

type Goods = 'tea' | 'pot' | 'book'

interface Row {
  title: string
  pieces?: Partial<Record<Goods, number>>
  purchase?: Omit<Purchase, 'pieces'>
  happens?: (order: RealOrder) => Promise<unknown>
  status: string
  /** Pieces of each line as they are supplied, cancelled and refunded after they left. */
  quantities?: [supplied: number, cancelled: number, refunded: number][]
  total: number
  kept: number
  /** The single refunds, as amount and whether the money moved. */
  refunds?: [amount: number, isMoneyMoved: boolean][]
}

const surcharge = (price: number) => ({
  description: 'Gift wrap',
  price,
  priceIncludesTax: false,
  taxRate: 20,
  taxDescription: 'Gift tax',
})

const edit = async (id: string, input: object, state: string) => {
  await act.move(id, 'Modifying')
  await act.modify(id, input)
  await act.move(id, state)
}
const lineOf = ({ lines }: RealOrder, quantity: number) => [{ orderLineId: lines[0]?.id ?? '', quantity }]

// Two pieces of tea are 30.96, at 12.90 net and 20 %; the shipping is 5.00.
const ROWS: Row[] = [
  {
    title: 'authorized',
    pieces: { tea: 2 },
    purchase: { payment: 'standard-payment' },
    ...{ status: 'authorized', total: 3596, kept: 3596 },
  },
  {
    title: 'settled later',
    pieces: { tea: 2 },
    purchase: { payment: 'standard-payment' },
    happens: ({ id }) => act.settlePayment(id),
    ...{ status: 'paid', total: 3596, kept: 3596 },
  },
  {
    title: 'two rates and taxed shipping',
    pieces: { tea: 3, book: 1 },
    purchase: { shipping: 'taxed-shipping' },
    // 46.44 and 21.39 and 5.88
    ...{ status: 'paid', total: 7371, kept: 7371 },
  },
  {
    title: 'another zone',
    pieces: { tea: 2, book: 2 },
    purchase: { country: 'CH' },
    // 27.89 at 8.1 %, and 42.78
    ...{ status: 'paid', total: 7567, kept: 7567 },
  },
  {
    title: 'a coupon of 7 % over 7 pieces',
    pieces: { tea: 7 },
    purchase: { coupon: 'SEVEN' },
    // 90.30 less 6.32 is 83.98, and 100.77 with tax (a piece is 14.40, and seven are 100.80)
    ...{ status: 'paid', total: 10578, kept: 10578 },
  },
  {
    title: 'a coupon over the whole order',
    pieces: { tea: 1, book: 1 },
    purchase: { coupon: 'THREE' },
    // The 3.00 are split by the prices with tax, 15.48 and 21.39: 13.97 and 19.53 are left.
    ...{ status: 'paid', total: 3850, kept: 3850 },
  },
  {
    title: 'prices with tax',
    pieces: { tea: 3, book: 3 },
    purchase: { channel: 'gross-token', shipping: 'taxed-shipping' },
    ...{ status: 'paid', total: 7498, kept: 7498 },
  },
  {
    title: 'a surcharge that is paid by hand',
    pieces: { tea: 2 },
    happens: async ({ id }) => {
      await edit(id, { surcharges: [surcharge(250)] }, 'ArrangingAdditionalPayment')
      await act.payMore(id)
      await act.move(id, 'PaymentSettled')
    },
    ...{
      status: 'paid',
      total: 3896,
      kept: 3896,
      quantities: [
        [2, 0, 0],
        [1, 0, 0],
      ],
    },
  },
  {
    title: 'an edit that adds a piece, which is not paid',
    pieces: { tea: 2 },
    happens: async ({ id, lines }) => {
      await edit(id, { adjustOrderLines: [{ orderLineId: lines[0]?.id, quantity: 3 }] }, 'ArrangingAdditionalPayment')
    },
    ...{ status: 'partly_paid', total: 5144, kept: 5144, quantities: [[3, 0, 0]] },
  },
  {
    title: 'an edit that staff has not finished',
    pieces: { tea: 2 },
    happens: async ({ id }) => {
      await act.move(id, 'Modifying')
      await act.modify(id, { addItems: [{ productVariantId: ids.book, quantity: 1 }] })
    },
    ...{
      status: 'partly_paid',
      total: 5735,
      kept: 5735,
      quantities: [
        [2, 0, 0],
        [1, 0, 0],
      ],
    },
  },
  {
    title: 'a negative surcharge with its refund',
    pieces: { tea: 2 },
    happens: ({ id, payments }) =>
      edit(id, { surcharges: [surcharge(-250)], refund: { paymentId: payments[0]?.id } }, 'PaymentSettled'),
    ...{
      status: 'paid',
      total: 3296,
      kept: 3296,
      quantities: [
        [2, 0, 0],
        [1, 0, 0],
      ],
      refunds: [[300, false]],
    },
  },
  {
    title: 'an edit that removes a piece, with its refund',
    pieces: { tea: 2 },
    purchase: { payment: 'prepaid' },
    happens: ({ id, lines, payments }) =>
      edit(
        id,
        {
          adjustOrderLines: [{ orderLineId: lines[0]?.id, quantity: 1 }],
          refund: { paymentId: payments[0]?.id },
        },
        'PaymentSettled',
      ),
    ...{ status: 'partly_refunded', total: 2048, kept: 2048, quantities: [[1, 1, 0]], refunds: [[1548, true]] },
  },
  {
    title: 'a refund whose money has not moved',
    pieces: { tea: 2 },
    happens: ({ id }) => act.refund(id, 500, { reason: 'goodwill' }),
    ...{ status: 'paid', total: 3596, kept: 3096, refunds: [[500, false]] },
  },
  {
    title: 'two refunds, one of which has moved',
    pieces: { tea: 2 },
    happens: async ({ id }) => {
      await act.settleRefund(await act.refund(id, 500))
      await act.refund(id, 100)
    },
    ...{
      status: 'partly_refunded',
      total: 3596,
      kept: 2996,
      refunds: [
        [500, true],
        [100, false],
      ],
    },
  },
  {
    title: 'a refund of everything that has not moved',
    pieces: { tea: 2 },
    happens: ({ id }) => act.refund(id, 3596),
    ...{ status: 'paid', total: 3596, kept: 0, refunds: [[3596, false]] },
  },
  {
    title: 'a refund of everything',
    pieces: { tea: 2 },
    purchase: { payment: 'prepaid' },
    happens: ({ id }) => act.refund(id, 3596),
    ...{ status: 'refunded', total: 3596, kept: 0, refunds: [[3596, true]] },
  },
  {
    title: 'one of two pieces is cancelled and refunded',
    pieces: { tea: 2 },
    purchase: { payment: 'prepaid' },
    happens: async (order) => {
      await act.cancel(order.id, { lines: lineOf(order, 1) })
      await act.refund(order.id, 1548)
    },
    ...{ status: 'partly_refunded', total: 2048, kept: 2048, quantities: [[1, 1, 0]], refunds: [[1548, true]] },
  },
  {
    title: 'one of two pieces is cancelled after both have left, and refunded',
    pieces: { tea: 2 },
    purchase: { payment: 'prepaid' },
    happens: async (order) => {
      await act.ship(lineOf(order, 2))
      await act.cancel(order.id, { lines: lineOf(order, 1) })
      await act.refund(order.id, 1548)
    },
    ...{ status: 'partly_refunded', total: 3596, kept: 2048, quantities: [[2, 0, 1]], refunds: [[1548, true]] },
  },
  {
    title: 'all pieces of a discounted line are cancelled after they have left, and refunded',
    pieces: { tea: 7 },
    purchase: { payment: 'prepaid', coupon: 'SEVEN' },
    happens: async (order) => {
      await act.ship(lineOf(order, 7))
      await act.cancel(order.id, { cancelShipping: false })
      await act.refund(order.id, 10078)
    },
    ...{ status: 'partly_refunded', total: 10578, kept: 500, quantities: [[7, 0, 7]], refunds: [[10078, true]] },
  },
  {
    title: 'cancelled without its shipping, and not refunded',
    pieces: { tea: 2 },
    happens: ({ id }) => act.cancel(id, {}),
    ...{ status: 'paid', total: 500, kept: 500, quantities: [[0, 2, 0]] },
  },
  {
    title: 'cancelled with its shipping, and refunded',
    pieces: { tea: 2 },
    purchase: { payment: 'prepaid' },
    happens: async ({ id }) => {
      await act.cancel(id, { cancelShipping: true })
      await act.refund(id, 3596)
    },
    ...{ status: 'refunded', total: 0, kept: 0, quantities: [[0, 2, 0]], refunds: [[3596, true]] },
  },
]

const read = async (id: string): Promise<RemoteOrder> => {
  const order = await connector.orders.get(storeAt(shop.url), id)
  if (!order) throw new Error(`the shop has no order ${id}`)
  return order
}

interface Summary {
  description: string
  taxRate: number
  taxTotal: number
}

/** Sums the taxes of all parts by name and rate, without those of nothing. */
const sumTaxes = (taxes: readonly { name?: string | null; ratePercent?: number | null; amount: number }[]) => {
  const sums = new Map<string, number>()
  for (const { name, ratePercent, amount } of taxes) {
    const key = `${name} ${ratePercent}`
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).sort())
}

describe('the parts of an order of a real shop', () => {
  it.each(ROWS)('$title', async ({ title, pieces = {}, purchase, happens, ...expected }) => {
    const bought = Object.fromEntries(
      Object.entries(pieces).map(([goods, quantity]) => [ids[goods as Goods], quantity]),
    )
    const order = await act.buy({ ...purchase, pieces: bought })
    await happens?.(order)
    const { order: row, raw } = await read(order.id)
    recorded[title] = raw
    const { totalWithTax, taxSummary } = raw as { totalWithTax: number; taxSummary: Summary[] }
    const parts = buildParts(row.total, row)

    expect(row.total).toBe(expected.total)
    expect(parts.adjustment).toBeNull()
    if (row.total === totalWithTax) {
      const taxes = [...parts.lineItems, ...parts.shippingLines].flatMap((part) => part.taxes ?? [])
      const summary = taxSummary.map(({ description, taxRate, taxTotal }) => ({
        ...{ name: description, ratePercent: taxRate, amount: taxTotal },
      }))
      expect(sumTaxes(taxes)).toEqual(sumTaxes(summary))
    }
    expect(parts.paymentStatus).toBe(expected.status)
    expect(parts.keptAmount).toBe(expected.kept)
    expect(parts.refunds.map(({ amount, isMoneyMoved }) => [amount, isMoneyMoved])).toEqual(expected.refunds ?? [])
    const quantities = parts.lineItems.map((line) => [line.quantity, line.cancelledQuantity, line.refundedQuantity])
    if (expected.quantities) expect(quantities).toEqual(expected.quantities)
  })

  it('are as they were recorded for the shop that tests use in its place', () => {
    writeVendureAnswers(recorded)
    expect(toComparable(recorded)).toEqual(toComparable(readVendureAnswers()))
  })
})

it('shows a refund of an order that was placed long ago, although the date of the order stands still', async () => {
  const order = await act.buy({ pieces: { [ids.tea]: 1 }, payment: 'prepaid' })
  const before = await read(order.id)
  await act.refund(order.id, 2048)
  const after = await read(order.id)
  const dateOf = ({ raw }: RemoteOrder) => (raw as { updatedAt: string }).updatedAt
  expect(dateOf(after)).toBe(dateOf(before))
  expect(after.modifiedAt >= before.modifiedAt).toBe(true)
  expect(after.words).toEqual({ state: 'PaymentSettled', payment: null, refunds: 'refunded' })

  // The clock of the channel is ten days ahead, so the order is no longer recent, and read when its turn comes.
  const now = Date.parse(before.modifiedAt) + 10 * 86_400_000
  const found = new Set<string>()
  const store = storeAt(shop.url)
  for (let hour = 1; hour <= 25; hour++) {
    const at = new Date(now + hour * 3600_000)
    const since = new Date(at.getTime() - 3600_000)
    const query: Partial<OrderQuery> = { since, late: { since: new Date(after.modifiedAt), placedSince: since } }
    const later = { ...store, http: { ...store.http, now: () => at } }
    for (const { ref } of (await walkAll({ connector, store: later, waited: [] }, query)).orders) found.add(ref)
  }
  expect([...found]).toContain(order.id)
})
