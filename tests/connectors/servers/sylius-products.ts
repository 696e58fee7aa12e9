import type { Asked, Said } from './server.ts'

export const API = '/api/v2/admin'
const LOCALES = ['de_DE', 'en_US']

type Entry = Record<string, unknown>
export type Entries = Record<string, Entry>

interface Product {
  id: number
  code: string
  enabled: boolean
  options: string[]
  channels: string[]
  translations: Entries
}

interface Variant {
  id: number
  code: string
  product: string
  enabled: boolean
  position: number
  tracked: boolean
  onHand: number
  onHold: number
  optionValues: string[]
  channelPricings: Entries
  translations: Entries
}

class Invalid extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

class BadRequest extends Error {}

const endOf = (iri: unknown) => String(iri).split('/').at(-1) as string

export const makeProducts = () => {
  const products = new Map<string, Product>()
  const variants = new Map<string, Variant>()
  const refused = new Set<string>()
  const mode = {
    currency: 'EUR',
    rates: [{ includedInPrice: true, zone: `${API}/zones/DE` }],
    /** Further channels of the shop, with the zones of their taxes. */
    channels: [] as { code: string; currency: string; zone: string }[],
  }
  /** Options of products, by code, with their values. */
  const options = new Map<string, { name: string; values: { code: string; value: string }[] }>()
  let ids = 0

  const variantsOf = (code: string) =>
    [...variants.values()].filter(({ product }) => product === code).sort((a, b) => a.position - b.position)

  const shownProduct = (product: Product) => ({
    '@id': `${API}/products/${product.code}`,
    ...product,
    variantSelectionMethod: 'choice',
    variants: variantsOf(product.code).map(({ code }) => `${API}/product-variants/${code}`),
  })
  const shownVariant = (variant: Variant) => ({
    '@id': `${API}/product-variants/${variant.code}`,
    ...variant,
    product: `${API}/products/${variant.product}`,
  })

  const findIgnoringCase = <T extends { code: string }>(all: Map<string, T>, code: string) =>
    [...all.values()].find((each) => each.code.toLowerCase() === code.toLowerCase())

  /** Updates entries that are named by their @id and removes omitted ones. */
  const merged = (path: string, of: string, before: Entries, given: unknown): Entries => {
    const entries = Object.entries(given as Entries).map(([name, entry]): [string, Entry] => {
      const known = before[name]
      const iri = `${of}/${path}/${name}`
      if (known && entry['@id'] !== iri) throw new Invalid(`${path}[${name}]`, 'A value for it exists already.')
      if (!known && entry['@id'] !== undefined) throw new BadRequest(`Item not found for "${entry['@id']}".`)
      return [name, { ...known, ...entry, '@id': iri }]
    })
    return Object.fromEntries(entries)
  }

  const checkLocales = (translations: Entries) => {
    for (const locale of Object.keys(translations))
      if (!LOCALES.includes(locale)) throw new Invalid(`translations[${locale}].locale`, 'This is not a valid locale.')
  }

  const writeProduct = (before: Product, body: Entry): Product => {
    const { translations, channels, enabled } = body
    const product = {
      ...before,
      ...(typeof enabled === 'boolean' && { enabled }),
      ...(channels !== undefined && { channels: channels as string[] }),
      ...(translations !== undefined && {
        translations: merged('translations', `${API}/products/${before.code}`, before.translations, translations),
      }),
    }
    checkLocales(product.translations)
    for (const [locale, { name, slug }] of Object.entries(product.translations)) {
      if (typeof name !== 'string' || name.length < 2) throw new Invalid(`translations[${locale}].name`, 'Too short.')
      if (typeof slug !== 'string' || !slug) throw new Invalid(`translations[${locale}].slug`, 'Please enter a slug.')
      const taken = [...products.values()].some(
        (other) => other.code !== product.code && other.translations[locale]?.slug === slug,
      )
      if (taken) throw new Invalid(`translations[${locale}].slug`, 'Product slug must be unique.')
    }
    products.set(product.code, product)
    return product
  }

  const writeVariant = (before: Variant, body: Entry): Variant => {
    const { translations, channelPricings, tracked, onHand, enabled, optionValues } = body
    const of = `${API}/product-variants/${before.code}`
    const variant = {
      ...before,
      ...(typeof enabled === 'boolean' && { enabled }),
      ...(typeof tracked === 'boolean' && { tracked }),
      ...(optionValues !== undefined && { optionValues: optionValues as string[] }),
      ...(onHand !== undefined && { onHand: onHand as number }),
      ...(translations !== undefined && {
        translations: merged('translations', of, before.translations, translations),
      }),
      ...(channelPricings !== undefined && {
        channelPricings: merged('channel-pricings', of, before.channelPricings, channelPricings),
      }),
    }
    checkLocales(variant.translations)
    if (!Number.isInteger(variant.onHand) || variant.onHand < 0) throw new Invalid('onHand', 'Must not be negative.')
    if (variant.onHand < variant.onHold && variant.tracked) throw new Invalid('onHand', 'Less than is put by.')
    for (const [channel, { price }] of Object.entries(variant.channelPricings)) {
      if (!['WEB', 'POP'].includes(channel))
        throw new Invalid(`channelPricings[${channel}].channelCode`, `Channel with code ${channel} does not exist.`)
      if (!Number.isInteger(price) || (price as number) < 0) throw new BadRequest('The price must be an integer.')
    }
    const channels = products.get(variant.product)?.channels ?? []
    if (channels.some((iri) => !variant.channelPricings[endOf(iri)]))
      throw new Invalid('channelPricings', 'You must define price for every enabled channel.')
    if (refused.has(variant.code)) throw new Invalid('', 'Nobody sells this any more.')
    variants.set(variant.code, variant)
    return variant
  }

  const newCode = (all: Map<string, { code: string }>, { code }: Entry) => {
    if (typeof code !== 'string' || !/^[\w-]+$/.test(code)) throw new Invalid('code', 'It can only be made of letters.')
    if (findIgnoringCase(all, code)) throw new Invalid('code', 'The code must be unique.')
    return code
  }

  const blankProduct = (code: string): Product => ({
    id: ++ids,
    code,
    enabled: true,
    options: [],
    channels: [],
    translations: {},
  })

  const newVariant = (body: Entry): Variant => {
    const code = newCode(variants, body)
    if (typeof body.product !== 'string' || !products.has(endOf(body.product)))
      throw new BadRequest(`Item not found for "${body.product}".`)
    const product = endOf(body.product)
    const blank = { enabled: true, tracked: false, onHand: 0, onHold: 0, optionValues: [] }
    const position = variantsOf(product).length
    return { id: ++ids, code, product, position, ...blank, channelPricings: {}, translations: {} }
  }

  const change = (asked: Asked, kind: string, code: string | undefined): Said => {
    const { method, body } = asked
    const ofProducts = kind === 'products'
    if (method === 'POST') {
      const made = ofProducts
        ? shownProduct(writeProduct(blankProduct(newCode(products, body)), body))
        : shownVariant(writeVariant(newVariant(body), body))
      return { status: 201, json: made }
    }
    const known = findIgnoringCase<Product | Variant>(ofProducts ? products : variants, code ?? '')
    if (!known) return { status: 404, json: { 'hydra:description': 'Not Found' } }
    const changed = ofProducts
      ? shownProduct(writeProduct(known as Product, body))
      : shownVariant(writeVariant(known as Variant, body))
    return { json: changed }
  }

  /** Shuffles equal entries, whose order is undefined. */
  let turn = 0
  const listed = ({ query }: Asked, kind: string): unknown[] => {
    if (kind === 'products') {
      const channel = query.get('channel')
      if (channel && !channel.startsWith(`${API}/channels/`)) throw new BadRequest('Invalid IRI.')
      const found = [...products.values()].filter(({ channels }) => !channel || channels.includes(channel))
      const sign = query.get('order[code]') === 'asc' ? 1 : -1
      return found.sort((a, b) => (a.code.toLowerCase() < b.code.toLowerCase() ? -sign : sign)).map(shownProduct)
    }
    const owners = [...query.getAll('product[]'), ...query.getAll('product')]
    if (owners.some((iri) => !iri.startsWith(`${API}/products/`))) throw new BadRequest('Invalid IRI.')
    const found = [...variants.values()].filter(({ product }) => !owners.length || owners.map(endOf).includes(product))
    return (turn++ % 2 ? found : found.reverse()).map(shownVariant)
  }

  const answerOption = (route: string, collection: (all: unknown[]) => Said): Said | undefined => {
    const [, code = '', isOfValues] = /^\/product-options\/([^/]+)(\/values)?$/.exec(route) ?? []
    const option = options.get(code)
    if (!option) return undefined
    const iri = `${API}/product-options/${code}`
    if (!isOfValues) return { json: { '@id': iri, code, translations: { de_DE: { name: option.name } } } }
    return collection(
      option.values.map((each) => ({
        ...{ '@id': `${iri}/values/${each.code}`, code: each.code },
        translations: { de_DE: { value: each.value } },
      })),
    )
  }

  const answer = (route: string, asked: Asked, collection: (all: unknown[]) => Said): Said | undefined => {
    if (route === '/tax-rates') return collection(mode.rates)
    const ofOptions = answerOption(route, collection)
    if (ofOptions) return ofOptions
    const [, kind, code] = /^\/(products|product-variants)(?:\/([^/]+))?$/.exec(route) ?? []
    if (!kind) return undefined
    try {
      if (asked.method !== 'GET') {
        if (asked.headers['content-type'] !== 'application/ld+json') return { status: 415, json: { detail: 'Format.' } }
        return change(asked, kind, code)
      }
      if (!code) return collection(listed(asked, kind))
      const product = kind === 'products' ? findIgnoringCase(products, code) : undefined
      const variant = kind === 'products' ? undefined : findIgnoringCase(variants, code)
      if (product) return { json: shownProduct(product) }
      return variant ? { json: shownVariant(variant) } : { status: 404, json: { 'hydra:description': 'Not Found' } }
    } catch (error) {
      if (error instanceof BadRequest) return { status: 400, json: { 'hydra:description': error.message } }
      if (!(error instanceof Invalid)) throw error
      const violations = [{ propertyPath: error.path, message: error.message, code: null }]
      return { status: 422, json: { '@type': 'ConstraintViolationList', violations } }
    }
  }

  return {
    answer,
    options,
    products,
    variants,
    variantsOf,
    refused,
    mode,
    writeProduct,
    blankProduct,
    writeVariant,
    newVariant,
  }
}
