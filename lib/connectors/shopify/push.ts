import { isSameSku } from '../../platform/identifiers/sku.ts'
import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { PushOutcome, Shop, VariantToPush } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, type Group, groupItems, lastOf, type Outcomes } from '../outcomes.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { isVariantId } from './catalog.ts'
import { type CreationPlan, type PlannedVariant, planCreation } from './plan-creation.ts'
import { type ExistingProduct, findOrCreateProduct, ProductRefused, updateTexts } from './product.ts'
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

const EXISTING = `query Standing($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { ${VARIANT} } } ${SHOP} }`
const BY_SKU = `query BySku($first: Int!, $query: String!) { productVariants(first: $first, query: $query, sortKey: ID) { nodes { ${VARIANT} } } }`
const UPDATE = `mutation BulkUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
    productVariants { id } userErrors { code field message } } }`
const CREATE = `mutation BulkCreate($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $strategy: ProductVariantsBulkCreateStrategy!) {
  productVariantsBulkCreate(productId: $productId, variants: $variants, strategy: $strategy) {
    productVariants { id sku } userErrors { code field message } } }`

interface ExistingVariant extends VariantToPush {
  existing: ShopifyVariant
}

/** Quotes a value for an exact match in a search. */
const quoteText = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

const findBySku = async (shop: Shop, skus: readonly string[]): Promise<ShopifyVariant[]> => {
  if (!skus.length) return []
  const query = skus.map((sku) => `sku:${quoteText(sku)}`).join(' OR ')
  const { productVariants } = await askShop(shop, BY_SKU, { variables: { first: MAX_VARIANTS, query } })
  return requireList(readPath(productVariants, 'nodes')).flatMap((node) => parseVariant(node) ?? [])
}

/** Finds variants that exist in the shop: by id, or by a SKU that no other of them has. */
const findExisting = async (shop: Shop, variants: readonly VariantToPush[]) => {
  const ids = variants.flatMap(({ externalVariantId: id }) => (id && isVariantId(id) ? id : []))
  const data = await askShop(shop, EXISTING, { variables: { ids } })
  const byId = new Map(
    requireList(data.nodes)
      .flatMap((node) => parseVariant(node) ?? [])
      .map((each) => [each.id, each]),
  )
  const existing = new Map<string, ShopifyVariant>()
  for (const { id, externalVariantId } of variants) {
    const found = byId.get(externalVariantId ?? '')
    if (found) existing.set(id, found)
  }
  const taken = new Set([...existing.values()].map(({ id }) => id))
  const rest = variants.filter(({ id }) => !existing.has(id))
  const found = await findBySku(
    shop,
    rest.map(({ content }) => content.sku),
  )
  for (const { id, content } of rest) {
    // A search finds SKUs that only contain the words of the wanted one, too.
    const alike = found.find((each) => isSameSku(each.sku, content.sku) && !taken.has(each.id))
    if (alike) existing.set(id, alike)
  }
  return { details: parseShopDetails(data), existing }
}

const toPrice = ({ currencyCode: currency }: ShopDetails, { content }: VariantToPush) => {
  const amount = content.prices[currency]
  return amount === undefined ? undefined : formatDecimal(amount, currency)
}

const buildInput = (details: ShopDetails, variant: VariantToPush) => ({
  price: toPrice(details, variant),
  inventoryItem: { sku: variant.content.sku },
})

/** The new name of a variant if it has changed. The default variant may stay without a name if its product has the same. */
const buildRenaming = ({ content, product, existing }: ExistingVariant) => {
  const title = getTitle(existing)
  const isSame = title === content.name || (title === DEFAULT_TITLE && content.name === product.name)
  return title === undefined || isSame ? {} : { optionValues: [{ optionName: TITLE, name: content.name }] }
}

const updateInBulk = async (shop: Shop, productId: string, variants: readonly object[]) => {
  const { productVariantsBulkUpdate: updated } = await askShop(shop, UPDATE, { variables: { productId, variants } })
  return listUserErrors(updated)
}

const update = async (shop: Shop, details: ShopDetails, group: Group<ExistingVariant>, outcomes: Outcomes) => {
  const { product } = group[0].existing
  const { id: productId } = product
  await updateTexts(shop, details, product, lastOf(group))
  await sendWithoutRefused(group, outcomes, (some) =>
    updateInBulk(
      shop,
      productId,
      some.map((item) => ({ id: item.existing.id, ...buildInput(details, item), ...buildRenaming(item) })),
    ),
  )
  for (const { id, existing } of group)
    outcomes.confirm(id, { externalProductId: productId, externalVariantId: existing.id })
}

