import type { Shop, VariantToPush } from '../connector.ts'
import { memoizePerShop } from '../memoize-per-shop.ts'
import { parseObject, readText } from '../reading.ts'
import { askShop, buildIri, readMembers } from './ask-shop.ts'
import { readShopChannel } from './channels.ts'
import { isCode, type Option, type Options, type Product } from './product.ts'

const MAX_PAGES = 20
const PAGE_SIZE = 100

const readAll = async (shop: Shop, path: string): Promise<unknown[]> => {
  const all: unknown[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { page: String(page), itemsPerPage: String(PAGE_SIZE) }
    const { status, json } = await askShop(shop, path, query, 404)
    if (status === 404) return all
    const { members, total, hasNext } = readMembers(json)
    all.push(...members)
    if (!members.length || !(hasNext ?? (total === undefined || all.length < total))) return all
  }
  return all
}

const readTranslated = (record: unknown, locale: string, member: string): string | null => {
  const { translations } = parseObject(record)
  const texts = parseObject(translations)
  const own = parseObject(texts[locale])[member]
  return readText(own) ?? readText(parseObject(Object.values(texts)[0])[member])
}

const readOption = async (shop: Shop, code: string): Promise<Option> => {
  const { locale } = await readShopChannel(shop)
  const { status, json } = await askShop(shop, `/product-options/${code}`, {}, 404)
  const values = await readAll(shop, `/product-options/${code}/values`)
  return {
    name: (status === 404 ? null : readTranslated(json, locale, 'name')) ?? code,
    values: values.flatMap((value) => {
      const known = readText(parseObject(value).code)
      return known ? [{ code: known, name: readTranslated(value, locale, 'value') ?? known }] : []
    }),
  }
}

/** Options that were read of a shop, by code; each is read once. */
const readKnown = memoizePerShop(async () => new Map<string, Promise<Option>>())

/** Reads the options of products. */
export const readOptions = async (shop: Shop, products: Iterable<Product>): Promise<Options> => {
  const codes = new Set([...products].flatMap(({ options }) => options.filter(isCode)))
  const known = await readKnown(shop)
  const options = new Map<string, Option>()
  for (const code of codes) {
    const reading = known.get(code) ?? readOption(shop, code)
    known.set(code, reading)
    reading.catch(() => known.delete(code))
    options.set(code, await reading)
  }
  return options
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Returns the values of a new variant as the shop names them, or why it cannot be chosen among the variants of its product. */
export const chooseOptionValues = (
  shop: Shop,
  product: Product,
  { content }: VariantToPush,
  options: Options,
): string[] | string => {
  const chosen: string[] = []
  for (const code of product.options) {
    const { name, values } = options.get(code) ?? { name: code, values: [] }
    const wanted = Object.entries(content.attributes).find(([key]) => isSame(key, name) || isSame(key, code))?.[1]
    if (!wanted) return `The variant has no attribute ${name}.`
    const value = values.find((each) => isSame(each.name, wanted) || isSame(each.code, wanted))
    if (!value) return `The option ${name} of the shop has no value ${wanted}. Add it in the shop first.`
    chosen.push(buildIri(shop, `/product-options/${code}/values/${value.code}`))
  }
  return chosen
}
