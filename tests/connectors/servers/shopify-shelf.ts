import { requireLeft, type Shelf } from './goods.ts'
import type { shopifyCatalog, Variant } from './shopify-catalog.ts'

/** The catalog of a shop, as its staff sees it. */
export const shopifyShelf = ({
  products,
  variants,
  mode,
  location,
  ...catalog
}: ReturnType<typeof shopifyCatalog>): Shelf => {
  const bySku = (sku: string) => [...variants.values()].find((variant) => variant.sku === sku)
  return {
    sell({ name, description, variants: sold }) {
      const product = catalog.newProduct({ title: name, descriptionHtml: description ?? '' }, null)
      const [spare] = [...variants.values()].filter(({ productId }) => productId === product.id)
      if (sold.length > 1) product.options = ['Size']
      for (const [place, { sku, name, price }] of sold.entries()) {
        const variant = place ? catalog.standalone(product.id) : (spare as Variant)
        Object.assign(variant, { sku, price })
        if (sold.length > 1) variant.selectedOptions = [{ name: 'Size', value: name }]
      }
    },
    sellBroken() {
      const product = catalog.newProduct({ title: 'Broken' }, null)
      const broken = [...variants.values()].find(({ productId }) => productId === product.id)
      Object.assign(broken as Variant, { price: '9'.repeat(25) })
    },
    sold: () =>
      [...variants.values()].map(({ id, productId, sku, inventoryPolicy, item }) => ({
        ...{ sku: sku ?? '', product: productId, variant: id },
        quantity: item.tracked ? (item.levels.get(location) ?? null) : null,
        backorders: inventoryPolicy === 'CONTINUE',
      })),
    reprice(sku, price) {
      const variant = bySku(sku)
      if (variant) variant.price = price
    },
    discount(sku, price) {
      const variant = bySku(sku)
      if (variant) {
        const regular = variant.compareAtPrice ?? variant.price
        Object.assign(
          variant,
          price === null ? { price: regular, compareAtPrice: null } : { price, compareAtPrice: regular },
        )
      }
      return true
    },
    priceOf(sku) {
      const { price = '', compareAtPrice = null } = bySku(sku) ?? {}
      return { paid: Number(price), regular: Number(compareAtPrice ?? price) }
    },
    relabel(sku, to) {
      const variant = bySku(sku)
      if (variant) variant.sku = to
    },
    describe(sku, words) {
      Object.assign(bySku(sku) as Variant, { words })
    },
    lose(sku) {
      const variant = bySku(sku)
      if (!variant) return
      variants.delete(variant.id)
      const others = [...variants.values()].some(({ productId }) => productId === variant.productId)
      if (!others) products.delete(variant.productId)
    },
    sellIn(currency) {
      mode.currency = currency
    },
    buy(sku, pieces) {
      const variant = bySku(sku)
      if (!variant) throw new Error('not sold')
      const { item, inventoryPolicy } = variant
      const left = item.levels.get(location) ?? 0
      if (inventoryPolicy === 'DENY') requireLeft(left, pieces)
      item.levels.set(location, left - pieces)
      item.committed += pieces
    },
    restock(sku, quantity) {
      bySku(sku)?.item.levels.set(location, quantity)
    },
    uncount(sku) {
      const variant = bySku(sku)
      if (variant) variant.item.tracked = false
    },
    sellBeyond(sku) {
      const variant = bySku(sku)
      if (variant) variant.inventoryPolicy = 'CONTINUE'
    },
    refuse: (sku) => void mode.refused.add(sku),
  }
}
