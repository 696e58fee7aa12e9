import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { AmountTooLarge } from '../../platform/money/amounts.ts'
import { parseMinorUnits } from '../../platform/money/minor-units.ts'
import type { RemoteVariant } from '../connector.ts'
import { toPlainText } from '../content/html.ts'
import type { RemoteState } from '../content/product-to-push.ts'
import { joinTitle, readExactText, readText } from '../reading.ts'
import { buildUnreadableError } from '../refusal.ts'

/** GraphQL fields of the shop, requested with every variant query. */
export const SHOP = 'shop { name currencyCode taxesIncluded }'
export const VARIANT = `id sku title price compareAtPrice selectedOptions { name value }
  product { id title descriptionHtml vendor status }`

const ShopDetails = Type.Object({
  name: Type.String(),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  taxesIncluded: Type.Boolean(),
})
export type ShopDetails = Static<typeof ShopDetails>

export const parseShopDetails = ({ shop }: Record<string, unknown>): ShopDetails => {
  if (!Check(ShopDetails, shop)) throw buildUnreadableError()
  return shop
}

const Id = Type.String({ minLength: 1, maxLength: 255 })
const Product = Type.Object({
  id: Id,
  title: Type.String(),
  descriptionHtml: Type.String(),
  vendor: Type.String(),
  status: Type.String(),
})
const ShopifyVariant = Type.Object({
  id: Id,
  sku: Type.Union([Type.String(), Type.Null()]),
  title: Type.String(),
  price: Type.String(),
  compareAtPrice: Type.Union([Type.String(), Type.Null()]),
  selectedOptions: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  product: Product,
})
export type ShopifyVariant = Static<typeof ShopifyVariant>

/** Returns the record if it is a variant, otherwise undefined. */
export const parseVariant = (raw: unknown): ShopifyVariant | undefined => (Check(ShopifyVariant, raw) ? raw : undefined)

/** Name of the option that holds the names of variants without other options. */
export const TITLE = 'Title'
/** Value of that option for a variant without a name, which is shown with the name of its product. */
export const DEFAULT_TITLE = 'Default Title'

/** Returns the variant's name in the shop; undefined if the variant has other options instead. */
export const getTitle = ({ selectedOptions }: Pick<ShopifyVariant, 'selectedOptions'>): string | undefined => {
  const [first, ...others] = selectedOptions
  return first?.name === TITLE && !others.length ? first.value : undefined
}

const MAX_DESCRIPTION_LENGTH = 20_000

export const readDescription = ({ descriptionHtml }: { descriptionHtml: string }): string | null =>
  readExactText(toPlainText(descriptionHtml), MAX_DESCRIPTION_LENGTH)

const getName = (variant: ShopifyVariant) => {
  const own = getTitle(variant)
  if (own === DEFAULT_TITLE) return variant.product.title
  return own ?? `${variant.product.title} - ${variant.title}`
}

const readAttributes = (variant: ShopifyVariant) => {
  if (getTitle(variant) !== undefined) return {}
  return Object.fromEntries(
    variant.selectedOptions.flatMap(({ name, value }): [string, string][] => {
      const [key, text] = [readText(name, 100), readText(value)]
      return key && text ? [[key, text]] : []
    }),
  )
}

/** Returns the prices of a variant: while a sale runs, the regular one is that with which the sale is compared. */
export const readShopifyPrices = (
  { price, compareAtPrice }: Pick<ShopifyVariant, 'price' | 'compareAtPrice'>,
  currency: string,
) => {
  const own = parseMinorUnits(price, currency)
  const compared = compareAtPrice === null ? undefined : parseMinorUnits(compareAtPrice, currency)
  if (own === undefined || own < 0) return undefined
  return compared !== undefined && compared > own ? { regular: compared, sale: own } : { regular: own }
}

const STATES: Readonly<Record<string, RemoteState>> = { DRAFT: 'draft', ARCHIVED: 'archived' }

/** Returns why a variant is not on sale; undefined if it is. */
export const findState = ({ product }: Pick<ShopifyVariant, 'product'>): RemoteState | undefined =>
  STATES[product.status]

/** Reads a record as a variant; undefined if it is not one. */
export const readVariant = (
  raw: unknown,
  { name: shop, currencyCode: currency, taxesIncluded: includesTax }: ShopDetails,
): RemoteVariant | undefined => {
  const variant = parseVariant(raw)
  if (!variant) return undefined
  const { id, product } = variant
  const sku = readExactText(variant.sku)
  const name = readExactText(getName(variant)) ?? product.id
  const description = readDescription(product)
  // A product without a vendor gets the shop's name, which may not be its brand.
  const isBrand = product.vendor !== shop
  const brand = isBrand ? readExactText(product.vendor) : null
  try {
    const prices = readShopifyPrices(variant, currency)
    if (!prices) return undefined
    const state = findState(variant)
    return {
      externalProductId: product.id,
      externalVariantId: id,
      sku,
      title: joinTitle(product.title, name),
      product: { name: readExactText(product.title) ?? name, description, brand },
      includesTax,
      currency,
      ...(prices.sale !== undefined && { salePrice: prices.sale }),
      ...(state && { state }),
      content: {
        ...(sku && { sku }),
        name,
        description,
        brand,
        attributes: readAttributes(variant),
        prices: { [currency]: prices.regular },
        localizations: {},
      },
      shows: [
        '/sku',
        '/description',
        `/prices/${currency}`,
        ...(getTitle(variant) === undefined ? [] : ['/name']),
        ...(isBrand ? ['/brand'] : []),
      ],
    }
  } catch (error) {
    if (error instanceof AmountTooLarge) return undefined
    throw error
  }
}
