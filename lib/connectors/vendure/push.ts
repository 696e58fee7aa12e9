import { scaleFromMinorUnits } from '../../platform/money/minor-units.ts'
import type { PushOutcome, Shop, VariantToPush } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop, make } from './ask-shop.ts'
import { renameOptions, resolveOptions } from './options.ts'
import { findOrCreateProduct, findProduct, type StandingProduct, updateTexts } from './product.ts'
import { NotTaken } from './session.ts'
import {
  CHANNEL,
  type Facts,
  findLocalization,
  parseFacts,
  parseVariant,
  VARIANT,
  type VendureVariant,
} from './variant.ts'

const MAX_VARIANTS = 500

const STANDING = `query Standing($any: Boolean!, $ids: ProductVariantListOptions, $skus: ProductVariantListOptions) {
  byId: productVariants(options: $ids) @include(if: $any) { items { ${VARIANT} } }
  bySku: productVariants(options: $skus) { items { ${VARIANT} } } ${CHANNEL} }`
const UPDATE = `mutation UpdateVariants($input: [UpdateProductVariantInput!]!) {
  updateProductVariants(input: $input) { id } }`
const CREATE = `mutation CreateVariants($input: [CreateProductVariantInput!]!) {
  createProductVariants(input: $input) { id sku } }`

interface Wanted extends VariantToPush {
  prices: { currencyCode: string; price: number }[]
}

interface Held extends Wanted {
  held: VendureVariant
}

/** What the store has of them already: by id, or by SKU where that is not another's of them. */
const findExisting = async (shop: Shop, variants: readonly VariantToPush[]) => {
  const known = variants.flatMap(({ externalVariantId }) => externalVariantId ?? [])
  const skus = variants.map(({ content }) => content.sku)
  const data = await askShop(shop, STANDING, {
    any: known.length > 0,
    ids: { take: MAX_VARIANTS, filter: { id: { in: known } } },
    skus: { take: MAX_VARIANTS, sort: { id: 'ASC' }, filter: { sku: { in: skus } } },
  })
  const readListed = (name: string) =>
    requireList(readPath(data, name, 'items')).flatMap((item) => parseVariant(item) ?? [])
  const byId = new Map((known.length ? readListed('byId') : []).map((variant) => [variant.id, variant]))
  const held = new Map(
    variants.flatMap(({ id, externalVariantId }): [string, VendureVariant][] => {
      const standing = byId.get(externalVariantId ?? '')
      return standing ? [[id, standing]] : []
    }),
  )
  const taken = new Set([...held.values()].map(({ id }) => id))
  const bySku = readListed('bySku')
  for (const { id, content } of variants) {
    const alike = held.has(id) ? undefined : bySku.find((each) => each.sku === content.sku && !taken.has(each.id))
    if (alike) held.set(id, alike)
  }
  return { facts: parseFacts(data), held }
}

/** Prices that the channel takes, in the store's units; or why it takes none. */
const toPrices = ({ currency, currencies, scale }: Facts, { content }: VariantToPush): Wanted['prices'] | string => {
  if (content.prices[currency] === undefined) return `It has no price in ${currency}, the currency of the store.`
  const prices: Wanted['prices'] = []
  for (const currencyCode of currencies) {
    const amount = content.prices[currencyCode]
    const price = amount === undefined ? undefined : scaleFromMinorUnits(amount, scale, currencyCode)
    if (amount !== undefined && price === undefined)
      return `The store cannot hold its price in ${currencyCode} exactly.`
    if (price !== undefined) prices.push({ currencyCode, price })
  }
  return prices
}

const listNames = ({ language, languages }: Facts, { content }: VariantToPush) => [
  { languageCode: language, name: content.name },
  ...languages.flatMap((languageCode) => {
    const name = findLocalization(content, languageCode)?.name
    return name ? [{ languageCode, name }] : []
  }),
]

const buildUpdate = (facts: Facts, { held, prices, ...variant }: Held) => {
  const isGone = (code: string) =>
    facts.currencies.includes(code) && !prices.some(({ currencyCode }) => currencyCode === code)
  const gone = held.prices.filter(({ currencyCode }) => isGone(currencyCode))
  return {
    id: held.id,
    sku: variant.content.sku,
    translations: listNames(facts, variant),
    prices: [...prices, ...gone.map(({ currencyCode }) => ({ currencyCode, price: 0, delete: true }))],
  }
}

interface Named {
  id: string
}

