import { requireLeft, type Shelf } from './goods.ts'
import type { Group, Variant, vendureCatalog } from './vendure-catalog.ts'

const LANGUAGE = 'de'

/** The catalog of a Vendure shop, as its staff sees it. */
export const vendureShelf = (
  { products, variants, groups, mode, ...catalog }: ReturnType<typeof vendureCatalog>,
  precision: () => number,
  channels: () => readonly { token: string; currency?: string }[],
): Shelf => {
  const units = (price: string) => Math.round(Number(price) * 10 ** precision())
  const bySku = (sku: string) => [...variants.values()].find((variant) => variant.sku === sku)
  return {
    sell({ name, description, variants: sold }) {
      const text = { languageCode: LANGUAGE, name, slug: catalog.inSlug(name), description: description ?? '' }
      const { id: productId, groups: its } = catalog.product({ translations: [text] })
      const group: Group = { id: catalog.newId(), code: 'size', name: 'Size', options: [] }
      if (sold.length > 1) {
        groups.set(group.id, group)
        its.push(group.id)
      }
      for (const { sku, name, price } of sold) {
        const option = { id: catalog.newId(), code: sku, name }
        if (sold.length > 1) group.options.push(option)
        const optionIds = sold.length > 1 ? [option.id] : []
        const translations = [{ languageCode: LANGUAGE, name }]
        catalog.createVariant({ productId, sku, price: units(price), optionIds, translations })
      }
    },
    sellBroken() {
      const { id: productId } = catalog.product({
        translations: [{ languageCode: LANGUAGE, name: 'Broken', slug: 'broken', description: '' }],
      })
      const broken = catalog.createVariant({ productId, sku: 'BROKEN', translations: [] })
      Object.assign(broken, { prices: null })
    },
    sold: () =>
      [...variants.values()].map(({ id, productId, sku, stock, trackInventory, outOfStockThreshold }: Variant) => {
        const [first] = stock
        return {
          ...{ sku, product: productId, variant: id },
          quantity: trackInventory === 'TRUE' && first ? first.stockOnHand - first.stockAllocated : null,
          backorders: outOfStockThreshold < 0,
        }
      }),
    reprice(sku, price) {
      const [first] = bySku(sku)?.prices ?? []
      if (first) first.price = units(price)
    },
    repriceIn(token, sku, price) {
      const variant = bySku(sku)
      const currencyCode = channels().find((each) => each.token === token)?.currency ?? mode.currencies[0]
      if (variant) variant.channelPrices[token] = [{ currencyCode, price: units(price) }]
    },
    priceIn(token, sku) {
      const price = bySku(sku)?.channelPrices[token]?.[0]?.price
      return price === undefined ? undefined : price / 10 ** precision()
    },
    discount: () => false,
    priceOf(sku) {
      const price = (bySku(sku)?.prices[0]?.price ?? 0) / 10 ** precision()
      return { paid: price, regular: price }
    },
    relabel(sku, to) {
      const variant = bySku(sku)
      if (variant) variant.sku = to
    },
    lose(sku) {
      const variant = bySku(sku)
      if (!variant) return
      variants.delete(variant.id)
      const others = [...variants.values()].some(({ productId }) => productId === variant.productId)
      if (!others) products.delete(variant.productId)
    },
    sellIn(currency) {
      mode.currencies = [currency]
    },
    buy(sku, pieces) {
      const variant = bySku(sku)
      const [stock] = variant?.stock ?? []
      if (!variant || !stock) throw new Error('not sold')
      requireLeft(stock.stockOnHand - stock.stockAllocated - variant.outOfStockThreshold, pieces)
      stock.stockAllocated += pieces
    },
    restock(sku, quantity) {
      const [stock] = bySku(sku)?.stock ?? []
      if (stock) stock.stockOnHand = quantity + stock.stockAllocated
    },
    uncount(sku) {
      const variant = bySku(sku)
      if (variant) variant.trackInventory = 'FALSE'
    },
    sellBeyond(sku) {
      const variant = bySku(sku)
      if (variant) Object.assign(variant, { outOfStockThreshold: -10, useGlobalOutOfStockThreshold: false })
    },
    refuse: (sku) => void mode.refused.add(sku),
  }
}
