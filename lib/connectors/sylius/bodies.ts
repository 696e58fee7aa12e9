import { scaleFromMinorUnits } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
import type { Group } from '../outcomes.ts'
import type { ShopChannel } from './channels.ts'
import { type Product, readLongText, SCALE, type Variant } from './product.ts'

type Entry = Record<string, unknown>
type Entries = Record<string, Entry>

/** Upper bound of an amount in the shop's database. */
const MAX_AMOUNT = 2 ** 31 - 1

/** Returns true for different spellings of one locale, such as de-DE and de_DE. */
const isSameLocale = (a: string, b: string) =>
  a.replaceAll('-', '_').toLowerCase() === b.replaceAll('-', '_').toLowerCase()

const findTexts = ({ content }: VariantToPush, locale: string) =>
  Object.entries(content.localizations).find(([name]) => isSameLocale(name, locale))?.[1]

/** Merges changes into the existing entries, because the shop deletes omitted ones. */
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

const buildProductTexts = (
  product: Product | undefined,
  group: Group<VariantToPush>,
  shopChannel: ShopChannel,
): Entries => {
  const [first] = group
  const codes = new Set([...(product?.variants ?? []), ...group.map(({ content }) => content.sku)])
  const isAlone = codes.size === 1
  const slug = buildSlug(first.product.name, product?.code ?? first.product.id)
  const base = {
    name: first.product.name,
    description: readLongText(isAlone ? first.content.description : first.product.description),
  }
  const others = shopChannel.channel.locales.flatMap((locale): [string, Entry][] => {
    const before = product?.translations[locale]
    const description = isAlone ? readLongText(findTexts(first, locale)?.description) : null
    if (locale === shopChannel.locale || (!description && !(before && isAlone))) return []
    return [[locale, { ...(!before && { name: base.name, slug }), description }]]
  })
  const isNew = !product?.translations[shopChannel.locale]
  return { [shopChannel.locale]: { ...base, ...(isNew && { slug }) }, ...Object.fromEntries(others) }
}

/** Returns the body that creates or updates a product; undefined if nothing changes. */
export const buildProductBody = (
  product: Product | undefined,
  group: Group<VariantToPush>,
  shopChannel: ShopChannel,
  buildChannelIri: (channel: string) => string,
): Entry | undefined => {
  const { code } = shopChannel.channel
  const texts = buildProductTexts(product, group, shopChannel)
  if (!product)
    return {
      code: group[0].product.id,
      enabled: true,
      variantSelectionMethod: 'choice',
      channels: [buildChannelIri(code)],
      translations: texts,
    }
  const isSold = product.channels.includes(code)
  if (isSold && isSame(product.translations, texts)) return undefined
  return {
    ...(!isSold && { channels: [...product.channels, code].map(buildChannelIri) }),
    translations: withEntries(product.translations, texts),
  }
}

const buildVariantTexts = (variant: Variant | undefined, pushed: VariantToPush, shopChannel: ShopChannel): Entries => {
  const others = shopChannel.channel.locales.flatMap((locale): [string, Entry][] => {
    const name = findTexts(pushed, locale)?.name ?? null
    const isThere = variant?.translations[locale] !== undefined
    return locale !== shopChannel.locale && (name || isThere) ? [[locale, { name }]] : []
  })
  return { [shopChannel.locale]: { name: pushed.content.name }, ...Object.fromEntries(others) }
}

/** Returns the price in the shop's units, or the reason why there is none. */
const toPrice = ({ content }: VariantToPush, currency: string): { price: number } | string => {
  const amount = content.prices[currency]
  if (amount === undefined) return `The shop needs a price in ${currency}.`
  const price = scaleFromMinorUnits(amount, SCALE, currency)
  if (price === undefined) return 'The shop stores only two decimals of a price.'
  return price > MAX_AMOUNT ? 'The price is too high for the shop.' : { price }
}

/** Returns the body that creates or updates a variant; undefined if nothing changes, or the reason for a refusal. */
export const buildVariantBody = (
  variant: Variant | undefined,
  pushed: VariantToPush,
  shopChannel: ShopChannel,
): Entry | string | undefined => {
  const price = toPrice(pushed, shopChannel.currency)
  if (typeof price === 'string') return price
  const pricings = { [shopChannel.channel.code]: price }
  const texts = buildVariantTexts(variant, pushed, shopChannel)
  if (!variant) return { code: pushed.content.sku, enabled: true, channelPricings: pricings, translations: texts }
  if (isSame(variant.channelPricings, pricings) && isSame(variant.translations, texts)) return undefined
  return {
    channelPricings: withEntries(variant.channelPricings, pricings),
    translations: withEntries(variant.translations, texts),
  }
}
