import { isSameSku } from '../../platform/identifiers/sku.ts'
import type { PushOutcome, Shop, VariantToPush } from '../connector.ts'
import { isChanged } from '../content/is-changed.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, type Group, groupItems, type Outcomes } from '../outcomes.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { buildInput, buildPrice } from './build-input.ts'
import { isVariantId } from './catalog.ts'
import {
  type CreationPlan,
  type ExistingProduct,
  findMissingOption,
  findOrCreateProduct,
  listChoices,
  type PlannedVariant,
  ProductRefused,
  planCreation,
  updateTexts,
} from './product.ts'
import { listUserErrors, sendWithoutRefused } from './user-errors.ts'
import {
  DEFAULT_TITLE,
  findState,
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

/** On sale before drafts; what is archived is not for sale any more. */
const RANKS = [undefined, 'draft'] as const

/** Finds variants that exist in the shop: by id, or by a SKU that no other of them has. One that is archived is gone. */
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
    if (found && findState(found) !== 'archived') existing.set(id, found)
  }
  const taken = new Set([...existing.values()].map(({ id }) => id))
  const rest = variants.filter(({ id }) => !existing.has(id))
  const found = await findBySku(
    shop,
    rest.map(({ content }) => content.sku),
  )
  for (const { id, content } of rest) {
    // A search finds SKUs that only contain the words of the wanted one, too.
    const alike = found.filter((each) => isSameSku(each.sku, content.sku) && !taken.has(each.id))
    const [best] = RANKS.flatMap((state) => alike.find((each) => findState(each) === state) ?? [])
    if (best) existing.set(id, best)
  }
  const archived = new Set(
    variants.flatMap(({ id, externalVariantId }) => {
      const known = byId.get(externalVariantId ?? '')
      return known && !existing.has(id) ? [id] : []
    }),
  )
  return { details: parseShopDetails(data), existing, archived }
}

/** The new name of a variant if it has changed. The default variant may stay without a name if its product has the same. */
const buildRenaming = (variant: ExistingVariant) => {
  const { content, product, existing } = variant
  const title = getTitle(existing)
  const isSame = title === content.name || (title === DEFAULT_TITLE && content.name === product.name)
  return title === undefined || isSame || !isChanged(variant, '/name')
    ? {}
    : { optionValues: [{ optionName: TITLE, name: content.name }] }
}

const updateInBulk = async (shop: Shop, productId: string, variants: readonly object[]) => {
  const { productVariantsBulkUpdate: updated } = await askShop(shop, UPDATE, { variables: { productId, variants } })
  return listUserErrors(updated)
}

const update = async (shop: Shop, details: ShopDetails, group: Group<ExistingVariant>, outcomes: Outcomes) => {
  const { product } = group[0].existing
  const { id: productId } = product
  await updateTexts(shop, details, product, group)
  const inputs = new Map(
    group.flatMap((item) => {
      const input = { ...buildInput(details, item, item.existing), ...buildRenaming(item) }
      return Object.keys(input).length ? [[item.id, { id: item.existing.id, ...input }] as const] : []
    }),
  )
  await sendWithoutRefused(
    group.filter(({ id }) => inputs.has(id)),
    outcomes,
    (some) =>
      updateInBulk(
        shop,
        productId,
        some.flatMap(({ id }) => inputs.get(id) ?? []),
      ),
  )
  for (const { id, existing } of group)
    outcomes.confirm(id, { externalProductId: productId, externalVariantId: existing.id })
}

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
  await sendWithoutRefused(create.filter(outcomes.isOpen), outcomes, async (some) => {
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
  const plan = planCreation(product, defaultVariantId, group)
  for (const variant of plan.create) {
    const missing = findMissingOption(product, variant)
    if (missing) outcomes.refuse(variant.id, `The variant has no attribute ${missing}.`)
  }
  await updatePlanned(shop, details, product.id, plan.update, outcomes)
  if (plan.reuseDefault) await updatePlanned(shop, details, product.id, [plan.reuseDefault], outcomes)
  await createPlanned(shop, details, product, plan, outcomes)
}

const listIds = (items: readonly { id: string }[]) => items.map(({ id }) => id)

export const pushVariants = async (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    const { details, existing, archived } = await findExisting(shop, variants)
    for (const variant of variants) {
      if (archived.has(variant.id)) outcomes.refuse(variant.id, 'The product is archived in the shop.')
      const price = buildPrice(details, variant, existing.get(variant.id))
      if (typeof price === 'string') outcomes.refuse(variant.id, price)
    }
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
