import { type Goods, requireLeft, type Shelf, type Sold } from './goods.ts'
import type { makeProducts, Product } from './woocommerce-products.ts'

export const wooShelf = (catalog: ReturnType<typeof makeProducts>): Shelf => {
  const { products, childrenOf, refused, mode, write, blank, nextId } = catalog
  const bySku = (sku: string) => [...products.values()].find((product) => product.sku === sku)

  return {
    sell({ name, description, variants }: Goods) {
      const html = description ?? ''
      const [only] = variants
      if (variants.length === 1 && only) {
        write(blank(0), { type: 'simple', name, description: html, sku: only.sku, regular_price: only.price })
        return
      }
      const options = variants.map((variant) => variant.name)
      const attributes = [{ name: 'Size', visible: true, variation: true, options }]
      const product = write(blank(0), { type: 'variable', name, description: html, attributes })
      for (const variant of variants)
        write(blank(product.id), {
          sku: variant.sku,
          regular_price: variant.price,
          attributes: [{ name: 'Size', option: variant.name }],
        })
    },
    sellBroken() {
      const nameless = blank(0)
      products.set(nameless.id, { ...nameless, type: null as unknown as string, name: null as unknown as string })
      const broken = { ...blank(0), sku: 'BROKEN', regular_price: 'call us' }
      products.set(broken.id, broken)
      products.set(nextId(), { id: 'none', parent_id: 0, status: 'publish', sku: '' } as unknown as Product)
    },
    sold: () =>
      [...products.values()].flatMap((product): Sold[] => {
        const isSold = product.type === 'simple' || product.type === 'variation'
        if (!isSold || product.status === 'trash') return []
        return [
          {
            sku: product.sku,
            product: String(product.parent_id || product.id),
            variant: String(product.id),
            quantity: product.manage_stock ? product.stock_quantity : null,
            backorders: product.backorders !== 'no',
          },
        ]
      }),
    reprice(sku, price) {
      const product = bySku(sku)
      if (product) product.regular_price = price
    },
    discount(sku, price) {
      const product = bySku(sku)
      if (product) product.sale_price = price ?? ''
      return true
    },
    describe(sku, words) {
      const product = [...products.values()].find((each) => each.sku === sku || each.name === sku)
      Object.assign(product as Product, words)
    },
    priceOf(sku) {
      const { regular_price: regular = '', sale_price: sale = '' } = bySku(sku) ?? {}
      const isOnSale = sale !== '' && Number(sale) < Number(regular)
      return { paid: Number(isOnSale ? sale : regular), regular: Number(regular) }
    },
    relabel(sku, to) {
      const product = bySku(sku)
      if (product) product.sku = to
    },
    lose(sku) {
      const product = bySku(sku)
      if (!product) return
      products.delete(product.id)
      if (!childrenOf(product.parent_id).length) products.delete(product.parent_id)
    },
    sellIn(currency) {
      mode.currency = currency
    },
    buy(sku, pieces) {
      const product = bySku(sku)
      if (!product) throw new Error('not sold')
      if (product.backorders === 'no') requireLeft(product.stock_quantity ?? 0, pieces)
      product.stock_quantity = (product.stock_quantity ?? 0) - pieces
    },
    restock(sku, quantity) {
      const product = bySku(sku)
      if (product) product.stock_quantity = quantity
    },
    uncount(sku) {
      const product = bySku(sku)
      if (product) Object.assign(product, { manage_stock: false, stock_quantity: null })
    },
    sellBeyond(sku) {
      const product = bySku(sku)
      if (product) product.backorders = 'notify'
    },
    refuse: (sku) => void refused.add(sku),
  }
}
