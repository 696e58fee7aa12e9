import { scaleFromMinorUnits } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
import { choosePrice, explainSale, mustWritePrice } from '../content/choose-price.ts'
import { isChanged, isProductChanged, isTextChanged } from '../content/is-changed.ts'
import type { Group } from '../outcomes.ts'
import { readScaledMoney } from '../reading.ts'
import type { ShopChannel } from './channels.ts'
import { findRegularPrice, type Product, readLongText, SCALE, type Variant } from './product.ts'

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

/** Returns the texts of a new product, or those of a known one that changed here; new variants change none of them. */
const buildProductTexts = (
  product: Product | undefined,
  group: Group<VariantToPush>,
  shopChannel: ShopChannel,
  isNew: (variant: VariantToPush) => boolean,
): Entries => {
  const [first] = group
  const codes = new Set([...(product?.variants ?? []), ...group.map(({ content }) => content.sku)])
  const isAlone = codes.size === 1
  const slug = buildSlug(first.product.name, product?.code ?? first.product.id)
  const { locale: main } = shopChannel
  const mayChange = (variant: VariantToPush) => !product || !isNew(variant)
  const isRenamed = group.some((each) => mayChange(each) && isProductChanged(each, 'name'))
  const isDescribed = group.some(
    (each) => mayChange(each) && (isAlone ? isChanged(each, '/description') : isProductChanged(each, 'description')),
  )
  const isThere = product?.translations[main] !== undefined
  const { name } = first.product
  const description = readLongText(isAlone ? first.content.description : first.product.description)
  const own = {
    ...((isRenamed || !isThere) && { name }),
    ...((isDescribed || !isThere) && { description }),
    ...(!isThere && { slug }),
  }
  const others = shopChannel.channel.locales.flatMap((locale): [string, Entry][] => {
    const before = product?.translations[locale]
    const text = isAlone ? readLongText(findTexts(first, locale)?.description) : null
    if (locale === main || (!text && !(before && isAlone))) return []
    if (before && !(mayChange(first) && isTextChanged(first, locale, 'description'))) return []
    return [[locale, { ...(!before && { name, slug }), description: text }]]
  })
  return { ...(Object.keys(own).length && { [main]: own }), ...Object.fromEntries(others) }
}

/** Returns the body that creates or updates a product; undefined if nothing changes. */
export const buildProductBody = (
  product: Product | undefined,
  group: Group<VariantToPush>,
  shopChannel: ShopChannel,
  { buildChannelIri, isNew }: { buildChannelIri(channel: string): string; isNew(variant: VariantToPush): boolean },
): Entry | undefined => {
  const { code } = shopChannel.channel
  const texts = buildProductTexts(product, group, shopChannel, isNew)
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
  const { locale: main } = shopChannel
  const others = shopChannel.channel.locales.flatMap((locale): [string, Entry][] => {
    const name = findTexts(pushed, locale)?.name ?? null
    const isThere = variant?.translations[locale] !== undefined
    const isWritten = locale !== main && (!variant || isTextChanged(pushed, locale, 'name'))
    return isWritten && (name || isThere) ? [[locale, { name }]] : []
  })
  const isNamed = !variant || isChanged(pushed, '/name')
  return { ...(isNamed && { [main]: { name: pushed.content.name } }), ...Object.fromEntries(others) }
}

/** Returns the price in the shop's units, or the reason why there is none. A sale that runs in the shop stays. */
const toPricing = (variant: Variant | undefined, pushed: VariantToPush, shopChannel: ShopChannel): Entry | string => {
  const { currency, channel } = shopChannel
  if (!mustWritePrice(pushed, variant === undefined, currency)) return {}
  const chosen = choosePrice(pushed, shopChannel)
  if (typeof chosen === 'string') return chosen
  const price = scaleFromMinorUnits(chosen.amount, SCALE, currency)
  if (price === undefined) return 'The shop stores only two decimals of a price.'
  if (price > MAX_AMOUNT) return 'The price is too high for the shop.'
  if (!variant || findRegularPrice(variant, channel.code) === undefined) return { price }
  const sale = readScaledMoney(Number(variant.channelPricings[channel.code]?.price), SCALE, currency)
  return explainSale(chosen.amount, sale, currency) ?? { originalPrice: price }
}

/** Returns the body that creates or updates a variant; undefined if nothing changes, or the reason for a refusal. */
export const buildVariantBody = (
  variant: Variant | undefined,
  pushed: VariantToPush,
  shopChannel: ShopChannel,
): Entry | string | undefined => {
  const pricing = toPricing(variant, pushed, shopChannel)
  if (typeof pricing === 'string') return pricing
  const pricings: Entries = Object.keys(pricing).length ? { [shopChannel.channel.code]: pricing } : {}
  const texts = buildVariantTexts(variant, pushed, shopChannel)
  if (!variant) return { code: pushed.content.sku, enabled: true, channelPricings: pricings, translations: texts }
  if (isSame(variant.channelPricings, pricings) && isSame(variant.translations, texts)) return undefined
  return {
    channelPricings: withEntries(variant.channelPricings, pricings),
    translations: withEntries(variant.translations, texts),
  }
}
