import {
  add,
  type Cart,
  type CartCharge,
  type CartDiscount,
  type CartLine,
  countRemoved,
  divide,
  millionths,
  type Rate,
  text,
} from './cart.ts'

const gid = (kind: string, id: number | string) => `gid://shopify/${kind}/${id}`

/** The amounts of an order: those in the shop's currency are each converted and rounded by themselves. */
const makeMoney = (currency: string, shopCurrency: string, shopPerUnit: number) => (amount: number) => ({
  presentmentMoney: { amount: text(amount, currency), currencyCode: currency },
  shopMoney: {
    amount: text(currency === shopCurrency ? amount : Math.round(amount * shopPerUnit), shopCurrency),
    currencyCode: shopCurrency,
  },
})
export type ShopMoney = ReturnType<ReturnType<typeof makeMoney>>

const computeTaxes = (price: number, rates: readonly Rate[], isGross: boolean): number[] => {
  const all = rates.map(millionths).reduce((sum, rate) => sum + rate, 0n)
  return rates.map((rate) => divide(BigInt(price) * millionths(rate), 1_000_000n + (isGross ? all : 0n)))
}

/** Takes the pieces that are left: what was refunded or removed is rounded, and the rest stays. */
const keep = (amount: number, pieces: number, of: number) =>
  amount - (of ? divide(BigInt(amount) * BigInt(of - pieces), BigInt(of)) : 0)

const countRefunded = ({ refunds = [] }: Cart, line: number) =>
  add(refunds.flatMap(({ lines = [] }) => lines.flatMap((each) => (each.line === line ? each.quantity : []))))

export interface ShopifyCart extends Cart {
  shopCurrency?: string
  shopPerUnit?: number
  /** Pieces that the shop has sent, by index of their line. */
  sent?: { line: number; quantity: number }[]
  gateways?: string[]
  financialStatus?: string | null
}

