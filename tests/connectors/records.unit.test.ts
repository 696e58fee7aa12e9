import fc from 'fast-check'
import { Check } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { isBadRecord } from '../../lib/connectors/connector.ts'
import { readShopifyOrder } from '../../lib/connectors/shopify/orders/order.ts'
import { readSimulated } from '../../lib/connectors/simulator/order.ts'
import { readSyliusOrder } from '../../lib/connectors/sylius/order.ts'
import { readVendureOrder } from '../../lib/connectors/vendure/order.ts'
import { readWooOrder } from '../../lib/connectors/woocommerce/orders/order.ts'
import { findViolations } from '../../lib/platform/http/request/find-violations.ts'
import { OrderRow } from '../../schemas/sales/order.ts'
import type { Cart } from './servers/cart.ts'
import { sample, second } from './servers/sample.ts'
import { shopifyOrder } from './servers/shopify.ts'
import { shopifyParts } from './servers/shopify-order.ts'
import { syliusOrder } from './servers/sylius.ts'
import { vendureOrder } from './servers/vendure.ts'
import { wooOrder } from './servers/woocommerce.ts'
import { wooParts } from './servers/woocommerce-order.ts'

const one = sample(1)
const simulated = {
  id: 'SIM-1',
  status: 'processing',
  currency: 'EUR',
  total: '43.00',
  placedAt: second(1),
  modifiedAt: second(1),
  customer: { name: 'Ada', email: 'a@example.com' },
  city: 'Wien',
  country: 'AT',
  lines: [{ sku: 'SIM-3', name: 'Teapot', quantity: 2, price: '8.00' }],
}
const syliusBeside = {
  customer: { firstName: 'Zoë', email: 'z@example.com' },
  placedAt: second(1),
  adjustments: [],
  payments: [],
  shipments: [],
}

/** An order with everything that a shop can tell of it. */
const everything: Cart = {
  currency: 'EUR',
  isGross: true,
  lines: [
    {
      ...{ sku: 'TEA-1', name: 'Green tea', quantity: 3, price: 1000, bundle: '1' },
      ...{ discounts: [{ code: 'SPRING', amount: 100 }], rates: [{ name: 'VAT', percent: 19 }] },
    },
    { sku: null, name: 'Tip', quantity: 1, price: 500, kind: 'tip' },
  ],
  shipping: [{ name: 'DHL', price: 490, rates: [{ name: 'VAT', percent: 19 }] }],
  fees: [{ name: 'Packaging', price: 119, rates: [{ name: 'VAT', percent: 19 }] }],
  duties: 300,
  refunds: [{ lines: [{ line: 0, quantity: 1 }], shipping: 200, duties: 100 }, { amount: 50 }],
}

const wholeShopifyOrder = () => {
  const { sums: _, ...parts } = shopifyParts({ ...everything, sent: [{ line: 0, quantity: 3 }] })
  return { ...shopifyOrder(one), ...parts }
}

const wholeWooOrder = () => {
  const fees = [...(everything.fees ?? []), { name: 'Gift card', price: -500 }]
  const { fields, refunds } = wooParts({ ...everything, fees })
  return { ...wooOrder(one), ...fields, refunds }
}

const READERS = {
  woocommerce: [wooOrder(one), (raw: unknown) => readWooOrder(raw, {})],
  'woocommerce with everything': [
    wholeWooOrder(),
    (raw: unknown) => readWooOrder(raw, { gift_card_fees: 'Gift card' }),
  ],
  shopify: [shopifyOrder(one), (raw: unknown) => readShopifyOrder(raw, {})],
  'shopify with everything': [wholeShopifyOrder(), (raw: unknown) => readShopifyOrder(raw, {})],
  sylius: [syliusOrder(one), (raw: unknown) => readSyliusOrder(raw, syliusBeside)],
  vendure: [vendureOrder(one, 2), (raw: unknown) => readVendureOrder(raw, { scale: 2, pricesIncludeTax: true })],
  simulator: [simulated, readSimulated],
} as const

const pathsIn = (value: unknown, path: string[] = []): string[][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, member]) => [[...path, name], ...pathsIn(member, [...path, name])])
    : []

const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], value)

const withAt = (value: unknown, [name, ...rest]: string[], other: unknown): unknown => {
  if (name === undefined) return other
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const members = copy as Record<string, unknown>
  members[name] = withAt(members[name], rest, other)
  return copy
}

/** Amounts below 0 that a sum of several records could hide. */
const NEGATIVE_PAYMENT: [[string[], unknown][]] = [[[['payments', '0', 'amount'], -1]]]

const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x'.repeat(100_000),
    '😀'.repeat(300),
    -1,
    0.1,
    1e308,
    2 ** 53,
    '99999999999999999999',
    '99999999999999999999999',
    '1e5',
    'NaN',
    '-5.00',
    true,
    [],
    {},
    [[]],
    'XXX',
    'eur',
    '2026-02-31T00:00:00',
    '0000-00-00T00:00:00',
    Array.from({ length: 1001 }, () => ({})),
  ),
  fc.jsonValue(),
)

describe.each(Object.entries(READERS))('a record of %s', (_, [good, read]) => {
  it('is read in the common format', async () => {
    const record = read(good)
    if (isBadRecord(record)) throw new Error(record.error)
    expect(await findViolations('an order', 'body', OrderRow, record.order)).toEqual([])
  })

  it('is read as an order or as a bad record, whatever it contains', () => {
    const paths = pathsIn(good)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), HOSTILE), { minLength: 1, maxLength: 3 }), (changes) => {
        const raw = changes.reduce<unknown>((record, [path, value]) => {
          try {
            return withAt(record, path, value)
          } catch {
            return record
          }
        }, good)
        const record = read(raw)
        if (isBadRecord(record)) {
          expect(record.error.length).toBeLessThan(400)
          return
        }
        expect(Check(OrderRow, record.order), JSON.stringify(record.order).slice(0, 2000)).toBe(true)
        expect(new Date(record.modifiedAt).toISOString()).toBe(record.modifiedAt)
        expect(JSON.stringify(record.order).isWellFormed()).toBe(true)
        expect(JSON.stringify(record.order)).not.toContain('\\u0000')
      }),
      { numRuns: 400, examples: [NEGATIVE_PAYMENT] },
    )
  })

  it('is bad if its total is negative or too large', () => {
    const totals = {
      total: ['total'],
      currentTotalPriceSet: ['currentTotalPriceSet', 'presentmentMoney', 'amount'],
      totalWithTax: ['totalWithTax'],
    }
    const path = Object.entries(totals).find(([name]) => Object.hasOwn(good, name))?.[1] ?? []
    const isText = typeof valueAt(good, path) === 'string'
    for (const total of isText ? ['-9999.99', '99999999999999999999'] : [-1, 2 ** 53])
      expect(read(withAt(good, path, total)), String(total)).toMatchObject({ error: expect.stringContaining('has a') })
  })

  it.each([[null], [undefined], [7], ['x'], [[]], [{}]])('is bad if it is %j', (raw) => {
    expect(read(raw)).toMatchObject({ ref: '', externalOrderId: null, error: expect.any(String) })
  })
})
