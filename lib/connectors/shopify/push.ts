import { decimalText } from '../../platform/money/minor-units.ts'
import type { PushOutcome, Store, VariantToPush } from '../connector.ts'
import { at } from '../graphql.ts'
import { grouped, type Outcomes, outcomesOf } from '../outcomes.ts'
import { listIn, unreadable } from '../refusal.ts'
import { isVariantId } from './catalog.ts'
import { ProductRefused, productOf, type StandingProduct, updateTexts } from './product.ts'
import { ask } from './store.ts'
import { sendWithoutRefused, userErrorsIn } from './user-errors.ts'
import {
  DEFAULT_TITLE,
  SHOP,
  type Shop,
  type ShopifyVariant,
  shopIn,
  TITLE,
  titleOf,
  VARIANT,
  variantIn,
} from './variant.ts'

const MOST = 250

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
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

const bySku = async (store: Store, skus: readonly string[]): Promise<ShopifyVariant[]> => {
  if (!skus.length) return []
  const query = skus.map((sku) => `sku:${quoted(sku)}`).join(' OR ')
  const { productVariants } = await ask(store, BY_SKU, { variables: { first: MOST, query } })
  return listIn(at(productVariants, 'nodes')).flatMap((node) => variantIn(node) ?? [])
}

/** What the shop has of them already: by id, or by SKU where that is not another's of them. */
const standingOf = async (store: Store, variants: readonly VariantToPush[]) => {
  const ids = variants.flatMap(({ externalVariantId: id }) => (id && isVariantId(id) ? id : []))
  const data = await ask(store, STANDING, { variables: { ids } })
  const byId = new Map(
    listIn(data.nodes)
      .flatMap((node) => variantIn(node) ?? [])
      .map((each) => [each.id, each]),
  )
  const held = new Map<string, ShopifyVariant>()
  for (const { id, externalVariantId } of variants) {
    const standing = byId.get(externalVariantId ?? '')
    if (standing) held.set(id, standing)
  }
  const taken = new Set([...held.values()].map(({ id }) => id))
  const rest = variants.filter(({ id }) => !held.has(id))
  const found = await bySku(
    store,
    rest.map(({ content }) => content.sku),
  )
  for (const { id, content } of rest) {
    // A search finds more than what is the same to the letter.
    const alike = found.find((each) => each.sku === content.sku && !taken.has(each.id))
    if (alike) held.set(id, alike)
  }
  return { shop: shopIn(data), held }
}

const priceOf = ({ currencyCode: currency }: Shop, { content }: VariantToPush) => {
  const amount = content.prices[currency]
  return amount === undefined ? undefined : decimalText(amount, currency)
}

const inputOf = (shop: Shop, variant: VariantToPush) => ({
  price: priceOf(shop, variant),
  inventoryItem: { sku: variant.content.sku },
})

/** The name that the shop is to keep, where it keeps another; a variant called as its product may go without. */
const renaming = ({ content, product, held }: Held) => {
  const title = titleOf(held)
  const isSame = title === content.name || (title === DEFAULT_TITLE && content.name === product.name)
  return title === undefined || isSame ? {} : { optionValues: [{ optionName: TITLE, name: content.name }] }
}

const bulkUpdate = async (store: Store, productId: string, variants: readonly object[]) => {
  const { productVariantsBulkUpdate: updated } = await ask(store, UPDATE, { variables: { productId, variants } })
  return userErrorsIn(updated)
}

const update = async (store: Store, shop: Shop, group: readonly Held[], outcomes: Outcomes) => {
  const [first] = group as [Held]
  const { id: productId } = first.held.product
  await updateTexts(store, shop, first.held.product, group.at(-1) as Held)
  await sendWithoutRefused(group, outcomes, (some) =>
    bulkUpdate(
      store,
      productId,
      some.map((item) => ({ id: item.held.id, ...inputOf(shop, item), ...renaming(item) })),
    ),
  )
  for (const { id, held } of group) outcomes.confirm(id, { externalProductId: productId, externalVariantId: held.id })
}