/** What the store does not take is refused for all of them. */
const runAsOne = async (items: readonly Named[], outcomes: Outcomes, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    for (const { id } of items) outcomes.refuse(id, error.reason)
  }
}

/** All at once; where the store does not take that, one by one, to hear which it is. */
const runTogetherOrAlone = async <T extends Named>(
  items: readonly T[],
  outcomes: Outcomes,
  send: (items: readonly T[]) => Promise<void>,
): Promise<void> => {
  if (!items.length) return
  try {
    await send(items)
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    for (const item of items)
      await runAsOne([item], outcomes, () => (items.length > 1 ? send([item]) : Promise.reject(error)))
  }
}

const update = async (shop: Shop, facts: Facts, items: readonly Held[], outcomes: Outcomes) => {
  await runTogetherOrAlone(items, outcomes, async (some) => {
    await askShop(shop, UPDATE, { input: some.map((item) => buildUpdate(facts, item)) })
  })
  for (const group of groupItems(items.filter(outcomes.isOpen), ({ held }) => held.product.id))
    await runAsOne(group, outcomes, async () => {
      const [{ held }] = group as [Held]
      await updateTexts(shop, facts, held.product, group.at(-1) as Held)
      await renameOptions(shop, facts, group)
      for (const { id, held } of group)
        outcomes.confirm(id, { externalProductId: held.product.id, externalVariantId: held.id })
    })
}

/** Where new variants of a product belong. */
const resolveProduct = async (shop: Shop, facts: Facts, fresh: readonly Wanted[], beside: string | undefined) => {
  const known = beside ?? fresh.find(({ externalProductId }) => externalProductId)?.externalProductId
  const standing = known ? await findProduct(shop, known) : undefined
  return standing ?? (await findOrCreateProduct(shop, facts, fresh[0] as Wanted))
}

const create = async (
  shop: Shop,
  facts: Facts,
  product: StandingProduct,
  fresh: readonly Wanted[],
  outcomes: Outcomes,
) => {
  const options = await resolveOptions(shop, facts, product, fresh)
  const idBySku = new Map<string, string>()
  await runTogetherOrAlone(fresh, outcomes, async (some) => {
    const input = some.map((item) => ({
      productId: product.id,
      sku: item.content.sku,
      translations: listNames(facts, item),
      price: item.prices.find(({ currencyCode }) => currencyCode === facts.currency)?.price,
      optionIds: options.get(item.id),
    }))
    const { createProductVariants: made } = await make(shop, CREATE, { input })
    for (const variant of requireList(made))
      idBySku.set(String(readPath(variant, 'sku')), String(readPath(variant, 'id')))
  })
  const made = fresh.filter(outcomes.isOpen).map((item) => {
    const externalVariantId = idBySku.get(item.content.sku)
    if (externalVariantId === undefined) throw buildUnreadableError()
    return { ...item, externalVariantId }
  })
  // A new variant gets the price in one currency alone, whatever else it is made with.
  const priced = made.filter(({ prices }) => prices.length > 1)
  await runTogetherOrAlone(priced, outcomes, async (some) => {
    await askShop(shop, UPDATE, { input: some.map(({ externalVariantId: id, prices }) => ({ id, prices })) })
  })
  for (const { id, externalVariantId } of made)
    outcomes.confirm(id, { externalProductId: product.id, externalVariantId })
}

const listIds = (items: readonly Named[]) => items.map(({ id }) => id)

export const pushVariants = async (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    const { facts, held } = await findExisting(shop, variants)
    const wanted = variants.flatMap((variant): Wanted[] => {
      const prices = toPrices(facts, variant)
      if (typeof prices !== 'string') return [{ ...variant, prices }]
      outcomes.refuse(variant.id, prices)
      return []
    })
    const standing = wanted.flatMap((item): Held[] => {
      const there = held.get(item.id)
      return there ? [{ ...item, held: there }] : []
    })
    await outcomes.part(listIds(standing), () => update(shop, facts, standing, outcomes))
    const fresh = wanted.filter(({ id }) => !held.has(id))
    for (const group of groupItems(fresh, ({ product }) => product.id))
      await outcomes.part(listIds(group), () =>
        runAsOne(group, outcomes, async () => {
          const beside = standing.find(({ product }) => product.id === group[0]?.product.id)?.held.product.id
          const product = await resolveProduct(shop, facts, group, beside)
          await updateTexts(shop, facts, product, group.at(-1) as Wanted)
          await create(shop, facts, product, group, outcomes)
        }),
      )
  })