/** Builds the parts of an order as Shopify has them, by its arithmetic. */
export const shopifyParts = (cart: ShopifyCart, orderId = 1) => {
  const { currency, isGross, lines, shipping = [], fees = [], duties = 0, refunds = [], sent = [] } = cart
  const money = makeMoney(currency, cart.shopCurrency ?? currency, cart.shopPerUnit ?? 1)
  const discountsOf = (discounts: readonly CartDiscount[]) =>
    discounts.map(({ code, name, amount }, index) => ({
      allocatedAmountSet: money(amount),
      discountApplication: {
        index: code ? 100 + index : index,
        ...(code
          ? { __typename: 'DiscountCodeApplication', code }
          : { __typename: 'AutomaticDiscountApplication', title: name ?? 'Offer' }),
      },
    }))
  const taxesOf = (rates: readonly Rate[], taxes: readonly number[]) =>
    rates.map(({ name, percent }, i) => ({
      ...{ title: name, rate: percent / 100, ratePercentage: percent, priceSet: money(taxes[i] ?? 0) },
    }))

  const computeLine = (line: CartLine, at: number) => {
    const { quantity, discounts = [], rates = [] } = line
    const price = line.price * quantity - add(discounts.map(({ amount }) => amount))
    const taxes = computeTaxes(price, rates, isGross)
    const current = quantity - countRemoved(cart, at) - countRefunded(cart, at)
    const now = { price: keep(price, current, quantity), taxes: taxes.map((tax) => keep(tax, current, quantity)) }
    return { line, at, price, taxes, current, now, gone: quantity - current }
  }
  const computed = lines.map(computeLine)
  const sum = (parts: readonly { price: number; taxes: number[] }[]) =>
    add(parts.map(({ price, taxes }) => price + (isGross ? 0 : add(taxes))))

  const computeCharge = (charge: CartCharge) => {
    const price = charge.price - add((charge.discounts ?? []).map(({ amount }) => amount))
    return { charge, price, taxes: computeTaxes(price, charge.rates ?? [], isGross) }
  }
  const shipped = shipping.map(computeCharge)
  const charged = fees.map(computeCharge)
  let back = add(refunds.map((refund) => refund.shipping ?? 0))
  const shippedNow = shipped.map(({ price, taxes }) => {
    const now = price - Math.min(back, price)
    back -= price - now
    return { price: now, taxes: taxes.map((tax) => (price ? divide(BigInt(tax) * BigInt(now), BigInt(price)) : tax)) }
  })
  const dutiesNow = duties - add(refunds.map((refund) => refund.duties ?? 0))
  const total = sum([...computed, ...shipped, ...charged]) + duties
  const current = sum([...computed.map(({ now }) => now), ...shippedNow, ...charged]) + dutiesNow
  const tips = add(computed.flatMap(({ line, price }) => (line.kind === 'tip' ? price : [])))

  const buildLine = ({ line, at, price, taxes, current: left, now }: (typeof computed)[number]) => {
    const shipped = add(sent.flatMap((each) => (each.line === at ? each.quantity : [])))
    const returned = add(
      refunds.flatMap(({ lines: of = [] }) =>
        of.flatMap((each) => (each.line === at && each.left ? each.quantity : [])),
      ),
    )
    const discounts = line.discounts ?? []
    return {
      ...{ id: gid('LineItem', at + 1), sku: line.sku, name: line.name, title: line.name, variantTitle: null },
      ...{ quantity: line.quantity, currentQuantity: left },
      unfulfilledQuantity: Math.max(0, left - Math.max(0, shipped - returned)),
      requiresShipping: (line.kind ?? 'goods') === 'goods',
      isGiftCard: line.kind === 'gift_card',
      product: line.kind === 'tip' || line.kind === 'free_text' ? null : { id: gid('Product', at + 1) },
      variant:
        line.kind === 'tip' || line.kind === 'free_text'
          ? null
          : { id: line.sold?.variant ?? gid('ProductVariant', at + 1) },
      lineItemGroup: line.bundle
        ? { id: gid('LineItemGroup', line.bundle), title: 'Set', quantity: 1, variantSku: null }
        : null,
      originalTotalSet: money(price + add(discounts.map(({ amount }) => amount))),
      priceAfterAllDiscountsBeforeTaxesSet: money(now.price - (isGross ? add(now.taxes) : 0)),
      discountAllocations: discountsOf(discounts),
      taxLines: taxesOf(line.rates ?? [], taxes),
    }
  }

  const buildRefund = (refund: (typeof refunds)[number], index: number) => {
    const { lines: of = [], status = 'SUCCESS' } = refund
    const cost = add(
      of.map(({ line, quantity }) => {
        const found = computed[line]
        const whole = found ? found.price + (isGross ? 0 : add(found.taxes)) : 0
        return found ? divide(BigInt(whole) * BigInt(quantity), BigInt(found.line.quantity)) : 0
      }),
    )
    const shippingTax = add(computeTaxes(refund.shipping ?? 0, shipping[0]?.rates ?? [], isGross))
    const shippingCost = (refund.shipping ?? 0) + (isGross ? 0 : shippingTax)
    const amount = refund.amount ?? cost + shippingCost + (refund.duties ?? 0)
    const at = refund.at ?? `2026-03-0${2 + index}T10:00:00Z`
    const transaction = { kind: 'REFUND', status, amountSet: money(amount) }
    return {
      ...{ id: gid('Refund', orderId * 1000 - 100 + index), createdAt: at, processedAt: at, note: refund.note ?? null },
      duties: refund.duties ? [{ amountSet: money(refund.duties) }] : [],
      refundLineItems: {
        pageInfo: { hasNextPage: false, endCursor: null as string | null },
        nodes: of.map(({ line, quantity, left }) => ({
          quantity,
          restockType: left === undefined ? 'NO_RESTOCK' : left ? 'RETURN' : 'CANCEL',
          lineItem: { id: gid('LineItem', line + 1) },
        })),
      },
      refundShippingLines: {
        nodes: refund.shipping ? [{ subtotalAmountSet: money(refund.shipping), taxAmountSet: money(shippingTax) }] : [],
      },
      transactions: { nodes: status === 'none' ? [] : [transaction] },
    }
  }

  return {
    currencyCode: cart.shopCurrency ?? currency,
    presentmentCurrencyCode: currency,
    displayFinancialStatus: cart.financialStatus === undefined ? 'PAID' : cart.financialStatus,
    taxesIncluded: isGross,
    dutiesIncluded: false,
    paymentGatewayNames: cart.gateways ?? ['shopify_payments'],
    totalPriceSet: money(total),
    currentTotalPriceSet: money(current),
    currentTotalDutiesSet: duties ? money(dutiesNow) : null,
    currentTotalAdditionalFeesSet: fees.length ? money(add(charged.map(({ price }) => price))) : null,
    totalTipReceivedSet: money(tips),
    totalCapturableSet: money(cart.financialStatus === 'AUTHORIZED' ? total : 0),
    totalReceivedSet: money(['PENDING', 'AUTHORIZED', null].includes(cart.financialStatus ?? 'PAID') ? 0 : total),
    lineItems: { pageInfo: { hasNextPage: false, endCursor: null as string | null }, nodes: computed.map(buildLine) },
    shippingLines: {
      nodes: shipped.map(({ charge, price, taxes }, i) => ({
        ...{ id: gid('ShippingLine', 500 + i), title: charge.name, code: charge.name.toLowerCase() as string | null },
        originalPriceSet: money(charge.price),
        discountedPriceSet: money(price),
        currentDiscountedPriceSet: money(shippedNow[i]?.price ?? 0),
        discountAllocations: discountsOf(charge.discounts ?? []),
        taxLines: taxesOf(charge.rates ?? [], taxes),
      })),
    },
    additionalFees: charged.map(({ charge, price, taxes }, i) => ({
      ...{ id: gid('AdditionalFee', 700 + i), name: charge.name },
      ...{ price: money(price), taxLines: taxesOf(charge.rates ?? [], taxes) },
    })),
    refunds: refunds.map(buildRefund),
    fulfillments: sent.map(({ line, quantity }) => ({
      status: 'SUCCESS',
      fulfillmentLineItems: {
        pageInfo: { hasNextPage: false, endCursor: null as string | null },
        nodes: [{ quantity, lineItem: { id: gid('LineItem', line + 1) } }],
      },
    })),
    /** What a test compares with, which the shop does not show. */
    sums: {
      total,
      current,
      tax: add([...computed, ...shipped, ...charged].flatMap(({ taxes }) => taxes)),
      currentTax: add([...computed.map(({ now }) => now), ...shippedNow, ...charged].flatMap(({ taxes }) => taxes)),
    },
  }
}
