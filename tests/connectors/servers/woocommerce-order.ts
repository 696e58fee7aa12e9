import {
  add,
  type Cart,
  type CartCharge,
  type CartLine,
  type CartRefund,
  divide,
  millionths,
  type Rate,
  text,
} from './cart.ts'

export interface WooCart extends Cart {
  status?: string
  datePaid?: string | null
  dateCompleted?: string | null
  paymentMethod?: string
  needsProcessing?: boolean
  /** The option that rounds taxes once for each order and rate. */
  roundsAtSubtotal?: boolean
  /** Whether parts of bundles are sent in the bundle. */
  isAssembled?: boolean
}

/** An amount without taxes and its taxes, as exact fractions of `of`. */
const split = (price: number, rates: readonly Rate[], isGross: boolean) => {
  const all = rates.map(millionths).reduce((sum, rate) => sum + rate, 0n)
  const of = isGross ? 1_000_000n + all : 1_000_000n
  return {
    of,
    net: BigInt(price) * (isGross ? 1_000_000n : of),
    taxes: rates.map((rate) => BigInt(price) * millionths(rate)),
  }
}

/** Builds the parts of an order as WooCommerce has them, by its arithmetic. */
export const wooParts = (cart: WooCart) => {
  const { currency, isGross, lines, shipping = [], fees = [], refunds = [] } = cart
  const half = isGross ? 'down' : 'up'
  const show = (amount: number) => text(amount, currency)
  const rates = [...lines, ...shipping, ...fees].flatMap((each) => each.rates ?? [])
  const names = [...new Set(rates.map(({ name }) => name))]
  const rateId = ({ name }: Rate) => 11 + names.indexOf(name)

  const price = (amount: number, own: readonly Rate[] = []) => {
    const { of, net, taxes } = split(amount, own, isGross)
    const rounded = taxes.map((tax) => divide(tax, of, half))
    const tax = cart.roundsAtSubtotal
      ? divide(
          taxes.reduce((sum, each) => sum + each, 0n),
          of,
          half,
        )
      : add(rounded)
    // Six decimals, as the shop stores them.
    const exact = taxes.map((each) => ({ rate: '', amount: Number(each) / Number(of) }))
    return { net: divide(net, of), tax, of, taxes, rounded, exact, rates: own }
  }
  const exactText = (value: number) =>
    (value / 10 ** (show(0).split('.')[1]?.length ?? 0)).toFixed(6).replace(/0+$/, '').replace(/\.$/, '')
  const taxesOf = (priced: ReturnType<typeof price>) =>
    priced.rates.map((rate, i) => ({ id: rateId(rate), total: exactText(priced.exact[i]?.amount ?? 0), subtotal: '' }))
  const show2 = (priced: ReturnType<typeof price>) => ({
    ...{ total: show(priced.net), total_tax: show(priced.tax), taxes: taxesOf(priced) },
  })

  const parents = [...new Set(lines.flatMap(({ bundle }) => bundle ?? []))].map(Number)
  const priceLine = ({ price: each, quantity, discounts = [], rates: own = [] }: CartLine) => ({
    full: price(each * quantity, own),
    paid: price(each * quantity - add(discounts.map(({ amount }) => amount)), own),
  })
  const pricedLines = lines.map(priceLine)
  const priceCharge = (charge: CartCharge) =>
    price(charge.price - add((charge.discounts ?? []).map(({ amount }) => amount)), charge.rates)
  const pricedShipping = shipping.map(priceCharge)
  const pricedFees = fees.map(priceCharge)
  const all = [...pricedLines.map(({ paid }) => paid), ...pricedShipping, ...pricedFees]

  /** Taxes of the order, each rate rounded by itself: by line, or once. */
  const sumTax = () => {
    if (!cart.roundsAtSubtotal) return add(all.map(({ tax }) => tax))
    const byRate = names.map((name) => {
      const [numerator, denominator] = all
        .flatMap(({ taxes, of, rates: own }) => taxes.flatMap((tax, i) => (own[i]?.name === name ? [[tax, of]] : [])))
        .reduce(([n = 0n, d = 1n], [tax = 0n, of = 1n]) => [n * of + tax * d, d * of], [0n, 1n])
      return divide(numerator ?? 0n, denominator ?? 1n, half)
    })
    return add(byRate)
  }
  const tax = sumTax()
  const total = add(all.map(({ net }) => net)) + tax

  const refundLine = (id: number, amounts: { net: number; tax: number }, part: number, of: number) => ({
    id: 8000 + id,
    total: show(-divide(BigInt(amounts.net) * BigInt(part), BigInt(of))),
    total_tax: show(-divide(BigInt(amounts.tax) * BigInt(part), BigInt(of))),
    meta_data: [{ id: 1, key: '_refunded_item_id', value: String(id) }],
  })
  const buildRefund = (refund: CartRefund, index: number) => {
    const items = (refund.lines ?? []).map(({ line, quantity, amount }) => {
      const { paid } = pricedLines[line] ?? { paid: price(0) }
      const told = refundLine(line + 1, paid, quantity, lines[line]?.quantity ?? 1)
      return { ...told, quantity: -quantity, ...(amount !== undefined && { total: show(-amount), total_tax: show(0) }) }
    })
    const [first] = pricedShipping
    const gross = (first?.net ?? 0) + (first?.tax ?? 0)
    const shipped = refund.shipping && first && gross ? [refundLine(501, first, refund.shipping, gross)] : []
    const feeLines = (refund.fees ?? []).map(({ fee, amount }) => refundLine(701 + fee, { net: amount, tax: 0 }, 1, 1))
    const parts = [...items, ...shipped, ...feeLines].map((each) => -Number(each.total) - Number(each.total_tax))
    const amount =
      refund.amount === undefined ? add(parts).toFixed(show(0).split('.')[1]?.length ?? 0) : show(refund.amount)
    const at = (refund.at ?? `2026-03-0${2 + index}T10:00:00Z`).slice(0, 19)
    return {
      id: 900 + index,
      // The shop's own zone is UTC.
      ...{ date_created: at, date_created_gmt: at },
      amount,
      reason: refund.note ?? '',
      refunded_payment: refund.status !== 'PENDING',
      meta_data: [],
      line_items: items,
      shipping_lines: shipped,
      fee_lines: feeLines,
      tax_lines: [],
    }
  }
  const details = refunds.map(buildRefund)

  return {
    fields: {
      status: cart.status ?? 'processing',
      currency,
      prices_include_tax: isGross,
      total: show(total),
      total_tax: show(tax),
      needs_processing: cart.needsProcessing ?? true,
      date_paid_gmt: cart.datePaid === undefined ? '2026-03-01T00:00:05' : cart.datePaid,
      date_completed_gmt: cart.dateCompleted ?? null,
      payment_method: cart.paymentMethod ?? 'stripe',
      payment_method_title: 'Card',
      line_items: pricedLines.map(({ full, paid }, i) => {
        const { sku, name, quantity, kind, bundle, sold } = lines[i] as CartLine
        const productId = kind === 'free_text' ? 0 : Number(sold?.product ?? 70 + i)
        const variationId = sold && sold.variant !== sold.product ? Number(sold.variant) : 0
        return {
          ...{ id: i + 1, name, product_id: productId, variation_id: variationId, quantity, sku },
          ...{ subtotal: show(full.net), subtotal_tax: show(full.tax), ...show2(paid) },
          ...(bundle !== undefined && { bundled_by: String(Number(bundle) + 1), bundled_item_title: name }),
          ...(parents.includes(i) && {
            bundled_items: lines.flatMap((each, at) => (each.bundle === String(i) ? at + 1 : [])),
          }),
          meta_data:
            bundle === undefined
              ? []
              : [{ id: 1, key: '_bundled_item_needs_shipping', value: cart.isAssembled ? 'no' : 'yes' }],
        }
      }),
      tax_lines: names.map((name, i) => {
        const percent = rates.find((rate) => rate.name === name)?.percent ?? 0
        return {
          id: 300 + i,
          rate_id: 11 + i,
          rate_code: `DE-${name}-1`,
          label: name,
          compound: false,
          rate_percent: percent,
        }
      }),
      shipping_lines: pricedShipping.map((priced, i) => ({
        ...{
          id: 501 + i,
          method_id: shipping[i]?.name.toLowerCase(),
          method_title: shipping[i]?.name,
          ...show2(priced),
        },
      })),
      fee_lines: pricedFees.map((priced, i) => ({ id: 701 + i, name: fees[i]?.name, tax_class: '', ...show2(priced) })),
      coupon_lines: lines.flatMap(({ discounts = [] }, i) =>
        discounts.flatMap(({ code }) => {
          const { full, paid } = pricedLines[i] as (typeof pricedLines)[number]
          return code
            ? [{ id: 800 + i, code, discount: show(full.net - paid.net), discount_tax: show(full.tax - paid.tax) }]
            : []
        }),
      ),
      refunds: details.map(({ id, reason, amount }) => ({ id, reason, total: `-${amount}` })),
    },
    refunds: details,
    /** What a test compares with. */
    sums: { total, tax },
  }
}