/** What people choose to get this variant: its name, or what it says of the options that somebody else made. */
const choicesOf = ({ options }: StandingProduct, { content }: VariantToPush) =>
  options.map(({ name: optionName }) => {
    const alike = Object.entries(content.attributes).find(([key]) => key.toLowerCase() === optionName.toLowerCase())
    const isTitle = optionName === TITLE && options.length === 1
    return { optionName, name: isTitle ? content.name : (alike?.[1] ?? content.name) }
  })

const create = async (
  store: Store,
  shop: Shop,
  fresh: readonly VariantToPush[],
  known: string | undefined,
  outcomes: Outcomes,
) => {
  const [first] = fresh as [VariantToPush]
  const { product, spare } = await productOf(store, first, known)
  await updateTexts(store, shop, product, fresh.at(-1) as VariantToPush)
  const confirm = (id: string, externalVariantId: string) =>
    outcomes.confirm(id, { externalProductId: product.id, externalVariantId })
  // A search may not know yet what was made a moment ago; the product itself does.
  const made = fresh.flatMap((item) => {
    const there = product.variants.nodes.find(({ sku }) => sku === item.content.sku)
    return there ? [{ ...item, there: there.id }] : []
  })
  await sendWithoutRefused(made, outcomes, (some) =>
    bulkUpdate(
      store,
      product.id,
      some.map((item) => ({ id: item.there, ...inputOf(shop, item) })),
    ),
  )
  for (const { id, there } of made) confirm(id, there)
  const unnamed = spare && fresh.find(({ content }) => content.name === product.title)
  if (spare && unnamed)
    await sendWithoutRefused([unnamed], outcomes, async ([only]) => {
      const errors = await bulkUpdate(store, product.id, [{ id: spare, ...inputOf(shop, only as VariantToPush) }])
      if (!errors.length) confirm(unnamed.id, spare)
      return errors
    })
  // The variant that came with the product goes where none is called as the product is; any other stays.
  const strategy = spare && !unnamed ? 'REMOVE_STANDALONE_VARIANT' : 'PRESERVE_STANDALONE_VARIANT'
  await sendWithoutRefused(fresh.filter(outcomes.isOpen), outcomes, async (some) => {
    const variants = some.map((item) => ({ ...inputOf(shop, item), optionValues: choicesOf(product, item) }))
    const { productVariantsBulkCreate: made } = await ask(store, CREATE, {
      variables: { productId: product.id, variants, strategy },
      isRepeatable: false,
    })
    const errors = userErrorsIn(made)
    if (errors.length) return errors
    const idBySku = new Map(listIn(at(made, 'productVariants')).map((each) => [at(each, 'sku'), at(each, 'id')]))
    for (const { id, content } of some) {
      const externalVariantId = idBySku.get(content.sku)
      if (typeof externalVariantId !== 'string') throw unreadable()
      confirm(id, externalVariantId)
    }
    return []
  })
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

export const pushVariants = async (store: Store, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  outcomesOf(variants, async (outcomes) => {
    const { shop, held } = await standingOf(store, variants)
    for (const variant of variants)
      if (priceOf(shop, variant) === undefined)
        outcomes.refuse(variant.id, `It has no price in ${shop.currencyCode}, the currency of the store.`)
    /** What the shop does not take of a product is refused for all of it. */
    const part = (group: readonly VariantToPush[], work: () => Promise<void>) =>
      outcomes.part(idsOf(group), async () => {
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
    for (const group of grouped(standing, (item) => item.held.product.id))
      await part(group, () => update(store, shop, group, outcomes))
    const fresh = open.filter(({ id }) => !held.has(id))
    for (const group of grouped(fresh, ({ product }) => product.id)) {
      const beside = standing.find(({ product }) => product.id === group[0]?.product.id)?.held.product.id
      const known = beside ?? group.find(({ externalProductId }) => externalProductId)?.externalProductId ?? undefined
      await part(group, () => create(store, shop, group, known, outcomes))
    }
  })
