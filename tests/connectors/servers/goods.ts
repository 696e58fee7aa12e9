/** A product in a neutral format; each server converts it to its platform's. */
export interface Goods {
  name: string
  description: string | null
  /** Prices as decimals, in the currency of the shop. */
  variants: { sku: string; name: string; price: string }[]
}

export interface Sold {
  sku: string
  /** The platform's ids. */
  product: string
  variant: string
  /** Null if the shop does not track the stock. */
  quantity: number | null
  backorders: boolean
}

/** Direct access to the catalog of a shop, without its connector. */
export interface Shelf {
  /** Adds a product that was created in the shop itself. */
  sell(goods: Goods): void
  /** Adds a record that is not a product. */
  sellBroken(): void
  sold(): Sold[]
  /** Changes a price in the shop. */
  reprice(sku: string, price: string): void
  /** Puts a price of a further channel of the shop, in its currency; absent where shops have no channels. */
  repriceIn?(channel: string, sku: string, price: string): void
  /** Returns the price in a further channel, as a decimal; undefined if it has none there. */
  priceIn?(channel: string, sku: string): number | undefined
  /** Begins a sale at a price, or ends it; returns false if the shop has no prices of sales. */
  discount(sku: string, price: string | null): boolean
  /** Returns what a buyer pays, and the price with which the shop compares it. */
  priceOf(sku: string): { paid: number; regular: number }
  /** Changes a SKU in the shop. Throws if the shop cannot. */
  relabel(sku: string, to: string): void
  /** Deletes a variant, and its product with the last one. */
  lose(sku: string): void
  /** Changes the currency of the shop. */
  sellIn(currency: string): void
  /** Lets a buyer take so many pieces. Throws if the shop does not have them. */
  buy(sku: string, pieces: number): void
  /** Sets the quantity that the shop offers, as its staff does. */
  restock(sku: string, quantity: number): void
  /** Lets the staff end the counting of a variant. */
  uncount(sku: string): void
  /** Lets the staff sell a variant beyond its stock; absent where shops have no such choice beside not counting. */
  sellBeyond?(sku: string): void
  /** Lets the staff say what the goods are, in the words of the shop's API; absent where it has none of it. */
  describe?(sku: string, words: Readonly<Record<string, unknown>>): void
  /** Rejects this SKU from now on. */
  refuse(sku: string): void
}

/** Throws unless a shop with so many pieces left sells these. */
export const requireLeft = (left: number, pieces: number): void => {
  if (left < pieces) throw new Error(`only ${left} pieces are left`)
}

export const goods = (count: number, more: Partial<Goods> = {}): Goods => ({
  name: `Tea ${count}`,
  description: null,
  variants: [{ sku: `SKU-${count}`, name: 'Loose', price: '12.90' }],
  ...more,
})