/** Option values of a variant: its name, or its attributes if the product has options of the merchant. */
const listChoices = ({ options }: ExistingProduct, { content }: VariantToPush) =>
  options.map(({ name: optionName }) => {
    const alike = Object.entries(content.attributes).find(([key]) => key.toLowerCase() === optionName.toLowerCase())
    const isTitle = optionName === TITLE && options.length === 1
    return { optionName, name: isTitle ? content.name : (alike?.[1] ?? content.name) }
  })

const confirm = (outcomes: Outcomes, productId: string, { variant, externalVariantId }: PlannedVariant) =>
  outcomes.confirm(variant.id, { externalProductId: productId, externalVariantId })

/** Updates variants that the product has, and confirms them. */
const updatePlanned = async (
  shop: Shop,
  details: ShopDetails,
  productId: string,
  planned: readonly PlannedVariant[],
  outcomes: Outcomes,
) => {
  const items = planned.map((each) => ({ ...each, id: each.variant.id }))
  await sendWithoutRefused(items, outcomes, (some) =>
    updateInBulk(
      shop,
      productId,
      some.map(({ variant, externalVariantId }) => ({ id: externalVariantId, ...buildInput(details, variant) })),
    ),
  )
  // Refused ones keep their outcome.
  for (const each of items) confirm(outcomes, productId, each)
}

const createPlanned = async (
  shop: Shop,
  details: ShopDetails,
  product: ExistingProduct,
  { create, strategy }: CreationPlan,
  outcomes: Outcomes,
) =>
  await sendWithoutRefused(create, outcomes, async (some) => {
    const variants = some.map((item) => ({ ...buildInput(details, item), optionValues: listChoices(product, item) }))
    const { productVariantsBulkCreate: created } = await askShop(shop, CREATE, {
      variables: { productId: product.id, variants, strategy },
      isRepeatable: false,
    })
    const errors = listUserErrors(created)
    if (errors.length) return errors
    const idBySku = new Map(
      requireList(readPath(created, 'productVariants')).map((each) => [readPath(each, 'sku'), readPath(each, 'id')]),
    )
    for (const variant of some) {
      const externalVariantId = idBySku.get(variant.content.sku)
      if (typeof externalVariantId !== 'string') throw buildUnreadableError()
      confirm(outcomes, product.id, { variant, externalVariantId })
    }
    return []
  })

/** Creates variants of one product; `known` is the id of that product in the shop. */
const create = async (
  shop: Shop,
  details: ShopDetails,
  group: Group<VariantToPush>,
  known: string | undefined,
  outcomes: Outcomes,
) => {
  const { product, defaultVariantId } = await findOrCreateProduct(shop, group[0], known)
  await updateTexts(shop, details, product, lastOf(group))
  const plan = planCreation(product, defaultVariantId, group)
  await updatePlanned(shop, details, product.id, plan.update, outcomes)
  if (plan.reuseDefault) await updatePlanned(shop, details, product.id, [plan.reuseDefault], outcomes)
  await createPlanned(shop, details, product, plan, outcomes)
}

const listIds = (items: readonly { id: string }[]) => items.map(({ id }) => id)

export const pushVariants = async (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    const { details, existing } = await findExisting(shop, variants)
    for (const variant of variants)
      if (toPrice(details, variant) === undefined)
        outcomes.refuse(variant.id, `The variant has no price in ${details.currencyCode}, the currency of the shop.`)
    /** If the shop rejects a product, all variants of the group are refused. */
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
    const toUpdate = open.flatMap((item): ExistingVariant[] => {
      const found = existing.get(item.id)
      return found ? [{ ...item, existing: found }] : []
    })
    for (const group of groupItems(toUpdate, (item) => item.existing.product.id))
      await runPart(group, () => update(shop, details, group, outcomes))
    const toCreate = open.filter(({ id }) => !existing.has(id))
    for (const group of groupItems(toCreate, ({ product }) => product.id)) {
      const sibling = toUpdate.find(({ product }) => product.id === group[0].product.id)
      const known =
        sibling?.existing.product.id ??
        group.find(({ externalProductId }) => externalProductId)?.externalProductId ??
        undefined
      await runPart(group, () => create(shop, details, group, known, outcomes))
    }
  })
