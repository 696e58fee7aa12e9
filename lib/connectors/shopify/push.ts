import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { PushOutcome, Shop, VariantToPush } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { isVariantId } from './catalog.ts'
import { findOrCreateProduct, ProductRefused, type StandingProduct, updateTexts } from './product.ts'
import { listUserErrors, sendWithoutRefused } from './user-errors.ts'
import {
  DEFAULT_TITLE,
  getTitle,
  parseShopDetails,
  parseVariant,
  SHOP,
  type ShopDetails,
  type ShopifyVariant,
  TITLE,
  VARIANT,
} from './variant.ts'

const MAX_VARIANTS = 250

const STANDING = `query Standing($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { ${VARIANT} } } ${SHOP} }`
const BY_SKU = `query BySku($first: Int!, $query: String!) { productVariants(first: $first, query: $query, sortKey: ID) { nodes { ${VARIANT} } } }`
const UPDATE = `mutation BulkUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
    productVariants { id } userErrors { code field message } } }`
const CREATE = `mutation BulkCreate($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $strategy: ProductVariantsBulkCreateStrategy!) {
  productVariantsBulkCreate(productId: $productId, variants: $variants, strategy: $strategy) {
    productVariants { id sku } userErrors { code field message } } }`

interface Held extends VariantToPush {
  held: ShopifyVariant
}

/** A value in a search, to the letter. */
const quoteText = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

const findBySku = async (shop: Shop, skus: readonly string[]): Promise<ShopifyVariant[]> => {
  if (!skus.length) return []
  const query = skus.map((sku) => `sku:${quoteText(sku)}`).join(' OR ')
  const { productVariants } = await askShop(shop, BY_SKU, { variables: { first: MAX_VARIANTS, query } })
  return requireList(readPath(productVariants, 'nodes')).flatMap((node) => parseVariant(node) ?? [])
}

/** What the shop has of them already: by id, or by SKU where that is not another's of them. */
const findExisting = async (shop: Shop, variants: readonly VariantToPush[]) => {
  const ids = variants.flatMap(({ externalVariantId: id }) => (id && isVariantId(id) ? id : []))
  const data = await askShop(shop, STANDING, { variables: { ids } })
  const byId = new Map(
    requireList(data.nodes)
      .flatMap((node) => parseVariant(node) ?? [])
      .map((each) => [each.id, each]),
  )
  const held = new Map<string, ShopifyVariant>()
  for (const { id, externalVariantId } of variants) {
    const standing = byId.get(externalVariantId ?? '')
    if (standing) held.set(id, standing)
  }
  const taken = new Set([...held.values()].map(({ id }) => id))
  const rest = variants.filter(({ id }) => !held.has(id))
  const found = await findBySku(
    shop,
    rest.map(({ content }) => content.sku),
  )
  for (const { id, content } of rest) {
    // A search finds more than what is the same to the letter.
    const alike = found.find((each) => each.sku === content.sku && !taken.has(each.id))
    if (alike) held.set(id, alike)
  }
  return { details: parseShopDetails(data), held }
}

const toPrice = ({ currencyCode: currency }: ShopDetails, { content }: VariantToPush) => {
  const amount = content.prices[currency]
  return amount === undefined ? undefined : formatDecimal(amount, currency)
}

const buildInput = (details: ShopDetails, variant: VariantToPush) => ({
  price: toPrice(details, variant),
  inventoryItem: { sku: variant.content.sku },
})

/** The name that the shop is to keep, where it keeps another; a variant called as its product may go without. */
const buildRenaming = ({ content, product, held }: Held) => {
  const title = getTitle(held)
  const isSame = title === content.name || (title === DEFAULT_TITLE && content.name === product.name)
  return title === undefined || isSame ? {} : { optionValues: [{ optionName: TITLE, name: content.name }] }
}

const updateInBulk = async (shop: Shop, productId: string, variants: readonly object[]) => {
  const { productVariantsBulkUpdate: updated } = await askShop(shop, UPDATE, { variables: { productId, variants } })
  return listUserErrors(updated)
}

const update = async (shop: Shop, details: ShopDetails, group: readonly Held[], outcomes: Outcomes) => {
  const [first] = group as [Held]
  const { id: productId } = first.held.product
  await updateTexts(shop, details, first.held.product, group.at(-1) as Held)
  await sendWithoutRefused(group, outcomes, (some) =>
    updateInBulk(
      shop,
      productId,
      some.map((item) => ({ id: item.held.id, ...buildInput(details, item), ...buildRenaming(item) })),
    ),
  )
  for (const { id, held } of group) outcomes.confirm(id, { externalProductId: productId, externalVariantId: held.id })
}

