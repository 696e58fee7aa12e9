import type { Asked, Said } from './server.ts'

interface Attribute {
  id: number
  name: string
  position: number
  visible: boolean
  variation: boolean
  options: string[]
}

interface Choice {
  id: number
  name: string
  option: string
}

export interface Product {
  id: number
  parent_id: number
  type: string
  status: string
  sku: string
  name: string
  description: string
  regular_price: string
  sale_price: string
  manage_stock: boolean
  stock_quantity: number | null
  backorders: string
  attributes: Attribute[] | Choice[]
  meta_data: unknown[]
  global_unique_id: string
  weight: string
  dimensions: { length: string; width: string; height: string }
}

type Body = Record<string, unknown>

class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly data: object
  constructor(code: string, message: string, status = 400, data = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Cleans a text that may contain HTML. */
const filtered = (html: string) =>
  html
    .replaceAll('\\', '')
    .replace(/<\/?script[^>]*>/gi, '')
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z]+);)/gi, '&amp;')
    .replace(/&#(\d+);/g, (_, digits: string) => `&#${digits.replace(/^0+/, '').padStart(3, '0')};`)

/** Cleans a text that must not contain HTML. */
const cleaned = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/\s+/g, ' ')
    .trim()

const kept = (value: string) => cleaned(value.replaceAll('\\', ''))

/** The record as buyers see it. */
const paragraphs = (html: string) => (html ? `<p>${html.replaceAll('"', '&#8220;')}</p>\n` : '')

