import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { ConnectorError, type Shop, type VariantToPush } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { toHtml } from '../html.ts'
import { memoizePerShop } from '../memoize-per-shop.ts'
import { buildUnreadableError } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { listUserErrors, type UserError } from './user-errors.ts'
import { DEFAULT_TITLE, getTitle, readDescription, type ShopDetails } from './variant.ts'

const Product = Type.Object({
  id: Type.String(),
  title: Type.String(),
  descriptionHtml: Type.String(),
  vendor: Type.String(),
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
/** A product as the shop has it, with the first of its variants. */
export type StandingProduct = Static<typeof Product>

const PRODUCT = `id title descriptionHtml vendor options { name }
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

/** Our id of a product is kept with it, so that it is found again whose making nobody heard of. */
const KEPT = { namespace: '$app', key: 'entrepot_product' }
const KEPT_TYPE = 'id'

/** What the shop does not take of a product, in its own words. */
export class ProductRefused extends Error {}

const requireAccepted = (payload: unknown): void => {
  const [error] = listUserErrors(payload)
  if (error) throw new ProductRefused(error.message)
}

const findProduct = async (shop: Shop, identifier: Record<string, unknown>): Promise<StandingProduct | undefined> => {
  const { product } = await askShop(shop, FIND, { variables: { identifier } })
  if (product === null) return undefined
  if (!Check(Product, product)) throw buildUnreadableError()
  return product as StandingProduct
}

const isThere = ({ code }: UserError) => code === 'TAKEN'

/** Products can be looked for by our ids once the shop knows what these are. */
const definedIn = memoizePerShop(async (shop) => {
  const definition = { ...KEPT, name: 'Entrepot product', type: KEPT_TYPE, ownerType: 'PRODUCT' }
  const { metafieldDefinitionCreate: made } = await askShop(shop, DEFINE, { variables: { definition } })
  if (!listUserErrors(made).every(isThere))
    throw new ConnectorError('UPSTREAM_ERROR', 'The shop does not keep what its products are known by here.')
})

const PUBLICATION = 'gid://shopify/Publication/'

/** Lets a new product be seen where the channel's configuration says; a shop shows it nowhere by itself. */
const publish = async (shop: Shop, id: string) => {
  const wanted = (shop.config.publication_id ?? '').split(',').flatMap((each) => each.trim() || [])
  if (!wanted.length) return
  const input = wanted.map((each) => ({
    publicationId: each.startsWith(PUBLICATION) ? each : `${PUBLICATION}${each}`,
  }))
  const { publishablePublish } = await askShop(shop, PUBLISH, { variables: { id, input } })
  requireAccepted(publishablePublish)
}

interface Said {
  id: string
  title: string
  descriptionHtml: string
  vendor: string
}

const buildTexts = ({ product, content }: VariantToPush) => ({
  title: product.name,
  descriptionHtml: toHtml(content.description ?? ''),
})

/** Makes the product say what it is to say, where it does not yet. */
export const updateTexts = async (
  shop: Shop,
  details: ShopDetails,
  standing: Said,
  variant: VariantToPush,
): Promise<void> => {
  const { content } = variant
  const texts = buildTexts(variant)
  const vendor = content.brand ?? ''
  const isSame =
    standing.title === texts.title &&
    (readDescription(standing) ?? '') === (content.description ?? '') &&
    (standing.vendor === vendor || (!vendor && standing.vendor === details.name))
  if (isSame) return
  const { productUpdate } = await askShop(shop, UPDATE, {
    variables: { product: { id: standing.id, ...texts, vendor } },
  })
  requireAccepted(productUpdate)
}

/** Whether the only variant is the one that each new product has, of which nothing was said yet. */
const isSpare = ({ sku, ...variant }: StandingProduct['variants']['nodes'][number]) =>
  !sku && getTitle(variant) === DEFAULT_TITLE

export interface ProductAndSpare {
  product: StandingProduct
  /** The id of the variant that came with the product. */
  spare: string | undefined
}

/** The product of a variant: the one at this id, one that was made here already, or a new one. */
export const findOrCreateProduct = async (
  shop: Shop,
  variant: VariantToPush,
  known: string | undefined,
): Promise<ProductAndSpare> => {
  const standing = known ? await findProduct(shop, { id: known }) : undefined
  if (standing) return { product: standing, spare: undefined }
  await definedIn(shop)
  const identifier = { customId: { ...KEPT, value: variant.product.id } }
  let product = await findProduct(shop, identifier)
  if (!product) {
    const { brand } = variant.content
    const metafields = [{ ...KEPT, type: KEPT_TYPE, value: variant.product.id }]
    const input = { ...buildTexts(variant), ...(brand && { vendor: brand }), status: 'ACTIVE', metafields }
    const { productSet } = await askShop(shop, SET, { variables: { identifier, input } })
    requireAccepted(productSet)
    const made = readPath(productSet, 'product')
    if (!Check(Product, made)) throw buildUnreadableError()
    product = made as StandingProduct
  }
  await publish(shop, product.id)
  const [first, ...others] = product.variants.nodes
  return { product, spare: first && !others.length && isSpare(first) ? first.id : undefined }
}
