import { escapeText } from '../../platform/html.ts'
import { AmountTooLarge } from '../../platform/money/amounts.ts'
import { parseMinorUnits } from '../../platform/money/minor-units.ts'
import type { RemoteVariant } from '../connector.ts'
import type { ShopPrices } from '../content/choose-price.ts'
import { toPlainText } from '../content/html.ts'
import { replaceText } from '../content/replace-text.ts'
import { isInteger, parseObject, readText } from '../reading.ts'
import { parseGoods, type RawGoods } from './goods.ts'

/** Name of the attribute that holds a variant's name, because variations have none. */
export const VARIANT = 'Variant'

const MAX_DESCRIPTION_LENGTH = 20_000
const NO_GOODS = ['grouped', 'external']

export interface Attribute {
  /** 0 for an attribute of this product only. */
  id: number
  name: string
  /** True if the attribute distinguishes variations. */
  isVariation: boolean
  options: string[]
  raw: Record<string, unknown>
}

export interface Choice {
  name: string
  option: string
}

/** A product or a variation. */
export interface Item {
  id: number
  /** 0 for a product. */
  parentId: number
  type: string
  sku: string | null
  name: string | null
  description: string | null
  /** The description as the shop stores it. */
  html: string
  /** The decimal as the shop writes it; null if there is none. */
  price: string | null
  /** The price of a sale, which may run at certain times only; null if there is none. */
  salePrice: string | null
  attributes: Attribute[]
  /** A variation's values of the product's attributes. */
  choices: Choice[]
  /** Ids of the product's variations. */
  variations: number[]
  goods: RawGoods
}

const isId = (value: unknown): value is number => isInteger(value) && value > 0
const readList = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(parseObject) : [])
const readPlainText = (value: unknown) => (typeof value === 'string' ? readText(toPlainText(value)) : null)

const readLongText = (value: unknown) =>
  (typeof value === 'string' &&
    toPlainText(value).replaceAll('\u0000', '').slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed()) ||
  null

/** Reads a product or variation; undefined if it has no id. */
export const parseItem = (value: unknown): Item | undefined => {
  const record = parseObject(value)
  if (!isId(record.id)) return undefined
  const { parent_id: parentId, variations } = record
  return {
    id: record.id,
    parentId: isId(parentId) ? parentId : 0,
    type: readText(record.type) ?? '',
    sku: readText(record.sku),
    name: readPlainText(record.name),
    description: readLongText(record.description),
    html: typeof record.description === 'string' ? record.description : '',
    price: readText(record.regular_price),
    salePrice: readText(record.sale_price),
    attributes: readList(record.attributes).flatMap((raw) => {
      const { id, name, variation, options } = raw
      const known = readPlainText(name)
      if (!known || !Array.isArray(options)) return []
      const texts = options.flatMap((option) => readPlainText(option) ?? [])
      return { id: isId(id) ? id : 0, name: known, isVariation: variation === true, options: texts, raw }
    }),
    choices: readList(record.attributes).flatMap(({ name, option }) => {
      const [known, chosen] = [readPlainText(name), readPlainText(option)]
      return known && chosen ? { name: known, option: chosen } : []
    }),
    variations: Array.isArray(variations) ? variations.filter(isId).sort((a, b) => a - b) : [],
    goods: parseGoods(record),
  }
}

export const isVariable = ({ type, variations }: Item): boolean => type.startsWith('variable') || variations.length > 0
export const isSingle = (item: Item): boolean =>
  !isVariable(item) && item.parentId === 0 && !NO_GOODS.includes(item.type)

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
export const isNameOfVariants = ({ name }: { name: string }): boolean => isSameName(name, VARIANT)

/** Returns a variant's value of one of the product's attributes. */
export const chooseOption = (
  attribute: { name: string },
  content: { name: string; attributes: Readonly<Record<string, string>> },
): string | undefined =>
  isNameOfVariants(attribute)
    ? content.name
    : Object.entries(content.attributes).find(([name, value]) => value && isSameName(name, attribute.name))?.[1]

const readAmount = (price: string, currency: string) => {
  try {
    const amount = parseMinorUnits(price, currency)
    return amount !== undefined && amount >= 0 ? amount : undefined
  } catch (error) {
    if (error instanceof AmountTooLarge) return undefined
    throw error
  }
}

const buildPointer = (name: string) => `/attributes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Returns the price of a sale in the shop; undefined if there is none, or none below the regular price. */
export const readSalePrice = ({ price, salePrice }: Pick<Item, 'price' | 'salePrice'>, currency: string) => {
  const sale = salePrice === null ? undefined : readAmount(salePrice, currency)
  const regular = price === null ? undefined : readAmount(price, currency)
  return sale !== undefined && regular !== undefined && sale < regular ? sale : undefined
}

/** Reads a variation of the product, or the product itself, as a variant. */
export const toRemoteVariant = (product: Item, item: Item, { currency, includesTax }: ShopPrices): RemoteVariant => {
  const isVariation = product !== item
  const productName = product.name ?? `#${product.id}`
  const named = item.choices.find(isNameOfVariants)
  const others = item.choices.filter((choice) => !isNameOfVariants(choice))
  const words = isVariation && item.choices.map(({ option }) => option).join(', ')
  const title = readText(words ? `${productName}, ${words}` : productName) ?? productName
  const amount = item.price === null ? undefined : readAmount(item.price, currency)
  const sale = readSalePrice(item, currency)
  // A variation without its own SKU shows the product's.
  const sku = isVariation && item.sku === product.sku ? null : item.sku
  return {
    externalProductId: String(product.id),
    externalVariantId: String(item.id),
    sku,
    title,
    product: { name: productName, description: product.description, brand: null },
    includesTax,
    currency,
    ...(sale !== undefined && { salePrice: sale }),
    content: {
      ...(sku && { sku }),
      name: named?.option ?? title,
      description: product.description,
      attributes: Object.fromEntries(others.map(({ name, option }) => [name, option])),
      prices: amount === undefined ? {} : { [currency]: amount },
    },
    shows: [
      '/sku',
      '/description',
      ...(named || !isVariation ? ['/name'] : []),
      // An unreadable price cannot be compared.
      ...(item.price !== null && amount === undefined ? [] : [`/prices/${currency}`]),
      ...others.map(({ name }) => buildPointer(name)),
    ],
  }
}

const encodeSign = (sign: string) => `&#${String(sign.charCodeAt(0)).padStart(3, '0')};`

/** Encodes a name for the shop: signs that the shop would remove, split at or merge become entities. */
export const toStoredName = (name: string): string => escapeText(name).replace(/[\\|%]|[^\S ]|(?<= ) /g, encodeSign)

/** Encodes backslashes, which the shop would remove, and brackets, which it would run as shortcodes. */
export const toStoredDescription = (text: string | null, stored = ''): string =>
  replaceText(stored, text ?? '', (plain) => escapeText(plain).replace(/[\\[\]]/g, encodeSign))

/** Returns true if the shop stores the SKU unchanged. */
export const isKeptSku = (sku: string): boolean => !/[<>\\]|%[\da-f]{2}|\s{2}|[^\S ]/i.test(sku)
