import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { minorOf } from '../../platform/money/minor-units.ts'
import { AmountTooLarge } from '../../platform/money/money.ts'
import type { RemoteVariant } from '../connector.ts'
import { textFromHtml } from '../html.ts'
import { exactText, textOf, titleWithin } from '../reading.ts'
import { unreadable } from '../refusal.ts'

/** What a shop says of itself, to be asked for along with variants. */
export const SHOP = 'shop { name currencyCode }'
export const VARIANT = `id sku title price selectedOptions { name value }
  product { id title descriptionHtml vendor }`

const Shop = Type.Object({ name: Type.String(), currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }) })
export type Shop = Static<typeof Shop>

export const shopIn = ({ shop }: Record<string, unknown>): Shop => {
  if (!Check(Shop, shop)) throw unreadable()
  return shop as Shop
}

const Id = Type.String({ minLength: 1, maxLength: 255 })
const Product = Type.Object({ id: Id, title: Type.String(), descriptionHtml: Type.String(), vendor: Type.String() })
const ShopifyVariant = Type.Object({
  id: Id,
  sku: Type.Union([Type.String(), Type.Null()]),
  title: Type.String(),
  price: Type.String(),
  selectedOptions: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  product: Product,
})
export type ShopifyVariant = Static<typeof ShopifyVariant>

/** The record as far as it is a variant; undefined where it is none. */
export const variantIn = (raw: unknown): ShopifyVariant | undefined =>
  Check(ShopifyVariant, raw) ? (raw as ShopifyVariant) : undefined

/** The option that holds the names of variants where they have no options of their own. */
export const TITLE = 'Title'
/** Of a variant without a name, which is called as its product is. */
export const DEFAULT_TITLE = 'Default Title'

/** The variant's name as the shop keeps it; undefined where it has options of its own instead. */
export const titleOf = ({ selectedOptions }: Pick<ShopifyVariant, 'selectedOptions'>): string | undefined => {
  const [first, ...others] = selectedOptions
  return first?.name === TITLE && !others.length ? first.value : undefined
}

const LONGEST_DESCRIPTION = 20_000

export const descriptionOf = ({ descriptionHtml }: { descriptionHtml: string }): string | null =>
  exactText(textFromHtml(descriptionHtml), LONGEST_DESCRIPTION)

const nameOf = (variant: ShopifyVariant) => {
  const own = titleOf(variant)
  if (own === DEFAULT_TITLE) return variant.product.title
  return own ?? `${variant.product.title} - ${variant.title}`
}

const attributesOf = (variant: ShopifyVariant) => {
  if (titleOf(variant) !== undefined) return {}
  return Object.fromEntries(
    variant.selectedOptions.flatMap(({ name, value }): [string, string][] => {
      const [key, text] = [textOf(name, 100), textOf(value)]
      return key && text ? [[key, text]] : []
    }),
  )
}

/** A record as a variant of a shop; undefined where it is none. */
export const readVariant = (raw: unknown, { name: shop, currencyCode: currency }: Shop): RemoteVariant | undefined => {
  const variant = variantIn(raw)
  if (!variant) return undefined
  const { id, product } = variant
  const sku = exactText(variant.sku)
  const name = exactText(nameOf(variant)) ?? product.id
  const description = descriptionOf(product)
  // A product without a vendor gets the shop's name, so that nobody knows whether that is its brand.
  const isBrand = product.vendor !== shop
  const brand = isBrand ? exactText(product.vendor) : null
  try {
    const price = minorOf(variant.price, currency)
    if (price === undefined || price < 0) return undefined
    return {
      externalProductId: product.id,
      externalVariantId: id,
      sku,
      title: titleWithin(product.title, name),
      product: { name: exactText(product.title) ?? name, description, brand },
      content: {
        ...(sku && { sku }),
        name,
        description,
        brand,
        attributes: attributesOf(variant),
        prices: { [currency]: price },
        localizations: {},
      },
      shows: [
        '/sku',
        '/description',
        `/prices/${currency}`,
        ...(titleOf(variant) === undefined ? [] : ['/name']),
        ...(isBrand ? ['/brand'] : []),
      ],
    }
  } catch (error) {
    if (error instanceof AmountTooLarge) return undefined
    throw error
  }
}
