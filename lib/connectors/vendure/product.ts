import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import type { Store, VariantToPush } from '../connector.ts'
import { at } from '../graphql.ts'
import { htmlFromText } from '../html.ts'
import { unreadable } from '../refusal.ts'
import { ask, make } from './store.ts'
import { type Facts, inLanguage, localizationIn, TEXTS, Text } from './variant.ts'

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
const MOST_VARIANTS = 1000

const PRODUCT = `id ${TEXTS} optionGroups { id code name options { id code name } }
  variantList(options: { take: ${MOST_VARIANTS} }) { items { id name options { id group { id } } } }`
const ONE = `query Product($id: ID!) { product(id: $id) { ${PRODUCT} } }`
const BY_SLUG = `query Products($o: ProductListOptions) { products(options: $o) { items { ${PRODUCT} } } }`
const CREATE = `mutation CreateProduct($input: CreateProductInput!) { createProduct(input: $input) { ${PRODUCT} } }`
const UPDATE = 'mutation UpdateProduct($input: UpdateProductInput!) { updateProduct(input: $input) { id } }'

const productIn = (value: unknown): StandingProduct => {
  if (!Check(Product, value)) throw unreadable()
  return value as StandingProduct
}

const inSlug = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Ends with a part of our id, so that a product is found again whose making nobody heard of. */
const tailOf = ({ product }: VariantToPush) => inSlug(product.id).slice(-12)

const slugOf = (variant: VariantToPush) =>
  [inSlug(variant.product.name).slice(0, 100), tailOf(variant)].filter(Boolean).join('-')

/** What a product is to say where it does not say it yet. Languages that the content has nothing for stay as they are. */
export const textsToWrite = (facts: Facts, standing: readonly Text[], variant: VariantToPush) => {
  const { product, content } = variant
  const description = htmlFromText(content.description ?? '')
  const own = { languageCode: facts.language, name: product.name, description }
  const others = facts.languages.flatMap((languageCode) => {
    const told = localizationIn(content, languageCode)?.description
    return told ? [{ languageCode, description: htmlFromText(told) }] : []
  })
  return [own, ...others].flatMap((text) => {
    const before = inLanguage(standing, text.languageCode)
    if (!before) return [{ name: product.name, slug: slugOf(variant), ...text }]
    return Object.entries(text).every(([member, value]) => before[member as keyof Text] === value) ? [] : [text]
  })
}

export const updateTexts = async (
  store: Store,
  facts: Facts,
  standing: Pick<StandingProduct, 'id' | 'translations'>,
  variant: VariantToPush,
) => {
  const translations = textsToWrite(facts, standing.translations, variant)
  if (translations.length) await ask(store, UPDATE, { input: { id: standing.id, translations } })
}

/** The product at this id; undefined where the store no longer has it. */
export const productAt = async (store: Store, id: string): Promise<StandingProduct | undefined> => {
  const { product } = await ask(store, ONE, { id })
  return product ? productIn(product) : undefined
}

/** The product of a variant that no product of the store is known for: one that was made here already, or a new one. */
export const madeProduct = async (store: Store, facts: Facts, variant: VariantToPush): Promise<StandingProduct> => {
  const filter = { slug: { contains: `${tailOf(variant)}` } }
  const { products } = await ask(store, BY_SLUG, { o: { take: 1, sort: { id: 'ASC' }, filter } })
  const [known] = at(products, 'items') as unknown[]
  if (known) return productIn(known)
  const translations = textsToWrite(facts, [], variant)
  const { createProduct } = await make(store, CREATE, { input: { enabled: true, translations } })
  return productIn(createProduct)
}
