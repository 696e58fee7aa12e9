import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import type { Content } from '../../catalog/content.ts'
import { AmountTooLarge } from '../../platform/money/amounts.ts'
import type { RemoteVariant } from '../connector.ts'
import { toPlainText } from '../content/html.ts'
import { readPath } from '../graphql.ts'
import { joinTitle, readExactText, readScaledMoney, readText } from '../reading.ts'
import { buildUnreadableError } from '../refusal.ts'

/** GraphQL fields of the channel, requested with every variant query. */
export const CHANNEL = `activeChannel { defaultLanguageCode availableLanguageCodes defaultCurrencyCode availableCurrencyCodes
    pricesIncludeTax }
  globalSettings { serverConfig { moneyStrategyPrecision } }`

export const TEXTS = 'translations { languageCode name slug description }'
export const VARIANT = `id enabled sku prices { currencyCode price } translations { languageCode name }
  options { id name group { id code name } } product { id enabled ${TEXTS} }`

const ChannelFacts = Type.Object({
  activeChannel: Type.Object({
    defaultLanguageCode: Type.String(),
    availableLanguageCodes: Type.Array(Type.String()),
    defaultCurrencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
    availableCurrencyCodes: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' })),
    pricesIncludeTax: Type.Boolean(),
  }),
  globalSettings: Type.Object({
    serverConfig: Type.Object({ moneyStrategyPrecision: Type.Integer({ minimum: 0, maximum: 10 }) }),
  }),
})

/** A channel of a shop. */
export interface Facts {
  language: string
  /** The other languages. */
  languages: string[]
  currency: string
  currencies: string[]
  includesTax: boolean
  /** Decimals of amounts, the same for every currency. */
  scale: number
}

export const parseFacts = (data: unknown): Facts => {
  if (!Check(ChannelFacts, data)) throw buildUnreadableError()
  const { activeChannel: channel, globalSettings } = data
  const { defaultLanguageCode: language, defaultCurrencyCode: currency } = channel
  return {
    language,
    languages: channel.availableLanguageCodes.filter((code) => code !== language),
    currency,
    currencies: [...new Set([currency, ...channel.availableCurrencyCodes])],
    includesTax: channel.pricesIncludeTax,
    scale: globalSettings.serverConfig.moneyStrategyPrecision,
  }
}

const Id = Type.String({ minLength: 1, maxLength: 255 })
const Name = Type.Object({ languageCode: Type.String(), name: Type.String() })
export const Text = Type.Object({ ...Name.properties, slug: Type.String(), description: Type.String() })
export type Text = Static<typeof Text>

const Option = Type.Object({
  id: Id,
  name: Type.String(),
  group: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
})
const VendureVariant = Type.Object({
  id: Id,
  enabled: Type.Boolean(),
  sku: Type.String(),
  prices: Type.Array(
    Type.Object({ currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }), price: Type.Integer({ minimum: 0 }) }),
  ),
  translations: Type.Array(Name),
  options: Type.Array(Option),
  product: Type.Object({ id: Id, enabled: Type.Boolean(), translations: Type.Array(Text) }),
})
export type VendureVariant = Static<typeof VendureVariant>

/** Returns the record if it is a variant, otherwise undefined. */
export const parseVariant = (raw: unknown): VendureVariant | undefined => (Check(VendureVariant, raw) ? raw : undefined)

/** Returns true for an option group that was created here to distinguish the variants of a product. */
export const isOurGroup = ({ code }: { code: string }): boolean => code.startsWith('variant-')

const MAX_DESCRIPTION_LENGTH = 20_000

export const findInLanguage = <T extends { languageCode: string }>(
  all: readonly T[],
  language: string,
): T | undefined => all.find(({ languageCode }) => languageCode === language)

const normalizeLocale = (locale: string) => locale.replaceAll('-', '_').toLowerCase()

/** Returns the localization for a language of the shop, in any spelling of the locale. */
export const findLocalization = ({ localizations }: Content, language: string) =>
  Object.entries(localizations).find(([locale]) => normalizeLocale(locale) === normalizeLocale(language))?.[1]

const readDescription = (text: Text | undefined) =>
  readExactText(toPlainText(text?.description ?? ''), MAX_DESCRIPTION_LENGTH)

const readLocalizations = (
  { languages }: Facts,
  { translations, product }: VendureVariant,
  description: string | null,
) =>
  Object.fromEntries(
    languages.flatMap((language): [string, Content['localizations'][string]][] => {
      const name = readExactText(findInLanguage(translations, language)?.name)
      const own = readDescription(findInLanguage(product.translations, language))
      // Shops repeat the default description for languages without their own.
      const text = { name, description: own === description ? null : own }
      return text.name || text.description ? [[language, text]] : []
    }),
  )

const readPrices = ({ scale, currencies }: Facts, { prices }: VendureVariant) =>
  Object.fromEntries(
    prices
      .filter(({ currencyCode }) => currencies.includes(currencyCode))
      .map(({ currencyCode, price }) => [currencyCode, readScaledMoney(price, scale, currencyCode)]),
  )

const readAttributes = ({ options }: VendureVariant) =>
  Object.fromEntries(
    options.flatMap(({ name, group }): [string, string][] => {
      const [key, value] = [readText(group.name, 100), readText(name)]
      return key && value && !isOurGroup(group) ? [[key, value]] : []
    }),
  )

/** Returns false for a variant that the shop's staff switched off, alone or with its product. */
export const isOnSale = ({ enabled, product }: VendureVariant): boolean => enabled && product.enabled

/** Reads a record as a variant; undefined if it is not one. */
export const readVariant = (raw: unknown, facts: Facts): RemoteVariant | undefined => {
  const variant = parseVariant(raw)
  if (!variant) return undefined
  const { id, product } = variant
  const text = findInLanguage(product.translations, facts.language) ?? product.translations[0]
  const named = findInLanguage(variant.translations, facts.language) ?? variant.translations[0]
  const productName = readExactText(text?.name) ?? product.id
  const name = readExactText(named?.name) ?? productName
  const description = readDescription(text)
  const sku = readExactText(variant.sku)
  try {
    return {
      externalProductId: product.id,
      externalVariantId: id,
      sku,
      title: joinTitle(productName, name),
      product: { name: productName, description, brand: null },
      includesTax: facts.includesTax,
      currency: facts.currency,
      ...(!isOnSale(variant) && { state: 'disabled' as const }),
      content: {
        ...(sku && { sku }),
        name,
        description,
        attributes: readAttributes(variant),
        prices: readPrices(facts, variant),
        localizations: readLocalizations(facts, variant, description),
      },
      shows: [
        '/sku',
        '/name',
        '/description',
        ...facts.currencies.map((currency) => `/prices/${currency}`),
        ...facts.languages.map((language) => `/localizations/${language}`),
      ],
    }
  } catch (error) {
    if (error instanceof AmountTooLarge) return undefined
    throw error
  }
}

export const readVariants = (list: unknown, facts: Facts): RemoteVariant[] => {
  const items = readPath(list, 'items')
  if (!Array.isArray(items)) throw buildUnreadableError()
  return items.flatMap((item) => readVariant(item, facts) ?? [])
}
