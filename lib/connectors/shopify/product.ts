import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { isSameSku } from '../../platform/identifiers/sku.ts'
import { ConnectorError, type Shop, type VariantToPush } from '../connector.ts'
import { toHtml } from '../content/html.ts'
import { isChanged, isProductChanged } from '../content/is-changed.ts'
import { replaceText } from '../content/replace-text.ts'
import { readPath } from '../graphql.ts'
import { memoizePerShop } from '../memoize-per-shop.ts'
import { buildUnreadableError } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { listUserErrors, type UserError } from './user-errors.ts'
import { DEFAULT_TITLE, getTitle, readDescription, type ShopDetails, TITLE } from './variant.ts'

const Product = Type.Object({
  id: Type.String(),
  title: Type.String(),
  descriptionHtml: Type.String(),
  vendor: Type.String(),
  status: Type.String(),
  options: Type.Array(Type.Object({ name: Type.String() })),
  variants: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        sku: Type.Union([Type.String(), Type.Null()]),
        selectedOptions: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      }),
    ),
  }),
})
/** A product of the shop, with the first of its variants. */
export type ExistingProduct = Static<typeof Product>

const PRODUCT = `id title descriptionHtml vendor status options { name }
  variants(first: 250) { nodes { id sku selectedOptions { name value } } }`
const FIND = `query ProductAt($identifier: ProductIdentifierInput!) {
  product: productByIdentifier(identifier: $identifier) { ${PRODUCT} } }`
const DEFINE = `mutation DefineId($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) { createdDefinition { id } userErrors { code field message } } }`
const SET = `mutation SetProduct($input: ProductSetInput!, $identifier: ProductSetIdentifiers!) {
  productSet(input: $input, identifier: $identifier, synchronous: true) { product { ${PRODUCT} } userErrors { code field message } } }`
const UPDATE = `mutation UpdateProduct($product: ProductUpdateInput!) {
  productUpdate(product: $product) { product { id } userErrors { field message } } }`

const PUBLISH = `mutation Publish($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } } }`

/** Metafield with our id of a product, by which it is found again if the response to its creation was lost. */
const KEPT = { namespace: '$app', key: 'entrepot_product' }
const KEPT_TYPE = 'id'

/** The shop rejects a product; the message is the shop's own. */
export class ProductRefused extends Error {}

const requireAccepted = (payload: unknown): void => {
  const [error] = listUserErrors(payload)
  if (error) throw new ProductRefused(error.message)
}

const parseProduct = (value: unknown): ExistingProduct => {
  if (!Check(Product, value)) throw buildUnreadableError()
  return value
}

const findProduct = async (shop: Shop, identifier: Record<string, unknown>): Promise<ExistingProduct | undefined> => {
  const { product } = await askShop(shop, FIND, { variables: { identifier } })
  if (product === null) return undefined
  return parseProduct(product)
}

const isDefined = ({ code }: UserError) => code === 'TAKEN'

/** The shop finds products by our ids only after the metafield was defined. */
const defineMetafield = memoizePerShop(async (shop) => {
  const definition = { ...KEPT, name: 'Entrepot product', type: KEPT_TYPE, ownerType: 'PRODUCT' }
  const { metafieldDefinitionCreate: made } = await askShop(shop, DEFINE, { variables: { definition } })
  if (!listUserErrors(made).every(isDefined))
    throw new ConnectorError('UPSTREAM_ERROR', 'The shop does not accept the metafield for the ids of products.')
})

const ARCHIVED = 'ARCHIVED'

const PUBLICATION = 'gid://shopify/Publication/'

/** Publishes a new product to the channel's `publication_id`s; a shop shows it nowhere by default. */
const publish = async (shop: Shop, id: string) => {
  const wanted = (shop.config.publication_id ?? '').split(',').flatMap((each) => each.trim() || [])
  if (!wanted.length) return
  const input = wanted.map((each) => ({
    publicationId: each.startsWith(PUBLICATION) ? each : `${PUBLICATION}${each}`,
  }))
  const { publishablePublish } = await askShop(shop, PUBLISH, { variables: { id, input } })
  requireAccepted(publishablePublish)
}

interface ProductTexts {
  id: string
  title: string
  descriptionHtml: string
  vendor: string
}

const buildTexts = ({ product, content }: VariantToPush) => ({
  title: product.name,
  descriptionHtml: toHtml(content.description ?? ''),
})

/** Updates those of title, description and vendor of a product that changed here and differ; later variants decide. */
export const updateTexts = async (
  shop: Shop,
  details: ShopDetails,
  existing: ProductTexts,
  variants: readonly VariantToPush[],
): Promise<void> => {
  const renamed = variants.findLast((variant) => isProductChanged(variant, 'name'))
  const described = variants.findLast((variant) => isChanged(variant, '/description'))
  const branded = variants.findLast((variant) => isChanged(variant, '/brand'))
  const vendor = branded?.content.brand ?? ''
  const isSameVendor = existing.vendor === vendor || (!vendor && existing.vendor === details.name)
  const isSameText = (readDescription(existing) ?? '') === (described?.content.description ?? '')
  const texts = {
    ...(renamed && existing.title !== renamed.product.name && { title: renamed.product.name }),
    ...(described &&
      !isSameText && {
        descriptionHtml: replaceText(existing.descriptionHtml, described.content.description ?? ''),
      }),
    ...(branded && !isSameVendor && { vendor }),
  }
  if (!Object.keys(texts).length) return
  const { productUpdate } = await askShop(shop, UPDATE, { variables: { product: { id: existing.id, ...texts } } })
  requireAccepted(productUpdate)
}

