import type { Said } from './server.ts'

const LANGUAGES = ['de', 'en']
const MOST = 1000

interface Text {
  languageCode: string
  name: string
  slug: string
  description: string
}
type Name = Pick<Text, 'languageCode' | 'name'>
interface Option {
  id: string
  code: string
  name: string
}
export interface Group extends Option {
  options: Option[]
}
export interface Product {
  id: string
  enabled: boolean
  translations: Text[]
  groups: string[]
}
export interface Variant {
  id: string
  enabled: boolean
  productId: string
  sku: string
  translations: Name[]
  prices: { currencyCode: string; price: number }[]
  /** Prices in further channels, by token. */
  channelPrices: Record<string, { currencyCode: string; price: number }[]>
  optionIds: string[]
  stock: { stockLocationId: string; stockOnHand: number; stockAllocated: number }[]
  trackInventory: string
  outOfStockThreshold: number
  useGlobalOutOfStockThreshold: boolean
}

type Input = Record<string, unknown>
interface Options {
  skip?: number
  take?: number
  filter?: { id?: { in: string[] }; sku?: { in: string[] }; slug?: { contains: string } }
}

class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const refused = (message: string) => new Refusal('USER_INPUT_ERROR', message)

const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id)

/** The catalog of Vendure's admin API. */
export const vendureCatalog = (precision: () => number) => {
  const mode = { currencies: ['EUR', 'GBP'] as [string, ...string[]], refused: new Set<string>() }
  const products = new Map<string, Product>()
  const variants = new Map<string, Variant>()
  const groups = new Map<string, Group>()
  const locations = [
    { id: '1', name: 'Default Stock Location' },
    { id: '2', name: 'Outlet' },
  ]
  let ids = 0
  const newId = () => String(++ids)

  const must = <T>(all: Map<string, T>, id: unknown, name: string): T => {
    const found = all.get(String(id))
    if (!found) throw new Refusal('ENTITY_NOT_FOUND', `No ${name} with the id "${id}" could be found`)
    return found
  }
  const ofProduct = (id: string) => [...variants.values()].filter(({ productId }) => productId === id).sort(byId)
  const optionsOf = ({ optionIds }: Variant) =>
    [...groups.values()].flatMap(({ options, ...group }) =>
      options.filter(({ id }) => optionIds.includes(id)).map((option) => ({ ...option, group })),
    )
  const nameOf = ({ translations }: Variant) => translations[0]?.name ?? ''
  const shownProduct = (product: Product) => ({
    ...product,
    optionGroups: product.groups.map((id) => groups.get(id)),
    variantList: {
      items: ofProduct(product.id).map((each) => ({ ...each, name: nameOf(each), options: optionsOf(each) })),
    },
  })
  /** The further channel in which a request is made; the others share their prices. */
  let token = ''
  const pricesOf = (variant: Variant) => (token ? (variant.channelPrices[token] ?? []) : variant.prices)
  const keepPrices = (variant: Variant, prices: Variant['prices']) => {
    if (token) variant.channelPrices[token] = prices
    else variant.prices = prices
  }
  const shown = (variant: Variant) => ({
    ...variant,
    prices: pricesOf(variant),
    name: nameOf(variant),
    options: optionsOf(variant),
    product: products.get(variant.productId),
    stockLevels: variant.stock,
  })

  const listed = <T extends { id: string }>(
    all: Iterable<T>,
    { skip = 0, take = 100 }: Options,
    fits: (item: T) => boolean,
  ) => {
    if (take > MOST) throw refused(`Cannot take more than ${MOST} results from a list query`)
    return [...all]
      .filter(fits)
      .sort(byId)
      .slice(skip, skip + take)
  }
  const variantList = (options: Options = {}) => {
    const { id, sku } = options.filter ?? {}
    const fits = (each: Variant) => (!id || id.in.includes(each.id)) && (!sku || sku.in.includes(each.sku))
    return { items: listed(variants.values(), options, fits).map(shown) }
  }

  const inSlug = (text: string) => text.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  const translate = <T extends Name>(all: T[], given: unknown, complete: readonly (keyof T)[]): void => {
    for (const text of (given ?? []) as T[]) {
      if (!LANGUAGES.includes(text.languageCode)) throw new Refusal('BAD_USER_INPUT', 'no such LanguageCode')
      const before = all.find(({ languageCode }) => languageCode === text.languageCode)
      if (before) Object.assign(before, text)
      else if (complete.some((member) => typeof text[member] !== 'string'))
        throw new Refusal('INTERNAL_SERVER_ERROR', 'NOT NULL constraint failed')
      else all.push({ ...text })
    }
  }
  const translated = (given: unknown) => ((given as Name[])[0] as Name).name
  const product = (input: Input) => {
    const made: Product = { id: newId(), enabled: true, translations: [], groups: [] }
    translate(made.translations, input.translations, ['name', 'slug', 'description'])
    for (const text of made.translations) text.slug = inSlug(text.slug)
    products.set(made.id, made)
    return made
  }
  const setPrice = (variant: Variant, currencyCode: string, price: number) => {
    if (!mode.currencies.includes(currencyCode))
      throw refused(`The currency "${currencyCode}" is not available in the current Channel`)
    const others = pricesOf(variant)?.filter((each) => each.currencyCode !== currencyCode) ?? []
    keepPrices(variant, [...others, { currencyCode, price }])
  }
  const checkOptions = (productId: string, optionIds: string[], self?: string) => {
    const wanted = must(products, productId, 'Product').groups.map((id) => groups.get(id) as Group)
    const fits = wanted.every(({ options }) => options.some(({ id }) => optionIds.includes(id)))
    if (optionIds.length !== wanted.length || !fits)
      throw refused(`The ProductVariant options must include one option for each group`)
    const key = [...optionIds].sort().join()
    const same = self ? undefined : ofProduct(productId).find((each) => [...each.optionIds].sort().join() === key)
    if (same) throw refused(`A ProductVariant with the selected options already exists: ${nameOf(same)}`)
  }
  const createVariant = (input: Input) => {
    const { productId, sku, optionIds = [] } = input as { productId: string; sku: string; optionIds?: string[] }
    if (sku.length > 255) throw new Refusal('INTERNAL_SERVER_ERROR', 'value too long')
    if (mode.refused.has(sku)) throw refused('This SKU is not taken')
    checkOptions(productId, optionIds)
    const made: Variant = {
      ...{ id: newId(), enabled: true, productId, sku, translations: [], prices: [], channelPrices: {}, optionIds },
      stock: [{ stockLocationId: '1', stockOnHand: 0, stockAllocated: 0 }],
      ...{ trackInventory: 'INHERIT', outOfStockThreshold: 0, useGlobalOutOfStockThreshold: true },
    }
    translate(made.translations, input.translations, ['name'])
    // Prices in other currencies are accepted and ignored.
    setPrice(made, mode.currencies[0], Number(input.price ?? 0))
    variants.set(made.id, made)
    return made
  }
  const updateVariant = (input: Input) => {
    const {
      id,
      prices = [],
      stockLevels = [],
      optionIds,
      translations,
      ...rest
    } = structuredClone(input) as {
      prices?: { currencyCode: string; price: number; delete?: boolean }[]
      stockLevels?: { stockLocationId: string; stockOnHand: number }[]
      optionIds?: string[]
    } & Input
    const variant = must(variants, id, 'ProductVariant')
    if (mode.refused.has(String(rest.sku))) throw refused('This SKU is not taken')
    if (optionIds) checkOptions(variant.productId, optionIds, variant.id)
    translate(variant.translations, translations, ['name'])
    for (const { currencyCode, price, delete: gone } of prices)
      if (gone)
        keepPrices(
          variant,
          pricesOf(variant).filter((each) => each.currencyCode !== currencyCode),
        )
      else setPrice(variant, currencyCode, price)
    for (const { stockLocationId, stockOnHand } of stockLevels) {
      if (!Number.isInteger(stockOnHand)) throw new Refusal('BAD_USER_INPUT', 'Int cannot represent non-integer value')
      const level = variant.stock.find((each) => each.stockLocationId === stockLocationId)
      if (level) level.stockOnHand = stockOnHand
      else variant.stock.push({ stockLocationId, stockOnHand, stockAllocated: 0 })
    }
    Object.assign(variant, rest, optionIds && { optionIds })
    return variant
  }
  /** Applies all changes or none, because a mutation is a transaction. */
  const atOnce = (inputs: unknown, work: (input: Input) => Variant) => {
    const before = structuredClone([...variants])
    try {
      return (inputs as Input[]).map(work)
    } catch (error) {
      variants.clear()
      for (const [id, variant] of before) variants.set(id, variant)
      throw error
    }
  }
  const option = ({ code, translations }: Input): Option => ({
    id: newId(),
    code: String(code),
    name: translated(translations),
  })
  const updateVariants = ({ input }: Input) => ({ updateProductVariants: atOnce(input, updateVariant) })

  const operations: Record<string, (variables: Input) => Input> = {
    Variants: ({ o }) => ({ productVariants: variantList(o as Options) }),
    Standing: ({ any, ids: known, skus }) => ({
      ...(any ? { byId: variantList(known as Options) } : {}),
      bySku: variantList(skus as Options),
    }),
    Product: ({ id }) => ({ product: products.has(String(id)) ? shownProduct(must(products, id, 'Product')) : null }),
    Products: ({ o }) => {
      const { contains = '' } = (o as Options).filter?.slug ?? {}
      const fits = ({ translations }: Product) => translations.some(({ slug }) => slug.includes(contains))
      return { products: { items: listed(products.values(), o as Options, fits).map(shownProduct) } }
    },
    Levels: ({ o }) => ({ productVariants: variantList(o as Options), stockLocations: { items: locations } }),
    CreateProduct: ({ input }) => ({ createProduct: shownProduct(product(input as Input)) }),
    UpdateProduct: ({ input }) => {
      const { id, translations } = input as Input
      translate(must(products, id, 'Product').translations, translations, ['name', 'slug', 'description'])
      return { updateProduct: { id } }
    },
    CreateVariants: ({ input }) => ({ createProductVariants: atOnce(input, createVariant) }),
    UpdateVariants: updateVariants,
    UpdateLevels: updateVariants,
    Choose: updateVariants,
    CreateGroup: ({ input }) => {
      const { code, translations, options } = input as { options: Input[] } & Input
      const made = { ...option({ code, translations }), options: options.map(option) }
      groups.set(made.id, made)
      return { createProductOptionGroup: made }
    },
    AddGroup: ({ product: id, group }) => {
      const { groups: its } = must(products, id, 'Product')
      const { id: added } = must(groups, group, 'ProductOptionGroup')
      if (!its.includes(added)) its.push(added)
      return { addOptionGroupToProduct: { id } }
    },
    CreateOption: ({ input }) => {
      const made = option(input as Input)
      must(groups, (input as Input).productOptionGroupId, 'ProductOptionGroup').options.push(made)
      return { createProductOption: made }
    },
    RenameOption: ({ input }) => {
      const { id, translations } = input as Input
      for (const { options } of groups.values())
        for (const each of options) if (each.id === id) each.name = translated(translations)
      return { updateProductOption: { id } }
    },
  }

  const channel = (pricesIncludeTax: boolean, currency = mode.currencies[0]) => ({
    activeChannel: {
      ...{ code: 'web', defaultLanguageCode: 'de', availableLanguageCodes: LANGUAGES, pricesIncludeTax },
      ...{ defaultCurrencyCode: currency, availableCurrencyCodes: mode.currencies },
    },
    globalSettings: { serverConfig: { moneyStrategyPrecision: precision() } },
  })

  return {
    ...{ products, variants, groups },
    /** Returns undefined for a document that does not concern the catalog. */
    answer: (
      query: string,
      variables: Input,
      {
        pricesIncludeTax = true,
        channelToken = '',
        currency,
      }: { pricesIncludeTax?: boolean; channelToken?: string; currency?: string } = {},
    ): Said | undefined => {
      token = channelToken
      const operation = operations[/^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '']
      if (!operation) return undefined
      try {
        return { json: structuredClone({ data: { ...operation(variables), ...channel(pricesIncludeTax, currency) } }) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { message, code } = error
        return { json: { errors: [{ message, extensions: { code } }], data: null } }
      }
    },
    newId,
    inSlug,
    product,
    createVariant,
    optionsOf,
    mode,
  }
}
