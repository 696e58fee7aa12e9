import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import { toInvoiceLines } from '../../lib/billing/invoices/to-invoice-lines.ts'
import type { TaxRates } from '../../lib/billing/tax.ts'
import { addOrderSupply } from '../../lib/billing/taxes/order-supply.ts'
import { EMPTY_ADDRESS } from '../../lib/platform/addresses/empty-address.ts'
import { buildParts } from '../support/order-parts.ts'
import { changeInShop, placeOrder } from '../year/business/shop-changes.ts'
import { toRow, totalOf } from '../year/business/shop-order.ts'

const PLACE = {
  sellerCountry: 'DE',
  dispatchCountry: null,
  destination: { countryCode: 'DE', region: null, postalCode: null },
  buyerVatId: null,
  day: '2026-02-28',
}

/** Makes the lines that bill an order of a shop, which its shop may have changed and refunded in part. */
const billOrder = (chance: () => number, i: number) => {
  const world = { random: chance, tally: {} } as Parameters<typeof placeOrder>[0]
  const order = placeOrder(world, chance() < 0.7 ? 'gross' : 'net', chance() < 0.5 ? 'AT' : 'DE')
  for (let left = Math.floor(chance() * 4); left > 0; left--) changeInShop(world, order)
  const { shippingAddress, ...row } = toRow({ ...order, isCancelled: false }, 0)
  const parts = buildParts(totalOf(order), row)
  const lines = toInvoiceLines({ id: `order-${i}`, number: order.id, total: totalOf(order), ...parts })
  return addOrderSupply(lines, { shippingAddress: { ...EMPTY_ADDRESS, ...shippingAddress } }, () => null)
}

/** Prices an invoice of orders of two countries with tax in their prices, with shipping, discounts, mixed rates and refunds. */
export const priceOrders = (chance: () => number, taxRates: TaxRates) => {
  let made = 0
  const count = 1 + Math.floor(chance() * 4)
  const given = Array.from({ length: count }, (_, i) => billOrder(chance, i)).flat()
  const newId = () => `line-${++made}`
  const priced = priceLines(given, { taxRates, place: PLACE, pricesIncludeTax: true, newId })
  return { ...priced, pricesIncludeTax: true, deliverTo: null }
}
