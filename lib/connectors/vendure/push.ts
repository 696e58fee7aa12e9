import { isSameSku } from '../../platform/identifiers/sku.ts'
import { scaleFromMinorUnits } from '../../platform/money/minor-units.ts'
import type { PushOutcome, Shop, VariantToPush } from '../connector.ts'
import { choosePrice, mustWritePrice } from '../content/choose-price.ts'
import { isChanged, isTextChanged } from '../content/is-changed.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, type Group, groupItems, type Outcomes } from '../outcomes.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askOnce, askShop } from './ask-shop.ts'
import { findMissingGroup, renameOptions, resolveOptions } from './options.ts'
import { type ExistingProduct, findOrCreateProduct, findProduct, updateTexts } from './product.ts'
import { NotTaken } from './session.ts'
import {
  CHANNEL,
  type Facts,
  findLocalization,
  isOnSale,
  parseFacts,
  parseVariant,
  VARIANT,
  type VendureVariant,
} from './variant.ts'

const MAX_VARIANTS = 500

const EXISTING = `query Standing($any: Boolean!, $ids: ProductVariantListOptions, $skus: ProductVariantListOptions) {
  byId: productVariants(options: $ids) @include(if: $any) { items { ${VARIANT} } }
  bySku: productVariants(options: $skus) { items { ${VARIANT} } } ${CHANNEL} }`
const UPDATE = `mutation UpdateVariants($input: [UpdateProductVariantInput!]!) {
  updateProductVariants(input: $input) { id } }`
const CREATE = `mutation CreateVariants($input: [CreateProductVariantInput!]!) {
  createProductVariants(input: $input) { id sku } }`

interface Wanted extends VariantToPush {
  prices: { currencyCode: string; price: number }[]
}

interface ExistingVariant extends Wanted {
  existing: VendureVariant
}

/** Finds variants that exist in the shop: by id, or by a SKU that no other of them has. */
const findExisting = async (shop: Shop, variants: readonly VariantToPush[]) => {
  const known = variants.flatMap(({ externalVariantId }) => externalVariantId ?? [])
  // Some databases of shops compare with case, so the likely spellings are asked for, too.
  const skus = variants.flatMap(({ content: { sku } }) => [...new Set([sku, sku.toUpperCase(), sku.toLowerCase()])])
  const data = await askShop(shop, EXISTING, {
    any: known.length > 0,
    ids: { take: MAX_VARIANTS, filter: { id: { in: known } } },
    skus: { take: MAX_VARIANTS, sort: { id: 'ASC' }, filter: { sku: { in: skus } } },
  })
  const readListed = (name: string) =>
    requireList(readPath(data, name, 'items')).flatMap((item) => parseVariant(item) ?? [])
  const byId = new Map((known.length ? readListed('byId') : []).map((variant) => [variant.id, variant]))
  const existing = new Map(
    variants.flatMap(({ id, externalVariantId }): [string, VendureVariant][] => {
      const found = byId.get(externalVariantId ?? '')
      return found ? [[id, found]] : []
    }),
  )
  const taken = new Set([...existing.values()].map(({ id }) => id))
  const bySku = readListed('bySku')
  for (const { id, content } of variants) {
    const alike = existing.has(id)
      ? []
      : bySku.filter((each) => isSameSku(each.sku, content.sku) && !taken.has(each.id))
    // A variant that is switched off does not keep the SKU from one on sale.
    const best = alike.find(isOnSale) ?? alike[0]
    if (best) existing.set(id, best)
  }
  return { facts: parseFacts(data), existing }
}

/** Returns the prices to write in the shop's units, or the reason why there are none. */
const toPrices = (facts: Facts, variant: VariantToPush, isNew: boolean): Wanted['prices'] | string => {
  const { currency, currencies, includesTax, scale } = facts
  const prices: Wanted['prices'] = []
  for (const currencyCode of currencies) {
    if (!mustWritePrice(variant, isNew, currencyCode)) continue
    const chosen = choosePrice(variant, { currency: currencyCode, includesTax })
    if (typeof chosen === 'string') {
      if (currencyCode === currency) return chosen
      continue
    }
    const price = scaleFromMinorUnits(chosen.amount, scale, currencyCode)
    if (price === undefined) return `The shop cannot store its price in ${currencyCode} exactly.`
    prices.push({ currencyCode, price })
  }
  return prices
}

const listNames = ({ language, languages }: Facts, variant: VariantToPush) => [
  ...(isChanged(variant, '/name') ? [{ languageCode: language, name: variant.content.name }] : []),
  ...languages.flatMap((languageCode) => {
    const name = isTextChanged(variant, languageCode, 'name') && findLocalization(variant.content, languageCode)?.name
    return name ? [{ languageCode, name }] : []
  }),
]

const buildUpdate = (facts: Facts, variant: ExistingVariant) => {
  const { existing, prices, content } = variant
  const isGone = (code: string) =>
    facts.currencies.includes(code) &&
    isChanged(variant, `/prices/${code}`) &&
    !prices.some(({ currencyCode }) => currencyCode === code)
  const gone = existing.prices.filter(({ currencyCode }) => isGone(currencyCode))
  const translations = listNames(facts, variant)
  const written = [...prices, ...gone.map(({ currencyCode }) => ({ currencyCode, price: 0, delete: true }))]
  return {
    ...(isChanged(variant, '/sku') && { sku: content.sku }),
    ...(translations.length && { translations }),
    ...(written.length && { prices: written }),
  }
}

