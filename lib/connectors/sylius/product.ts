import { AmountTooLarge } from '../../platform/money/amounts.ts'
import type { RemoteVariant } from '../connector.ts'
import { isInteger, parseObject, readScaledMoney, readText } from '../reading.ts'
import { readIriEnd } from './ask-shop.ts'
import type { ShopChannel } from './channels.ts'

/** Amounts have two decimals in every currency. */
export const SCALE = 2
const MAX_DESCRIPTION_LENGTH = 20_000

type Fields = Record<string, unknown>

export interface Product {
  code: string
  /** Codes of its variants. */
  variants: string[]
  channels: string[]
  /** Codes of its options, by which its variants are chosen. */
  options: string[]
  isEnabled: boolean
  /** Translations with their names, by locale. */
  translations: Record<string, Fields>
}

/** An option of products with its values, in the main language of the channel. */
export interface Option {
  name: string
  values: { code: string; name: string }[]
}

/** Options by their codes. */
export type Options = ReadonlyMap<string, Option>

export interface Variant {
  code: string
  product: string
  /** Codes of its values of the product's options. */
  optionValues: string[]
  isEnabled: boolean
  channelPricings: Record<string, Fields>
  translations: Record<string, Fields>
  onHand: number
  onHold: number
  tracked: boolean
}

/** Returns true if the text is a valid code, which is safe as a path segment. */
export const isCode = (text: string): boolean => /^[\w-]{1,255}$/.test(text)

const readEntries = (value: unknown): Record<string, Fields> =>
  Object.fromEntries(Object.entries(parseObject(value)).map(([name, entry]) => [name, parseObject(entry)]))

const readCodes = (iris: unknown) =>
  Array.isArray(iris) ? iris.flatMap((iri) => readIriEnd(iri) ?? []).filter(isCode) : []

export const parseProduct = (value: unknown): Product | undefined => {
  const { code, variants, channels, options, enabled, translations } = parseObject(value)
  if (typeof code !== 'string' || !isCode(code)) return undefined
  return {
    code,
    variants: readCodes(variants),
    channels: readCodes(channels),
    options: readCodes(options),
    isEnabled: enabled !== false,
    translations: readEntries(translations),
  }
}

const readPieces = (value: unknown) => (isInteger(value) ? value : 0)

export const parseVariant = (value: unknown): Variant | undefined => {
  const { code, product, optionValues, enabled, channelPricings, translations, onHand, onHold, tracked } =
    parseObject(value)
  const owner = readIriEnd(product)
  if (typeof code !== 'string' || !isCode(code) || !owner) return undefined
  return {
    code,
    product: owner,
    optionValues: readCodes(optionValues),
    isEnabled: enabled !== false,
    channelPricings: readEntries(channelPricings),
    translations: readEntries(translations),
    onHand: readPieces(onHand),
    onHold: readPieces(onHold),
    tracked: tracked === true,
  }
}

export const readLongText = (value: unknown): string | null =>
  (typeof value === 'string' && value.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed()) || null

/** Returns the price with which a sale that runs in the shop is compared; undefined if none runs. */
export const findRegularPrice = ({ channelPricings }: Variant, channel: string): number | undefined => {
  const { price, originalPrice } = channelPricings[channel] ?? {}
  return isInteger(price) && isInteger(originalPrice) && originalPrice > price ? originalPrice : undefined
}

/** Returns the regular price, and that of a sale that runs in the shop; neither if they cannot be read. */
const readPrices = (variant: Variant, { channel, currency }: ShopChannel): { regular?: number; sale?: number } => {
  const regular = findRegularPrice(variant, channel.code)
  const price = variant.channelPricings[channel.code]?.price
  if (!isInteger(price) || price < 0) return {}
  const read = (amount: number) => readScaledMoney(amount, SCALE, currency)
  try {
    return regular === undefined ? { regular: read(price) } : { regular: read(regular), sale: read(price) }
  } catch (error) {
    if (error instanceof AmountTooLarge) return {}
    throw error
  }
}

/** Returns the texts in the channel's other languages. A description is a variant's own only if the product has no other. */
const readLocalizations = (product: Product, variant: Variant, { channel, locale }: ShopChannel) => {
  const isAlone = product.variants.length < 2
  const others = channel.locales.filter((each) => each !== locale)
  return others.map((each) => ({
    locale: each,
    shown: isAlone ? '' : '/name',
    name: readText(variant.translations[each]?.name),
    description: isAlone ? readLongText(product.translations[each]?.description) : null,
  }))
}

const readAttributes = (product: Product, variant: Variant, options: Options): Record<string, string> =>
  Object.fromEntries(
    product.options.flatMap((code): [string, string][] => {
      const option = options.get(code)
      const value = option?.values.find((each) => variant.optionValues.includes(each.code))
      return option && value ? [[option.name, value.name]] : []
    }),
  )

export const toRemoteVariant = (
  product: Product,
  variant: Variant,
  shopChannel: ShopChannel,
  options: Options,
): RemoteVariant => {
  const { locale, currency, includesTax } = shopChannel
  const attributes = readAttributes(product, variant, options)
  const productName = readText(product.translations[locale]?.name) ?? product.code
  const own = readText(variant.translations[locale]?.name)
  // Variants of a product with options rarely have a name, so their values tell them apart.
  const values = Object.values(attributes).join(' / ')
  const name = own ?? (values ? readText(`${productName} - ${values}`) : null)
  const description = readLongText(product.translations[locale]?.description)
  const localizations = readLocalizations(product, variant, shopChannel)
  const { regular, sale } = readPrices(variant, shopChannel)
  const localized = localizations.filter((each) => each.name !== null || each.description !== null)
  return {
    externalProductId: product.code,
    externalVariantId: variant.code,
    sku: variant.code,
    title: readText(name && name !== productName ? `${productName}, ${name}` : productName) ?? productName,
    product: { name: productName, description, brand: null },
    includesTax,
    currency,
    ...(sale !== undefined && { salePrice: sale }),
    ...((!product.isEnabled || !variant.isEnabled) && { state: 'disabled' as const }),
    content: {
      sku: variant.code,
      name: name ?? productName,
      description,
      attributes,
      prices: regular === undefined ? {} : { [currency]: regular },
      localizations: Object.fromEntries(
        localized.map(({ locale: of, name, description }) => [of, { name, description }]),
      ),
    },
    shows: [
      '/sku',
      // A name that is made of the values is not the shop's own.
      ...(own || !values ? ['/name'] : []),
      '/description',
      `/prices/${currency}`,
      ...localizations.map(({ locale: of, shown }) => `/localizations/${of}${shown}`),
    ],
  }
}
