import { scaleFromMinorUnits } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
import type { Shelf } from './channels.ts'
import { type Product, readLongText, SCALE, type Variant } from './product.ts'

type Entry = Record<string, unknown>
type Entries = Record<string, Entry>

/** What its database holds of an amount. */
const MAX_AMOUNT = 2 ** 31 - 1

/** Spellings of one locale, such as de-DE and de_DE, are one. */
const isSameLocale = (a: string, b: string) =>
  a.replaceAll('-', '_').toLowerCase() === b.replaceAll('-', '_').toLowerCase()

const findTexts = ({ content }: VariantToPush, locale: string) =>
  Object.entries(content.localizations).find(([name]) => isSameLocale(name, locale))?.[1]

/** Entries that are there keep what they are called and whatever else is in them; the store takes those left out away. */
const withEntries = (before: Entries, wanted: Entries): Entries => {
  const changed = Object.entries(wanted).map(([name, entry]) => [name, { ...before[name], ...entry }])
  return { ...before, ...Object.fromEntries(changed) }
}

const isSame = (before: Entries, wanted: Entries) =>
  Object.entries(wanted).every(([name, entry]) =>
    Object.entries(entry).every(([member, value]) => (before[name]?.[member] ?? null) === (value ?? null)),
  )

const buildSlug = (name: string, code: string) => {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return [...words.slice(0, 12), code.slice(-10).toLowerCase()].join('-')
}

const buildProductTexts = (product: Product | undefined, group: readonly VariantToPush[], shelf: Shelf): Entries => {
  const [first] = group as [VariantToPush]
  const codes = new Set([...(product?.variants ?? []), ...group.map(({ content }) => content.sku)])
  const isAlone = codes.size === 1
  const slug = buildSlug(first.product.name, product?.code ?? first.product.id)
  const base = {
    name: first.product.name,
    description: readLongText(isAlone ? first.content.description : first.product.description),
  }
  const others = shelf.channel.locales.flatMap((locale): [string, Entry][] => {
    const before = product?.translations[locale]
    const description = isAlone ? readLongText(findTexts(first, locale)?.description) : null
    if (locale === shelf.locale || (!description && !(before && isAlone))) return []
    return [[locale, { ...(!before && { name: base.name, slug }), description }]]
  })
  const isNew = !product?.translations[shelf.locale]
  return { [shelf.locale]: { ...base, ...(isNew && { slug }) }, ...Object.fromEntries(others) }
}

/** All of a new product, or what is to change of one; undefined for nothing. */
export const buildProductBody = (
  product: Product | undefined,
  group: readonly VariantToPush[],
  shelf: Shelf,
  iriOf: (channel: string) => string,
): Entry | undefined => {
  const { code } = shelf.channel
  const texts = buildProductTexts(product, group, shelf)
  if (!product)
    return {
      code: group[0]?.product.id,
      enabled: true,
      variantSelectionMethod: 'choice',
      channels: [iriOf(code)],
      translations: texts,
    }
  const isSold = product.channels.includes(code)
  if (isSold && isSame(product.translations, texts)) return undefined
  return {
    ...(!isSold && { channels: [...product.channels, code].map(iriOf) }),
    translations: withEntries(product.translations, texts),
  }
}

const buildVariantTexts = (variant: Variant | undefined, pushed: VariantToPush, shelf: Shelf): Entries => {
  const others = shelf.channel.locales.flatMap((locale): [string, Entry][] => {
    const name = findTexts(pushed, locale)?.name ?? null
    const isThere = variant?.translations[locale] !== undefined
    return locale !== shelf.locale && (name || isThere) ? [[locale, { name }]] : []
  })
  return { [shelf.locale]: { name: pushed.content.name }, ...Object.fromEntries(others) }
}

/** The price as the store keeps it, or why it cannot. */
const toPrice = ({ content }: VariantToPush, currency: string): { price: number } | string => {
  const amount = content.prices[currency]
  if (amount === undefined) return `The store needs a price in ${currency}.`
  const price = scaleFromMinorUnits(amount, SCALE, currency)
  if (price === undefined) return 'The store keeps two decimals of a price.'
  return price > MAX_AMOUNT ? 'The store does not keep so high a price.' : { price }
}

/** All of a new variant, or what is to change of one; undefined for nothing, or why the store cannot have it. */
export const buildVariantBody = (
  variant: Variant | undefined,
  pushed: VariantToPush,
  shelf: Shelf,
): Entry | string | undefined => {
  const price = toPrice(pushed, shelf.currency)
  if (typeof price === 'string') return price
  const pricings = { [shelf.channel.code]: price }
  const texts = buildVariantTexts(variant, pushed, shelf)
  if (!variant) return { code: pushed.content.sku, enabled: true, channelPricings: pricings, translations: texts }
  if (isSame(variant.channelPricings, pricings) && isSame(variant.translations, texts)) return undefined
  return {
    channelPricings: withEntries(variant.channelPricings, pricings),
    translations: withEntries(variant.translations, texts),
  }
}
