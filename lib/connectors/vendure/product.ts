import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import type { Shop, VariantToPush } from '../connector.ts'
import { isChanged, isProductChanged, isTextChanged } from '../content/is-changed.ts'
import { replaceText } from '../content/replace-text.ts'
import { readPath } from '../graphql.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askOnce, askShop } from './ask-shop.ts'
import { type Facts, findInLanguage, findLocalization, TEXTS, Text } from './variant.ts'

const Group = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  options: Type.Array(Type.Object({ id: Type.String(), code: Type.String(), name: Type.String() })),
})
const ListedVariant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  options: Type.Array(Type.Object({ id: Type.String(), group: Type.Object({ id: Type.String() }) })),
})
const Product = Type.Object({
  id: Type.String(),
  translations: Type.Array(Text),
  optionGroups: Type.Array(Group),
  variantList: Type.Object({ items: Type.Array(ListedVariant) }),
})
/** A product of the shop with the options of its variants. */
export type ExistingProduct = Static<typeof Product>

/** Page limit of a shop. */
const MAX_VARIANTS = 1000

const PRODUCT = `id ${TEXTS} optionGroups { id code name options { id code name } }
  variantList(options: { take: ${MAX_VARIANTS} }) { items { id name options { id group { id } } } }`
const ONE = `query Product($id: ID!) { product(id: $id) { ${PRODUCT} } }`
const BY_SLUG = `query Products($o: ProductListOptions) { products(options: $o) { items { ${PRODUCT} } } }`
const CREATE = `mutation CreateProduct($input: CreateProductInput!) { createProduct(input: $input) { ${PRODUCT} } }`
const UPDATE = 'mutation UpdateProduct($input: UpdateProductInput!) { updateProduct(input: $input) { id } }'

const parseProduct = (value: unknown): ExistingProduct => {
  if (!Check(Product, value)) throw buildUnreadableError()
  return value
}

const toSlugPart = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Returns the part of our id at the end of the slug, by which a product is found if the response to its creation was lost. */
const getSlugTail = ({ product }: VariantToPush) => toSlugPart(product.id).slice(-12)

const buildSlug = (variant: VariantToPush) =>
  [toSlugPart(variant.product.name).slice(0, 100), getSlugTail(variant)].filter(Boolean).join('-')

/** Returns what has to change of the translations of a product. Languages without content stay unchanged. */
export const listTextsToWrite = (facts: Facts, existing: readonly Text[], variant: VariantToPush) => {
  const { product, content } = variant
  const write = (text: string, languageCode: string) =>
    replaceText(findInLanguage(existing, languageCode)?.description ?? '', text)
  const description = write(content.description ?? '', facts.language)
  const own = { languageCode: facts.language, name: product.name, description }
  const others = facts.languages.flatMap((languageCode) => {
    const localized = findLocalization(content, languageCode)?.description
    return localized ? [{ languageCode, description: write(localized, languageCode) }] : []
  })
  return [own, ...others].flatMap((text) => {
    const before = findInLanguage(existing, text.languageCode)
    if (!before) return [{ name: product.name, slug: buildSlug(variant), ...text }]
    const isOwn = text.languageCode === facts.language
    const isNamed = 'name' in text && text.name !== before.name && isProductChanged(variant, 'name')
    const isDescribed = isOwn
      ? isChanged(variant, '/description')
      : isTextChanged(variant, text.languageCode, 'description')
    const changes = {
      ...(isNamed && { name: text.name }),
      ...(isDescribed && text.description !== before.description && { description: text.description }),
    }
    return Object.keys(changes).length ? [{ languageCode: text.languageCode, ...changes }] : []
  })
}

export const updateTexts = async (
  shop: Shop,
  facts: Facts,
  existing: Pick<ExistingProduct, 'id' | 'translations'>,
  variants: readonly VariantToPush[],
) => {
  // Of several variants that say something about the product, the last one counts.
  const byLanguage = new Map<string, object>()
  for (const text of variants.flatMap((variant) => listTextsToWrite(facts, existing.translations, variant)))
    byLanguage.set(text.languageCode, { ...byLanguage.get(text.languageCode), ...text })
  const translations = [...byLanguage.values()]
  if (translations.length) await askShop(shop, UPDATE, { input: { id: existing.id, translations } })
}

/** Returns the product with this id, or undefined if the shop no longer has it. */
export const findProduct = async (shop: Shop, id: string): Promise<ExistingProduct | undefined> => {
  const { product } = await askShop(shop, ONE, { id })
  return product ? parseProduct(product) : undefined
}

/** Returns the product that was created for a variant before, or a new one. */
export const findOrCreateProduct = async (
  shop: Shop,
  facts: Facts,
  variant: VariantToPush,
): Promise<ExistingProduct> => {
  const filter = { slug: { contains: `${getSlugTail(variant)}` } }
  const { products } = await askShop(shop, BY_SLUG, { o: { take: 1, sort: { id: 'ASC' }, filter } })
  const [known] = requireList(readPath(products, 'items'))
  if (known) return parseProduct(known)
  const translations = listTextsToWrite(facts, [], variant)
  const { createProduct } = await askOnce(shop, CREATE, { input: { enabled: true, translations } })
  return parseProduct(createProduct)
}