interface Named {
  id: string
}

/** Runs work for all items; refuses all of them if the shop rejects it. */
const runAsOne = async (items: readonly Named[], outcomes: Outcomes, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    for (const { id } of items) outcomes.refuse(id, error.reason)
  }
}

/** Sends the whole batch; if the shop rejects it, retries one by one to find the culprit. */
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

const update = async (shop: Shop, facts: Facts, items: readonly ExistingVariant[], outcomes: Outcomes) => {
  const inputs = new Map(
    items.flatMap((item) => {
      const input = buildUpdate(facts, item)
      return Object.keys(input).length ? [[item.id, { id: item.existing.id, ...input }] as const] : []
    }),
  )
  const written = items.filter(({ id }) => inputs.has(id))
  await runTogetherOrAlone(written, outcomes, async (some) => {
    await askShop(shop, UPDATE, { input: some.flatMap(({ id }) => inputs.get(id) ?? []) })
  })
  for (const group of groupItems(items.filter(outcomes.isOpen), ({ existing }) => existing.product.id))
    await runAsOne(group, outcomes, async () => {
      await updateTexts(shop, facts, group[0].existing.product, group)
      await renameOptions(shop, facts, group)
      for (const { id, existing } of group)
        outcomes.confirm(id, { externalProductId: existing.product.id, externalVariantId: existing.id })
    })
}

/** Finds or creates the product of new variants. */
const resolveProduct = async (
  shop: Shop,
  facts: Facts,
  toCreate: Group<Wanted>,
  siblingProductId: string | undefined,
) => {
  const known = siblingProductId ?? toCreate.find(({ externalProductId }) => externalProductId)?.externalProductId
  const found = known ? await findProduct(shop, known) : undefined
  return found ?? (await findOrCreateProduct(shop, facts, toCreate[0]))
}

const create = async (
  shop: Shop,
  facts: Facts,
  product: ExistingProduct,
  toCreate: readonly Wanted[],
  outcomes: Outcomes,
) => {
  const options = await resolveOptions(shop, facts, product, toCreate)
  const idBySku = new Map<string, string>()
  await runTogetherOrAlone(toCreate, outcomes, async (some) => {
    const input = some.map((item) => ({
      productId: product.id,
      sku: item.content.sku,
      translations: listNames(facts, item),
      price: item.prices.find(({ currencyCode }) => currencyCode === facts.currency)?.price,
      optionIds: options.get(item.id),
    }))
    const { createProductVariants: created } = await askOnce(shop, CREATE, { input })
    for (const variant of requireList(created))
      idBySku.set(String(readPath(variant, 'sku')), String(readPath(variant, 'id')))
  })
  const created = toCreate.filter(outcomes.isOpen).map((item) => {
    const externalVariantId = idBySku.get(item.content.sku)
    if (externalVariantId === undefined) throw buildUnreadableError()
    return { ...item, externalVariantId }
  })
  // A new variant gets only one price; the others need an update.
  const priced = created.filter(({ prices }) => prices.length > 1)
  await runTogetherOrAlone(priced, outcomes, async (some) => {
    await askShop(shop, UPDATE, { input: some.map(({ externalVariantId: id, prices }) => ({ id, prices })) })
  })
  for (const { id, externalVariantId } of created)
    outcomes.confirm(id, { externalProductId: product.id, externalVariantId })
}

const listIds = (items: readonly Named[]) => items.map(({ id }) => id)

export const pushVariants = async (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    const { facts, existing } = await findExisting(shop, variants)
    const wanted = variants.flatMap((variant): Wanted[] => {
      const prices = toPrices(facts, variant, !existing.has(variant.id))
      if (typeof prices !== 'string') return [{ ...variant, prices }]
      outcomes.refuse(variant.id, prices)
      return []
    })
    const toUpdate = wanted.flatMap((item): ExistingVariant[] => {
      const there = existing.get(item.id)
      return there ? [{ ...item, existing: there }] : []
    })
    await outcomes.part(listIds(toUpdate), () => update(shop, facts, toUpdate, outcomes))
    const toCreate = wanted.filter(({ id }) => !existing.has(id))
    for (const group of groupItems(toCreate, ({ product }) => product.id))
      await outcomes.part(listIds(group), () =>
        runAsOne(group, outcomes, async () => {
          const sibling = toUpdate.find(({ product }) => product.id === group[0].product.id)
          const product = await resolveProduct(shop, facts, group, sibling?.existing.product.id)
          for (const variant of group) {
            const missing = findMissingGroup(product, variant)
            if (missing) outcomes.refuse(variant.id, `The variant has no attribute ${missing}.`)
          }
          const open = group.filter(outcomes.isOpen)
          if (open.length) await create(shop, facts, product, open, outcomes)
        }),
      )
  })
