const API = '/api/v2/admin'

/** A rate of a tax of the shop. */
export interface TaxRate {
  name: string
  percent: number
  /** True if prices contain the tax, which then is a neutral adjustment. */
  included: boolean
}

export interface ItemGiven {
  id: number
  variant?: string
  productName?: string
  unitPrice: number
  quantity: number
  rate?: TaxRate
  /** What promotions took off the whole item, by name. */
  promotions?: {
    name: string
    type?: 'order_promotion' | 'order_item_promotion' | 'order_unit_promotion'
    amount: number
  }[]
}

export interface ShipmentGiven {
  id: number
  method?: string
  price: number
  rate?: TaxRate
  /** What a promotion took off. */
  promotion?: number
}

export interface ContentGiven {
  items: ItemGiven[]
  shipments?: ShipmentGiven[]
  /** Adjustments that a plugin adds to the order. */
  others?: { type: string; label: string; amount: number }[]
}

export interface AdjustmentShown {
  '@id': string
  id: number
  order: string | null
  orderItem: string | null
  orderItemUnit: string | null
  shipment: string | null
  type: string
  label: string
  amount: number
  neutral: boolean
  locked: boolean
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Spreads an amount over units: the first ones get one more until it is used up. */
const spread = (amount: number, units: number): number[] => {
  const size = Math.trunc(amount / units)
  const rest = amount - size * units
  return Array.from({ length: units }, (_, i) => size + (i < Math.abs(rest) ? Math.sign(rest) : 0))
}

const taxOf = (amount: number, { percent, included }: TaxRate) =>
  Math.round(included ? amount - amount / (1 + percent / 100) : (amount * percent) / 100)

const labelOf = ({ name, percent }: TaxRate) => `${name} (${percent}%)`

/** Computes everything of an order that has a price, by the arithmetic of the shop with taxes that are rounded per item. */
export const syliusContent = (token: string, { items, shipments = [], others = [] }: ContentGiven) => {
  const adjustments: AdjustmentShown[] = []
  const adjust = (at: Partial<AdjustmentShown>, type: string, label: string, amount: number, neutral = false) => {
    const id = adjustments.length + 1
    const nowhere = { order: null, orderItem: null, orderItemUnit: null, shipment: null }
    adjustments.push({
      '@id': `${API}/adjustments/${id}`,
      id,
      ...nowhere,
      ...at,
      type,
      label,
      amount,
      neutral,
      locked: false,
    })
  }
  const shown = items.map(
    ({ id, variant = 'TEA-1', productName = 'Green tea', unitPrice, quantity, rate, ...given }) => {
      const units = Array.from(
        { length: quantity },
        (_, i) => `${API}/order-item-units/${id}${String(i).padStart(3, '0')}`,
      )
      const totals = units.map(() => unitPrice)
      for (const { name, type = 'order_promotion', amount } of given.promotions ?? [])
        for (const [i, share] of spread(-amount, quantity || 1).entries()) {
          if (share === 0 || totals[i] === undefined) continue
          adjust({ orderItemUnit: units[i] ?? null }, type, name, share)
          totals[i] = (totals[i] ?? 0) + share
        }
      // An item or unit never costs less than nothing.
      const beforeTax = Math.max(0, sum(totals.map((each) => Math.max(0, each))))
      const tax = rate ? taxOf(beforeTax, rate) : 0
      if (rate)
        for (const [i, share] of spread(tax, quantity || 1).entries())
          if (share !== 0) adjust({ orderItemUnit: units[i] ?? null }, 'tax', labelOf(rate), share, rate.included)
      const total = beforeTax + (rate?.included ? 0 : tax)
      return {
        '@id': `${API}/order-items/${id}`,
        id,
        variant: `${API}/product-variants/${variant}`,
        productName,
        quantity,
        unitPrice,
        originalUnitPrice: unitPrice,
        units,
        subtotal: unitPrice * quantity,
        total,
      }
    },
  )
  const order = `${API}/orders/${token}`
  for (const { id, method = 'dhl', price, rate, promotion = 0 } of shipments) {
    const shipment = `${API}/shipments/${id}`
    adjust({ order, shipment }, 'shipping', method.toUpperCase(), price)
    if (promotion) adjust({ order, shipment }, 'order_shipping_promotion', 'Cheaper shipping', -promotion)
    const tax = rate ? taxOf(price - promotion, rate) : 0
    if (rate && tax) adjust({ order, shipment }, 'tax', labelOf(rate), tax, rate.included)
  }
  for (const { type, label, amount } of others) adjust({ order }, type, label, amount)
  const amountOf = (fits: (each: AdjustmentShown) => boolean) =>
    sum(adjustments.filter(fits).map(({ amount }) => amount))
  const itemsTotal = sum(shown.map(({ total }) => total))
  const SHIPPING = ['shipping', 'order_shipping_promotion', 'tax']
  return {
    adjustments,
    members: {
      items: shown,
      shipments: shipments.map(({ id, method = 'dhl' }) => ({ id, method: `${API}/shipping-methods/${method}` })),
      itemsTotal,
      total: Math.max(0, itemsTotal + amountOf((each) => each.order !== null && !each.neutral)),
      taxTotal: amountOf(({ type }) => type === 'tax'),
      shippingTotal: amountOf((each) => each.order !== null && !each.neutral && SHIPPING.includes(each.type)),
      orderPromotionTotal: amountOf(({ type }) => /^order_(item_|unit_)?promotion$/.test(type)),
      shippingPromotionTotal: amountOf(({ type }) => type === 'order_shipping_promotion'),
    },
  }
}