/** What people choose to get this variant: its name, or what it says of the options that somebody else made. */
const listChoices = ({ options }: StandingProduct, { content }: VariantToPush) =>
  options.map(({ name: optionName }) => {
    const alike = Object.entries(content.attributes).find(([key]) => key.toLowerCase() === optionName.toLowerCase())
    const isTitle = optionName === TITLE && options.length === 1
    return { optionName, name: isTitle ? content.name : (alike?.[1] ?? content.name) }
  })

const create = async (
  shop: Shop,
  details: ShopDetails,
  fresh: readonly VariantToPush[],
  known: string | undefined,
  outcomes: Outcomes,
) => {
  const [first] = fresh as [VariantToPush]
  const { product, spare } = await findOrCreateProduct(shop, first, known)
  await updateTexts(shop, details, product, fresh.at(-1) as VariantToPush)
  const confirm = (id: string, externalVariantId: string) =>
    outcomes.confirm(id, { externalProductId: product.id, externalVariantId })
  // A search may not know yet what was made a moment ago; the product itself does.
  const made = fresh.flatMap((item) => {
    const there = product.variants.nodes.find(({ sku }) => sku === item.content.sku)
    return there ? [{ ...item, there: there.id }] : []
  })
  await sendWithoutRefused(made, outcomes, (some) =>
    updateInBulk(
      shop,
      product.id,
      some.map((item) => ({ id: item.there, ...buildInput(details, item) })),
    ),
  )
  for (const { id, there } of made) confirm(id, there)
  const unnamed = spare && fresh.find(({ content }) => content.name === product.title)
  if (spare && unnamed)
    await sendWithoutRefused([unnamed], outcomes, async ([only]) => {
      const errors = await updateInBulk(shop, product.id, [
        { id: spare, ...buildInput(details, only as VariantToPush) },
      ])
      if (!errors.length) confirm(unnamed.id, spare)
      return errors
    })
  // The variant that came with the product goes where none is called as the product is; any other stays.
  const strategy = spare && !unnamed ? 'REMOVE_STANDALONE_VARIANT' : 'PRESERVE_STANDALONE_VARIANT'
  await sendWithoutRefused(fresh.filter(outcomes.isOpen), outcomes, async (some) => {
    const variants = some.map((item) => ({ ...buildInput(details, item), optionValues: listChoices(product, item) }))
    const { productVariantsBulkCreate: made } = await askShop(shop, CREATE, {
      variables: { productId: product.id, variants, strategy },
      isRepeatable: false,
    })
    const errors = listUserErrors(made)
    if (errors.length) return errors
    const idBySku = new Map(
      requireList(readPath(made, 'productVariants')).map((each) => [readPath(each, 'sku'), readPath(each, 'id')]),
    )
    for (const { id, content } of some) {
      const externalVariantId = idBySku.get(content.sku)
      if (typeof externalVariantId !== 'string') throw buildUnreadableError()
      confirm(id, externalVariantId)
    }
    return []
  })
}

const listIds = (items: readonly { id: string }[]) => items.map(({ id }) => id)

export const pushVariants = async (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    const { details, held } = await findExisting(shop, variants)
    for (const variant of variants)
      if (toPrice(details, variant) === undefined)
        outcomes.refuse(variant.id, `It has no price in ${details.currencyCode}, the currency of the store.`)
    /** What the shop does not take of a product is refused for all of it. */
    const runPart = (group: readonly VariantToPush[], work: () => Promise<void>) =>
      outcomes.part(listIds(group), async () => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof ProductRefused)) throw error
          for (const { id } of group) outcomes.refuse(id, error.message)
        }
      })
    const open = variants.filter(outcomes.isOpen)
    const standing = open.flatMap((item): Held[] => {
      const there = held.get(item.id)
      return there ? [{ ...item, held: there }] : []
    })
    for (const group of groupItems(standing, (item) => item.held.product.id))
      await runPart(group, () => update(shop, details, group, outcomes))
    const fresh = open.filter(({ id }) => !held.has(id))
    for (const group of groupItems(fresh, ({ product }) => product.id)) {
      const beside = standing.find(({ product }) => product.id === group[0]?.product.id)?.held.product.id
      const known = beside ?? group.find(({ externalProductId }) => externalProductId)?.externalProductId ?? undefined
      await runPart(group, () => create(shop, details, group, known, outcomes))
    }
  })
