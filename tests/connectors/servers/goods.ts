/** A product in no platform's words; each server spells it as its platform does. */
export interface Goods {
  name: string
  description: string | null
  /** Prices as people write them, in the currency of the store. */
  variants: { sku: string; name: string; price: string }[]
}

export interface Sold {
  sku: string
  /** The platform's own names. */
  product: string
  variant: string
  /** Null where the store does not count them. */
  quantity: number | null
  backorders: boolean
}

/** What a store sells, to look into and to change without asking the connector. */
export interface Shelf {
  /** Sells a product that somebody made in the store itself. */
  sell(goods: Goods): void
  /** Something among the products that is nothing to sell. */
  sellBroken(): void
  sold(): Sold[]
  /** Changes a price by hand. */
  reprice(sku: string, price: string): void
  /** Takes a variant away, and its product with the last of them. */
  lose(sku: string): void
  /** Sells in another currency from now on. */
  sellIn(currency: string): void
  /** Takes nothing of this SKU any more. */
  refuse(sku: string): void
}

export const goods = (count: number, more: Partial<Goods> = {}): Goods => ({
  name: `Tea ${count}`,
  description: null,
  variants: [{ sku: `SKU-${count}`, name: 'Loose', price: '12.90' }],
  ...more,
})
