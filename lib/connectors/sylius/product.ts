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
  /** Translations with their names, by locale. */
  translations: Record<string, Fields>
}

export interface Variant {
  code: string
  product: string
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
  const { code, variants, channels, translations } = parseObject(value)
  if (typeof code !== 'string' || !isCode(code)) return undefined
  return { code, variants: readCodes(variants), channels: readCodes(channels), translations: readEntries(translations) }
}

const readPieces = (value: unknown) => (isInteger(value) ? value : 0)

export const parseVariant = (value: unknown): Variant | undefined => {
  const { code, product, channelPricings, translations, onHand, onHold, tracked } = parseObject(value)
  const owner = readIriEnd(product)
  if (typeof code !== 'string' || !isCode(code) || !owner) return undefined
  return {
    code,
    product: owner,
    channelPricings: readEntries(channelPricings),
    translations: readEntries(translations),
    onHand: readPieces(onHand),
    onHold: readPieces(onHold),
    tracked: tracked === true,
  }
}

export const readLongText = (value: unknown): string | null =>
  (typeof value === 'string' && value.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed()) || null

const readPrice = ({ channelPricings }: Variant, { channel, currency }: ShopChannel) => {
  const price = channelPricings[channel.code]?.price
  if (!isInteger(price) || price < 0) return {}
  try {
    return { [currency]: readScaledMoney(price, SCALE, currency) }
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

export const toRemoteVariant = (product: Product, variant: Variant, shopChannel: ShopChannel): RemoteVariant => {
  const { locale, currency } = shopChannel
  const productName = readText(product.translations[locale]?.name) ?? product.code
  const name = readText(variant.translations[locale]?.name)
  const description = readLongText(product.translations[locale]?.description)
  const localizations = readLocalizations(product, variant, shopChannel)
  const localized = localizations.filter((each) => each.name !== null || each.description !== null)
  return {
    externalProductId: product.code,
    externalVariantId: variant.code,
    sku: variant.code,
    title: readText(name && name !== productName ? `${productName}, ${name}` : productName) ?? productName,
    product: { name: productName, description, brand: null },
    content: {
      sku: variant.code,
      name: name ?? productName,
      description,
      prices: readPrice(variant, shopChannel),
      localizations: Object.fromEntries(
        localized.map(({ locale: of, name, description }) => [of, { name, description }]),
      ),
    },
    shows: [
      '/sku',
      '/name',
      '/description',
      `/prices/${currency}`,
      ...localizations.map(({ locale: of, shown }) => `/localizations/${of}${shown}`),
    ],
  }
}
