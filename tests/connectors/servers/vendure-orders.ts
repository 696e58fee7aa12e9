/** A rate of a tax as the shop shows it. */
export interface Rate {
  description: string
  taxRate: number
}

export interface LineGiven {
  id: string
  sku?: string
  variantId?: string
  name?: string
  /** What the merchant entered for one piece, in the shop's integers. */
  listPrice: number
  quantity: number
  /** Pieces when the order was placed; 0 for a line that an edit added. */
  placed?: number
  rates?: Rate[]
  /** What discounts took off the whole line as it was placed, at least 0, by promotion. */
  discounts?: { promotion: string; amount: number }[]
}

export interface ContentGiven {
  pricesIncludeTax: boolean
  lines: LineGiven[]
  surcharges?: { id: string; description: string; sku?: string; price: number; rates?: Rate[] }[]
  shipping?: { id: string; code: string; name: string; price: number; rate?: Rate; discount?: number }[]
  promotions?: { id: string; couponCode: string; name: string }[]
}

const percentOf = (rates: readonly Rate[]) => rates.reduce((sum, { taxRate }) => sum + taxRate, 0)

/** The shop computes with fractions and rounds halves up, each amount by itself. */
const price = (each: number, quantity: number, percent: number, pricesIncludeTax: boolean) => {
  const [net, gross] = pricesIncludeTax ? [each / ((100 + percent) / 100), each] : [each, each + each * (percent / 100)]
  return { net: Math.round(net * quantity), gross: Math.round(gross * quantity) }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

const lineOf = (given: LineGiven, pricesIncludeTax: boolean) => {
  const {
    id,
    sku = 'TEA-1',
    variantId = '9',
    name = 'Green tea',
    listPrice,
    quantity,
    placed = quantity,
    rates = [],
  } = given
  const percent = percentOf(rates)
  const off = quantity ? sum((given.discounts ?? []).map(({ amount }) => amount)) / Math.max(placed, quantity) : 0
  const whole = price(listPrice, quantity, percent, pricesIncludeTax)
  const prorated = price(listPrice - off, quantity, percent, pricesIncludeTax)
  const one = price(listPrice, 1, percent, pricesIncludeTax)
  return {
    id,
    quantity,
    orderPlacedQuantity: placed,
    unitPrice: one.net,
    unitPriceWithTax: one.gross,
    proratedUnitPriceWithTax: price(listPrice - off, 1, percent, pricesIncludeTax).gross,
    linePriceWithTax: whole.gross,
    proratedLinePrice: prorated.net,
    proratedLinePriceWithTax: prorated.gross,
    taxLines: rates,
    productVariant: { id: variantId, sku, name, product: { id: '3' } },
  }
}

/** Sums the taxes of all parts by rate, as the shop does. */
const taxSummaryOf = (parts: readonly { net: number; gross: number; rates: readonly Rate[] }[]) => {
  const rows = new Map<string, { description: string; taxRate: number; taxBase: number; taxTotal: number }>()
  for (const { net, gross, rates } of parts)
    for (const { description, taxRate } of rates) {
      const key = `${description}:${taxRate}`
      const row = rows.get(key) ?? { description, taxRate, taxBase: 0, taxTotal: 0 }
      row.taxBase += net
      row.taxTotal += Math.round((gross - net) * (taxRate ? taxRate / percentOf(rates) : 0))
      rows.set(key, row)
    }
  return [...rows.values()]
}

/** Computes everything of an order that has a price, by the arithmetic of the shop. */
export const vendureContent = (given: ContentGiven) => {
  const { pricesIncludeTax, promotions = [] } = given
  const lines = given.lines.map((line) => lineOf(line, pricesIncludeTax))
  const surcharges = (given.surcharges ?? []).map(({ id, description, sku = '', price: listed, rates = [] }) => {
    const { net, gross } = price(listed, 1, percentOf(rates), pricesIncludeTax)
    return { id, description, sku, price: net, priceWithTax: gross, taxLines: rates }
  })
  const shipping = (given.shipping ?? []).map(({ id, code, name, price: listed, rate, discount = 0 }) => {
    const percent = rate?.taxRate ?? 0
    const whole = price(listed, 1, percent, pricesIncludeTax)
    const left = price(listed - discount, 1, percent, pricesIncludeTax)
    const shown = {
      ...{ id, shippingMethod: { code, name }, priceWithTax: whole.gross },
      ...{ discountedPrice: left.net, discountedPriceWithTax: left.gross },
    }
    return { shown, rates: [rate ?? { description: 'shipping tax', taxRate: 0 }] }
  })
  const parts = [
    ...lines.map((line) => ({
      net: line.proratedLinePrice,
      gross: line.proratedLinePriceWithTax,
      rates: line.taxLines,
    })),
    ...shipping.map(({ shown, rates }) => ({ net: shown.discountedPrice, gross: shown.discountedPriceWithTax, rates })),
    ...surcharges.map(({ price: net, priceWithTax: gross, taxLines: rates }) => ({ net, gross, rates })),
  ]
  const discounts = promotions.map(({ id, name }) => ({
    adjustmentSource: `PROMOTION:${id}`,
    description: name,
    amountWithTax: -sum(
      given.lines.map((line, i) => {
        const taken = (line.discounts ?? []).filter(({ promotion }) => promotion === id)
        const left = (lines[i]?.quantity ?? 0) / Math.max(1, line.placed ?? line.quantity, line.quantity)
        const percent = percentOf(line.rates ?? [])
        return price(sum(taken.map(({ amount }) => amount)) * left, 1, percent, pricesIncludeTax).gross
      }),
    ),
  }))
  return {
    lines,
    surcharges,
    shippingLines: shipping.map(({ shown }) => shown),
    discounts,
    promotions: promotions.map(({ id, couponCode }) => ({ id, couponCode })),
    couponCodes: promotions.map(({ couponCode }) => couponCode),
    taxSummary: taxSummaryOf(parts),
    subTotalWithTax: sum([...lines.map((l) => l.proratedLinePriceWithTax), ...surcharges.map((s) => s.priceWithTax)]),
    shippingWithTax: sum(shipping.map(({ shown }) => shown.discountedPriceWithTax)),
    totalWithTax: sum(parts.map(({ gross }) => gross)),
  }
}

export interface RefundGiven {
  id: string
  total: number
  state?: 'Pending' | 'Settled' | 'Failed'
  at?: string
  reason?: string
  shipping?: number
  lines?: { orderLineId: string; quantity: number }[]
}

export interface PaymentGiven {
  id: string
  amount: number
  state?: 'Created' | 'Authorized' | 'Settled' | 'Declined' | 'Error' | 'Cancelled'
  method?: string
  at?: string
  refunds?: RefundGiven[]
}

/** A payment as the shop shows it; `at` is the date of what has none. */
export const vendurePayment = (given: PaymentGiven, placedAt: string) => {
  const { id, amount, state = 'Settled', method = 'card', at = placedAt, refunds = [] } = given
  return {
    ...{ id, method, state, amount, createdAt: at, updatedAt: at },
    refunds: refunds.map(({ id: refundId, total, state: stateOf = 'Settled', at: refundedAt = at, ...more }) => ({
      id: refundId,
      state: stateOf,
      items: total - (more.shipping ?? 0),
      shipping: more.shipping ?? 0,
      adjustment: 0,
      total,
      reason: more.reason ?? null,
      createdAt: refundedAt,
      updatedAt: refundedAt,
      lines: more.lines ?? [],
    })),
  }
}
