import { AmountTooLarge } from '../../platform/money/amounts.ts'
import { parseMinorUnits } from '../../platform/money/minor-units.ts'
import type { RemoteVariant } from '../connector.ts'
import { toHtml, toPlainText } from '../html.ts'
import { parseObject, readText } from '../reading.ts'

/** The attribute that holds a variant's name, since variations have none. */
export const VARIANT = 'Variant'

const MAX_DESCRIPTION_LENGTH = 20_000
const NO_GOODS = ['grouped', 'external']

export interface Attribute {
  /** 0 for one of this product alone. */
  id: number
  name: string
  /** Whether it tells variations apart. */
  isVariation: boolean
  options: string[]
  raw: Record<string, unknown>
}

export interface Choice {
  name: string
  option: string
}

/** A product, or one of its variations. */
export interface Item {
  id: number
  /** 0 for a product. */
  parentId: number
  type: string
  sku: string | null
  name: string | null
  description: string | null
  /** As it is written; null where there is none. */
  price: string | null
  attributes: Attribute[]
  /** What a variation has of its product's attributes. */
  choices: Choice[]
  /** Of a product. */
  variations: number[]
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const readList = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(parseObject) : [])
const readPlainText = (value: unknown) => (typeof value === 'string' ? readText(toPlainText(value)) : null)

const readLongText = (value: unknown) =>
  (typeof value === 'string' &&
    toPlainText(value).replaceAll('\u0000', '').slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed()) ||
  null

/** What the store tells of a product or a variation; undefined where it has no id. */
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
    price: readText(record.regular_price),
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
  }
}

export const isVariable = ({ type, variations }: Item): boolean => type.startsWith('variable') || variations.length > 0
export const isSingle = (item: Item): boolean =>
  !isVariable(item) && item.parentId === 0 && !NO_GOODS.includes(item.type)

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
export const isNameOfVariants = ({ name }: { name: string }): boolean => isSameName(name, VARIANT)

/** What a variant is to have of one of its product's attributes. */
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

/** A variation of the product, or the product itself. */
export const toRemoteVariant = (product: Item, item: Item, currency: string): RemoteVariant => {
  const isVariation = product !== item
  const productName = product.name ?? `#${product.id}`
  const named = item.choices.find(isNameOfVariants)
  const others = item.choices.filter((choice) => !isNameOfVariants(choice))
  const words = isVariation && item.choices.map(({ option }) => option).join(', ')
  const title = readText(words ? `${productName}, ${words}` : productName) as string
  const amount = item.price === null ? undefined : readAmount(item.price, currency)
  // A variation without an own one shows its product's.
  const sku = isVariation && item.sku === product.sku ? null : item.sku
  return {
    externalProductId: String(product.id),
    externalVariantId: String(item.id),
    sku,
    title,
    product: { name: productName, description: product.description, brand: null },
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
      // A price that is none is nothing to go by.
      ...(item.price !== null && amount === undefined ? [] : [`/prices/${currency}`]),
      ...others.map(({ name }) => buildPointer(name)),
    ],
  }
}

const encodeSign = (sign: string) => `&#${String(sign.charCodeAt(0)).padStart(3, '0')};`
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A name as the store keeps it; signs that it takes out, splits at or puts together are written as entities. */
export const toStoredName = (name: string): string =>
  name.replace(/[&<>]/g, (sign) => NAMED[sign] as string).replace(/[\\|%]|[^\S ]|(?<= ) /g, encodeSign)

/** Neither backslashes, which the store takes out, nor what it would run as a shortcode. */
export const toStoredDescription = (text: string | null): string => toHtml(text ?? '').replace(/[\\[\]]/g, encodeSign)

/** Whether the store keeps a SKU as it is, rather than cleaning it. */
export const isKeptSku = (sku: string): boolean => !/[<>\\]|%[\da-f]{2}|\s{2}|[^\S ]/i.test(sku)
