import { AmountTooLarge } from '../../platform/money/money.ts'
import type { RemoteVariant } from '../connector.ts'
import { objectIn, scaledMoney, textOf } from '../reading.ts'
import type { Shelf } from './channels.ts'
import { endOf } from './store.ts'

/** Amounts are hundredths, whatever the currency. */
export const SCALE = 2
const LONGEST_DESCRIPTION = 20_000

type Record_ = Record<string, unknown>

export interface Product {
  code: string
  /** Codes of its variants. */
  variants: string[]
  channels: string[]
  /** By locale, with what they are called. */
  translations: Record<string, Record_>
}

export interface Variant {
  code: string
  product: string
  channelPricings: Record<string, Record_>
  translations: Record<string, Record_>
  onHand: number
  onHold: number
  tracked: boolean
}

/** What becomes a segment of a path, and is taken for a code by the store. */
export const isCode = (text: string): boolean => /^[\w-]{1,255}$/.test(text)

const entriesIn = (value: unknown): Record<string, Record_> =>
  Object.fromEntries(Object.entries(objectIn(value)).map(([name, entry]) => [name, objectIn(entry)]))

const codesIn = (iris: unknown) => (Array.isArray(iris) ? iris.flatMap((iri) => endOf(iri) ?? []).filter(isCode) : [])

export const productIn = (value: unknown): Product | undefined => {
  const { code, variants, channels, translations } = objectIn(value)
  if (typeof code !== 'string' || !isCode(code)) return undefined
  return { code, variants: codesIn(variants), channels: codesIn(channels), translations: entriesIn(translations) }
}

const piecesIn = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : 0)

export const variantIn = (value: unknown): Variant | undefined => {
  const { code, product, channelPricings, translations, onHand, onHold, tracked } = objectIn(value)
  const owner = endOf(product)
  if (typeof code !== 'string' || !isCode(code) || !owner) return undefined
  return {
    code,
    product: owner,
    channelPricings: entriesIn(channelPricings),
    translations: entriesIn(translations),
    onHand: piecesIn(onHand),
    onHold: piecesIn(onHold),
    tracked: tracked === true,
  }
}

export const longText = (value: unknown): string | null =>
  (typeof value === 'string' && value.slice(0, LONGEST_DESCRIPTION).toWellFormed()) || null

const priceIn = ({ channelPricings }: Variant, { channel, currency }: Shelf) => {
  const price = channelPricings[channel.code]?.price
  if (!Number.isSafeInteger(price) || (price as number) < 0) return {}
  try {
    return { [currency]: scaledMoney(price as number, SCALE, currency) }
  } catch (error) {
    if (error instanceof AmountTooLarge) return {}
    throw error
  }
}

/** Its texts in the languages of the channel beside the first; a description belongs to one who has the page alone. */
const localizationsIn = (product: Product, variant: Variant, { channel, locale }: Shelf) => {
  const isAlone = product.variants.length < 2
  const others = channel.locales.filter((each) => each !== locale)
  return others.map((each) => ({
    locale: each,
    shown: isAlone ? '' : '/name',
    name: textOf(variant.translations[each]?.name),
    description: isAlone ? longText(product.translations[each]?.description) : null,
  }))
}

export const remoteOf = (product: Product, variant: Variant, shelf: Shelf): RemoteVariant => {
  const { locale, currency } = shelf
  const productName = textOf(product.translations[locale]?.name) ?? product.code
  const name = textOf(variant.translations[locale]?.name)
  const description = longText(product.translations[locale]?.description)
  const localizations = localizationsIn(product, variant, shelf)
  const said = localizations.filter((each) => each.name !== null || each.description !== null)
  return {
    externalProductId: product.code,
    externalVariantId: variant.code,
    sku: variant.code,
    title: textOf(name && name !== productName ? `${productName}, ${name}` : productName) as string,
    product: { name: productName, description, brand: null },
    content: {
      sku: variant.code,
      name: name ?? productName,
      description,
      prices: priceIn(variant, shelf),
      localizations: Object.fromEntries(said.map(({ locale: of, name, description }) => [of, { name, description }])),
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
