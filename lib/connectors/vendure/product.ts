import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import type { Shop, VariantToPush } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { toHtml } from '../html.ts'
import { buildUnreadableError } from '../refusal.ts'
import { askShop, make } from './ask-shop.ts'
import { type Facts, findInLanguage, findLocalization, TEXTS, Text } from './variant.ts'

const Group = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  options: Type.Array(Type.Object({ id: Type.String(), code: Type.String(), name: Type.String() })),
})
const Kind = Type.Object({
  id: Type.String(),
  name: Type.String(),
  options: Type.Array(Type.Object({ id: Type.String(), group: Type.Object({ id: Type.String() }) })),
})
const Product = Type.Object({
  id: Type.String(),
  translations: Type.Array(Text),
  optionGroups: Type.Array(Group),
  variantList: Type.Object({ items: Type.Array(Kind) }),
})
/** A product as the store has it, with what tells its variants apart. */
export type StandingProduct = Static<typeof Product>

/** As many as a store lists at once. */
const MAX_VARIANTS = 1000

const PRODUCT = `id ${TEXTS} optionGroups { id code name options { id code name } }
  variantList(options: { take: ${MAX_VARIANTS} }) { items { id name options { id group { id } } } }`
const ONE = `query Product($id: ID!) { product(id: $id) { ${PRODUCT} } }`
const BY_SLUG = `query Products($o: ProductListOptions) { products(options: $o) { items { ${PRODUCT} } } }`
const CREATE = `mutation CreateProduct($input: CreateProductInput!) { createProduct(input: $input) { ${PRODUCT} } }`
const UPDATE = 'mutation UpdateProduct($input: UpdateProductInput!) { updateProduct(input: $input) { id } }'

const parseProduct = (value: unknown): StandingProduct => {
  if (!Check(Product, value)) throw buildUnreadableError()
  return value as StandingProduct
}

const toSlugPart = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Ends with a part of our id, so that a product is found again whose making nobody heard of. */
const getSlugTail = ({ product }: VariantToPush) => toSlugPart(product.id).slice(-12)

const buildSlug = (variant: VariantToPush) =>
  [toSlugPart(variant.product.name).slice(0, 100), getSlugTail(variant)].filter(Boolean).join('-')

/** What a product is to say where it does not say it yet. Languages that the content has nothing for stay as they are. */
export const listTextsToWrite = (facts: Facts, standing: readonly Text[], variant: VariantToPush) => {
  const { product, content } = variant
  const description = toHtml(content.description ?? '')
  const own = { languageCode: facts.language, name: product.name, description }
  const others = facts.languages.flatMap((languageCode) => {
    const told = findLocalization(content, languageCode)?.description
    return told ? [{ languageCode, description: toHtml(told) }] : []
  })
  return [own, ...others].flatMap((text) => {
    const before = findInLanguage(standing, text.languageCode)
    if (!before) return [{ name: product.name, slug: buildSlug(variant), ...text }]
    return Object.entries(text).every(([member, value]) => before[member as keyof Text] === value) ? [] : [text]
  })
}

export const updateTexts = async (
  shop: Shop,
  facts: Facts,
  standing: Pick<StandingProduct, 'id' | 'translations'>,
  variant: VariantToPush,
) => {
  const translations = listTextsToWrite(facts, standing.translations, variant)
  if (translations.length) await askShop(shop, UPDATE, { input: { id: standing.id, translations } })
}

/** The product at this id; undefined where the store no longer has it. */
export const findProduct = async (shop: Shop, id: string): Promise<StandingProduct | undefined> => {
  const { product } = await askShop(shop, ONE, { id })
  return product ? parseProduct(product) : undefined
}

/** The product of a variant that no product of the store is known for: one that was made here already, or a new one. */
export const findOrCreateProduct = async (
  shop: Shop,
  facts: Facts,
  variant: VariantToPush,
): Promise<StandingProduct> => {
  const filter = { slug: { contains: `${getSlugTail(variant)}` } }
  const { products } = await askShop(shop, BY_SLUG, { o: { take: 1, sort: { id: 'ASC' }, filter } })
  const [known] = readPath(products, 'items') as unknown[]
  if (known) return parseProduct(known)
  const translations = listTextsToWrite(facts, [], variant)
  const { createProduct } = await make(shop, CREATE, { input: { enabled: true, translations } })
  return parseProduct(createProduct)
}