export const makeProducts = () => {
  const products = new Map<number, Product>()
  const mode = {
    currency: 'EUR',
    calcTaxes: 'yes',
    pricesIncludeTax: 'yes',
    countsStock: true,
    total: true,
    weight: 'kg',
    length: 'cm',
  }
  const refused = new Set<string>()
  let ids = 100

  const childrenOf = (id: number) => [...products.values()].filter(({ parent_id: parent }) => parent === id)
  const skuOf = ({ sku, parent_id: parent }: Product) => sku || products.get(parent)?.sku || ''

  /** A variation shows the number and the measures of its product where it has none. */
  const inherited = ({ global_unique_id: number, weight, dimensions, parent_id: parent }: Product) => {
    const of = products.get(parent)
    const told = Object.entries(dimensions ?? {}).filter(([, value]) => value)
    return {
      global_unique_id: number || of?.global_unique_id || '',
      weight: weight || of?.weight || '',
      dimensions: { ...dimensions, ...of?.dimensions, ...Object.fromEntries(told) },
    }
  }

  const shown = (product: Product, context: string) => ({
    ...product,
    sku: skuOf(product),
    ...inherited(product),
    description: context === 'edit' ? product.description : paragraphs(product.description),
    price: product.regular_price,
    variations: product.type === 'variable' ? childrenOf(product.id).map(({ id }) => id) : [],
  })

  const trimmed = (record: Body, fields: string | null) =>
    fields ? Object.fromEntries(fields.split(',').map((name) => [name, record[name]])) : record

  const listed = (asked: Asked, all: Product[]): Said => {
    const { query } = asked
    const context = query.get('context') ?? 'view'
    if (!['view', 'edit'].includes(context)) return { status: 400, json: { code: 'rest_invalid_param' } }
    const size = Number(query.get('per_page') ?? 10)
    if (!(size >= 1 && size <= 100)) return { status: 400, json: { code: 'rest_invalid_param' } }
    const wanted = query.get('include')?.split(',').map(Number)
    const skus = query.get('sku')
    const list = skus && [...skus.split(','), skus].map((sku) => sku.toLowerCase())
    const found = all
      .filter(({ id }) => !wanted || wanted.includes(id))
      .filter((product) => !list || list.includes(product.sku.toLowerCase()))
      .sort((a, b) => (query.get('orderby') === 'id' && query.get('order') === 'asc' ? a.id - b.id : b.id - a.id))
    const start = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size)
    const records = found.slice(start, start + size)
    return {
      json: records.map((product) => trimmed(shown(product, context), query.get('_fields'))),
      headers: mode.total ? { 'X-WP-Total': String(found.length) } : {},
    }
  }

  const requireFreeSku = (sku: string, id: number) => {
    const owner = [...products.values()].find((each) => each.sku.toLowerCase() === sku.toLowerCase() && each.id !== id)
    if (sku && owner)
      throw new Refusal('product_invalid_sku', 'Invalid or duplicated SKU.', 400, { resource_id: owner.id })
    if (refused.has(sku)) throw new Refusal('shop_rules', 'Not sold &amp; never <b>will be</b>.')
  }

  const attributesOf = (value: unknown): Attribute[] =>
    (value as Partial<Attribute>[]).map(({ id = 0, name = '', position = 0, visible, variation, options = [] }) => ({
      id,
      name: cleaned(name),
      position,
      visible: visible === true,
      variation: variation === true,
      // The options are stored as one text.
      options: options
        .join(' | ')
        .split('|')
        .map((option) => option.trim()),
    }))

  const choicesOf = (parent: Product, value: unknown): Choice[] =>
    (value as Partial<Choice>[]).flatMap(({ id = 0, name, option = '' }) => {
      const known = (parent.attributes as Attribute[]).find((each) => (id ? each.id === id : each.name === name))
      return known?.variation ? { id: known.id, name: known.name, option: kept(option) } : []
    })

  const write = (before: Product, body: Body): Product => {
    const { sku, name, description, regular_price: price, attributes, type, meta_data: meta, status } = body
    const parent = products.get(before.parent_id)
    const product: Product = {
      ...before,
      ...(typeof type === 'string' && { type }),
      ...(typeof status === 'string' && { status }),
      ...(typeof sku === 'string' && { sku: cleaned(sku) }),
      ...(typeof name === 'string' && { name: filtered(name).trim() }),
      ...(typeof description === 'string' && { description: filtered(description) }),
      ...(Array.isArray(attributes) && {
        attributes: parent ? choicesOf(parent, attributes) : attributesOf(attributes),
      }),
      meta_data: [...before.meta_data, ...(Array.isArray(meta) ? meta : [])],
    }
    requireFreeSku(product.sku, product.id)
    if (price !== undefined) {
      if (typeof price !== 'string' || !/^(\d+(\.\d+)?)?$/.test(price)) throw new Refusal('bad_price', 'No price.')
      product.regular_price = product.type === 'variable' ? '' : price
    }
    if (mode.countsStock && body.manage_stock !== undefined) {
      product.manage_stock = body.manage_stock === true
      if (!Number.isInteger(body.stock_quantity)) throw new Refusal('bad_stock', 'No quantity.')
      product.stock_quantity = body.stock_quantity as number
      if (body.backorders !== undefined) product.backorders = String(body.backorders)
    }
    products.set(product.id, product)
    return product
  }

  const blank = (parent: number): Product => ({
    id: ++ids,
    parent_id: parent,
    type: parent ? 'variation' : 'simple',
    status: 'publish',
    sku: '',
    name: 'Product',
    description: '',
    regular_price: '',
    sale_price: '',
    manage_stock: false,
    stock_quantity: null,
    backorders: 'no',
    attributes: [],
    meta_data: [],
    ...{ global_unique_id: '', weight: '', dimensions: { length: '', width: '', height: '' } },
  })

  const existing = (body: Body, parent: number) => {
    const product = products.get(Number(body.id))
    if (!product || product.parent_id !== parent) {
      const kind = parent ? 'product_variation' : 'product'
      throw new Refusal(`woocommerce_rest_${kind}_invalid_id`, 'Invalid ID.', 400)
    }
    return product
  }

  const batch = ({ body }: Asked, parent: number): Said => {
    const { create = [], update = [] } = body as { create?: Body[]; update?: Body[] }
    if (create.length + update.length > 100)
      return { status: 413, json: { code: 'woocommerce_rest_request_entity_too_large', message: 'Too many.' } }
    const each = (one: Body, of: () => Product) => {
      try {
        return shown(write(of(), one), 'edit')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { code, message, status, data } = error
        return { id: Number(one.id ?? 0), error: { code, message, data: { status, ...data } } }
      }
    }
    return {
      json: {
        ...(body.create !== undefined && { create: create.map((one) => each(one, () => blank(parent))) }),
        ...(body.update !== undefined && { update: update.map((one) => each(one, () => existing(one, parent))) }),
      },
    }
  }

  const answer = (route: string, asked: Asked): Said | undefined => {
    if (route === '/settings/general/woocommerce_calc_taxes') return { json: { value: mode.calcTaxes } }
    if (route === '/settings/tax/woocommerce_prices_include_tax') return { json: { value: mode.pricesIncludeTax } }
    if (route === '/settings/products/woocommerce_weight_unit') return { json: { value: mode.weight } }
    if (route === '/settings/products/woocommerce_dimension_unit') return { json: { value: mode.length } }
    if (route === '/data/currencies/current') return { json: { code: mode.currency, name: '', symbol: '' } }
    const [, parent, isBatch] = /^\/products(?:\/(\d+)\/variations)?(\/batch)?$/.exec(route) ?? []
    if (!route.startsWith('/products')) return undefined
    if (isBatch) return batch(asked, Number(parent ?? 0))
    const wantsVariations = parent !== undefined || asked.query.has('sku')
    const status = asked.query.get('status') ?? 'any'
    const all = [...products.values()]
      .filter((each) => (status === 'any' ? each.status !== 'trash' : each.status === status))
      .filter((each) => (parent === undefined ? wantsVariations || !each.parent_id : each.parent_id === Number(parent)))
    return listed(asked, all)
  }

  return { answer, products, childrenOf, refused, mode, write, blank, nextId: () => ++ids }
}
