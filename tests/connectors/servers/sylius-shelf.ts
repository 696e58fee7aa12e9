import { type Goods, requireLeft, type Shelf } from './goods.ts'
import { API, type Entries, type makeProducts } from './sylius-products.ts'

const hundredths = (price: string) => Math.round(Number(price) * 100)

export const syliusShelf = (catalog: ReturnType<typeof makeProducts>): Shelf => {
  const { products, variants, variantsOf, refused, mode, writeProduct, blankProduct, writeVariant, newVariant } =
    catalog
  let made = 0
  return {
    sell({ name, description, variants: sold }: Goods) {
      const product = blankProduct(`P-${String(++made).padStart(6, '0')}`)
      const texts = { name, description, slug: `${product.code.toLowerCase()}` }
      writeProduct({ ...product, channels: [`${API}/channels/WEB`] }, { translations: { de_DE: texts } })
      for (const { sku, name: variantName, price } of sold) {
        const body = { code: sku, product: `${API}/products/${product.code}` }
        const pricings = { WEB: { price: hundredths(price), originalPrice: null, minimumPrice: 0 } }
        const translations = { de_DE: { name: variantName } }
        writeVariant(newVariant(body), { channelPricings: pricings, translations })
      }
    },
    sellBroken() {
      const channels = [`${API}/channels/WEB`]
      products.set('P-0000-1', { ...blankProduct('P-0000-1'), channels, translations: [] as unknown as Entries })
      products.set('P-0000-2', { ...blankProduct('P-0000-2'), code: 'no code', channels })
    },
    sold: () =>
      [...variants.values()].map(({ code, product, tracked, onHand, onHold }) => ({
        sku: code,
        product,
        variant: code,
        quantity: tracked ? onHand - onHold : null,
        backorders: !tracked,
      })),
    reprice(sku, price) {
      const pricing = variants.get(sku)?.channelPricings.WEB
      if (pricing) pricing.price = hundredths(price)
    },
    repriceIn(channel, sku, price) {
      const variant = variants.get(sku)
      const iri = `${API}/product-variants/${sku}/channel-pricings/${channel}`
      const before = variant?.channelPricings[channel] ?? { '@id': iri, originalPrice: null, minimumPrice: 0 }
      const product = products.get(variant?.product ?? '')
      if (!variant || !product) return
      variant.channelPricings[channel] = { ...before, price: hundredths(price) }
      product.channels = [...new Set([...product.channels, `${API}/channels/${channel}`])]
    },
    priceIn(channel, sku) {
      const price = variants.get(sku)?.channelPricings[channel]?.price
      return price === undefined ? undefined : Number(price) / 100
    },
    discount(sku, price) {
      const pricing = variants.get(sku)?.channelPricings.WEB
      if (pricing) {
        const regular = pricing.originalPrice ?? pricing.price
        Object.assign(
          pricing,
          price === null
            ? { price: regular, originalPrice: null }
            : { price: hundredths(price), originalPrice: regular },
        )
      }
      return true
    },
    priceOf(sku) {
      const { price = 0, originalPrice = null } = variants.get(sku)?.channelPricings.WEB ?? {}
      return { paid: Number(price) / 100, regular: Number(originalPrice ?? price) / 100 }
    },
    relabel() {
      throw new Error('a code never changes')
    },
    lose(sku) {
      const product = variants.get(sku)?.product
      variants.delete(sku)
      if (product && !variantsOf(product).length) products.delete(product)
    },
    sellIn(currency) {
      mode.currency = currency
    },
    buy(sku, pieces) {
      const variant = variants.get(sku)
      if (!variant) throw new Error('not sold')
      requireLeft(variant.onHand - variant.onHold, pieces)
      // The first piece waits for its payment, the others are paid.
      variant.onHold += 1
      variant.onHand -= pieces - 1
    },
    restock(sku, quantity) {
      const variant = variants.get(sku)
      if (variant) variant.onHand = quantity + variant.onHold
    },
    uncount(sku) {
      const variant = variants.get(sku)
      if (variant) variant.tracked = false
    },
    refuse: (sku) => void refused.add(sku),
  }
}