/** Returns true for the default variant that each new product has, as long as it is unused. */
const isUnusedDefault = ({ sku, ...variant }: ExistingProduct['variants']['nodes'][number]) =>
  !sku && getTitle(variant) === DEFAULT_TITLE

export interface FoundProduct {
  product: ExistingProduct
  /** The id of the product's unused default variant. */
  defaultVariantId: string | undefined
}

/** Returns the product of a variant: the one with the known id, one that was created here before, or a new one. */
export const findOrCreateProduct = async (
  shop: Shop,
  variant: VariantToPush,
  known: string | undefined,
): Promise<FoundProduct> => {
  const existing = known ? await findProduct(shop, { id: known }) : undefined
  if (existing && existing.status !== ARCHIVED) return { product: existing, defaultVariantId: undefined }
  await defineMetafield(shop)
  const identifier = { customId: { ...KEPT, value: variant.product.id } }
  let product = await findProduct(shop, identifier)
  // Our id stays with an archived product, so its successor cannot be found by it.
  if (product?.status === ARCHIVED) throw new ProductRefused('The product is archived in the shop.')
  if (!product) {
    const { brand } = variant.content
    const metafields = [{ ...KEPT, type: KEPT_TYPE, value: variant.product.id }]
    const input = { ...buildTexts(variant), ...(brand && { vendor: brand }), status: 'ACTIVE', metafields }
    const { productSet } = await askShop(shop, SET, { variables: { identifier, input } })
    requireAccepted(productSet)
    product = parseProduct(readPath(productSet, 'product'))
  }
  await publish(shop, product.id)
  const [first, ...others] = product.variants.nodes
  return { product, defaultVariantId: first && !others.length && isUnusedDefault(first) ? first.id : undefined }
}

export interface PlannedVariant {
  variant: VariantToPush
  externalVariantId: string
}

/** The steps that give a product its new variants, in this order. */
export interface CreationPlan {
  /** Variants that the product has already, although a search does not find them yet. */
  update: PlannedVariant[]
  /** The variant that takes over the product's default variant. */
  reuseDefault: PlannedVariant | undefined
  create: VariantToPush[]
  /** Removes or keeps the default variant on creation. Variants of other origin always stay. */
  strategy: 'REMOVE_STANDALONE_VARIANT' | 'PRESERVE_STANDALONE_VARIANT'
}

/** The default variant is reused by the variant that has the name of the product, since it can stay without a name. */
export const planCreation = (
  product: Pick<ExistingProduct, 'title' | 'variants'>,
  defaultVariantId: string | undefined,
  variants: readonly VariantToPush[],
): CreationPlan => {
  const update = variants.flatMap((variant) => {
    const existing = product.variants.nodes.find(({ sku }) => isSameSku(sku, variant.content.sku))
    return existing ? [{ variant, externalVariantId: existing.id }] : []
  })
  const namesake = variants.find(({ content }) => content.name === product.title)
  const reuseDefault =
    defaultVariantId !== undefined && namesake ? { variant: namesake, externalVariantId: defaultVariantId } : undefined
  const planned = new Set([...update, ...(reuseDefault ? [reuseDefault] : [])].map(({ variant }) => variant))
  return {
    update,
    reuseDefault,
    create: variants.filter((variant) => !planned.has(variant)),
    strategy:
      defaultVariantId !== undefined && !reuseDefault ? 'REMOVE_STANDALONE_VARIANT' : 'PRESERVE_STANDALONE_VARIANT',
  }
}

const findValue = ({ content }: VariantToPush, option: string) =>
  Object.entries(content.attributes).find(([key, value]) => value && key.toLowerCase() === option.toLowerCase())?.[1]

/** Returns true if the variants of a product have names, and no options of the merchant. */
const hasTitles = ({ options }: ExistingProduct) => options.length === 1 && options[0]?.name === TITLE

/** Returns the option of the merchant's product for which a variant has no attribute. */
export const findMissingOption = (product: ExistingProduct, variant: VariantToPush): string | undefined =>
  hasTitles(product) ? undefined : product.options.find(({ name }) => findValue(variant, name) === undefined)?.name

/** Option values of a variant: its name, or its attributes if the product has options of the merchant. */
export const listChoices = (product: ExistingProduct, variant: VariantToPush) =>
  product.options.map(({ name: optionName }) => ({
    optionName,
    name: hasTitles(product) ? variant.content.name : (findValue(variant, optionName) ?? ''),
  }))
