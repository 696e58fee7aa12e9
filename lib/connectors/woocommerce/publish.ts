import { foldSku } from '../../platform/identifiers/sku.ts'
import { ConnectorError, type PushOutcome, type Shop, type VariantToPush } from '../connector.ts'
import { explainSale, type ShopPrices } from '../content/choose-price.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { buildUnreadableError } from '../refusal.ts'
import { readPrices } from './ask-shop.ts'
import { isSkuTaken, type Writing, writeAll } from './batch.ts'
import {
  buildProductBody,
  buildSingleBody,
  buildVariationBody,
  findMissingAttribute,
  findMissingPrice,
} from './bodies.ts'
import { type Existing, type Found, findExisting, findHome, matchExisting, readSales } from './existing-variants.ts'
import { type Item, isKeptSku, parseItem } from './product.ts'

interface Pushing {
  outcomes: Outcomes
  found: Found
  existing: ReadonlyMap<string, Existing>
  prices: ShopPrices
}

/** Existing and future variations of one product. */
interface Home {
  /** Undefined until the product exists in the shop. */
  product: Item | undefined
  variants: readonly VariantToPush[]
}

const findHomes = ({ found, existing }: Pushing, variants: readonly VariantToPush[]): Home[] => {
  const getOwnProductId = (variant: VariantToPush) => variant.product.id
  const siblings = new Map(
    groupItems(variants, getOwnProductId).map((group) => [getOwnProductId(group[0]), findHome(group, found, existing)]),
  )
  const findProduct = (variant: VariantToPush) =>
    existing.get(variant.id)?.product ?? siblings.get(getOwnProductId(variant))
  const inVariations = variants.filter(({ id }) => !isSingleProduct(existing, id))
  return groupItems(inVariations, (variant) => String(findProduct(variant)?.id ?? getOwnProductId(variant))).map(
    (group) => ({
      product: findProduct(group[0]),
      variants: group,
    }),
  )
}

const isSingleProduct = (existing: ReadonlyMap<string, Existing>, id: string) => {
  const known = existing.get(id)
  return known !== undefined && known.variation === undefined
}

/** Reports a SKU that was just created by another caller as a failure, so that the next push finds it. */
const retryIfJustCreated =
  ({ found }: Pushing, sku: string): NonNullable<Writing['instead']> =>
  (code) =>
    isSkuTaken(code) && !found.bySku.has(foldSku(sku))
      ? new ConnectorError('UPSTREAM_ERROR', 'Another record with this SKU was created in the shop at the same time.')
      : undefined

const buildProductWriting = (pushing: Pushing, home: Home): Writing | undefined => {
  const { product, variants } = home
  const body = buildProductBody(product, variants, ({ id }) => !pushing.existing.has(id))
  if (!Object.keys(body).length) return undefined
  return {
    ...(product && { id: product.id }),
    body,
    variants: variants.map(({ id }) => id),
    written(record) {
      home.product = parseItem(record)
    },
    ...(!product && { instead: retryIfJustCreated(pushing, variants[0]?.product.id ?? '') }),
  }
}

const buildSingleWriting = ({ outcomes, existing, prices }: Pushing, variant: VariantToPush): Writing => {
  const { product } = existing.get(variant.id) as Existing
  return {
    id: product.id,
    body: buildSingleBody(product, variant, prices),
    variants: [variant.id],
    written: (_, id) => outcomes.confirm(variant.id, { externalProductId: String(id), externalVariantId: String(id) }),
  }
}

const buildVariationWriting = (pushing: Pushing, product: Item, variant: VariantToPush): Writing => {
  const { outcomes, existing, prices } = pushing
  const known = existing.get(variant.id)?.variation
  return {
    ...(known !== undefined && { id: known }),
    body: buildVariationBody(product, variant, known === undefined, prices),
    variants: [variant.id],
    written: (_, id) =>
      outcomes.confirm(variant.id, { externalProductId: String(product.id), externalVariantId: String(id) }),
    ...(known === undefined && { instead: retryIfJustCreated(pushing, variant.content.sku) }),
  }
}

/** Confirms what needs no change in the shop; returns what is to be written. */
const omitUnchanged = (writings: readonly Writing[]): Writing[] =>
  writings.filter((writing) => {
    if (writing.id === undefined || Object.keys(writing.body).length) return true
    writing.written({}, writing.id)
    return false
  })

export const pushVariants = (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    for (const { id, content } of variants)
      if (!isKeptSku(content.sku)) outcomes.refuse(id, 'The shop would change this SKU. Use another one.')
    const taken = variants.filter(outcomes.isOpen)
    const prices = await readPrices(shop)
    const found = await findExisting(shop, taken)
    const existing = matchExisting(found, taken)
    const pushing = { outcomes, found, existing, prices }
    const sales = await readSales(shop, existing, taken, prices.currency)
    for (const variant of taken) {
      const amount = variant.content.prices[prices.currency] ?? Number.POSITIVE_INFINITY
      const mistake =
        findMissingPrice(variant, !existing.has(variant.id), prices) ??
        explainSale(amount, sales.get(variant.id), prices.currency)
      if (mistake) outcomes.refuse(variant.id, mistake)
    }
    const priced = taken.filter(outcomes.isOpen)
    const homes = findHomes(pushing, priced)
    for (const { product, variants: group } of homes)
      for (const variant of group.filter(({ id }) => !existing.has(id))) {
        const missing = findMissingAttribute(product, variant)
        if (missing) outcomes.refuse(variant.id, `Variants of this product need the attribute ${missing} in the shop.`)
      }
    const open = homes.map((home) => ({ ...home, variants: home.variants.filter(outcomes.isOpen) }))
    const wanted = open.filter((home) => home.variants.length)
    const singles = priced.filter(({ id }) => isSingleProduct(existing, id))
    await writeAll(shop, outcomes, '/products', [
      ...omitUnchanged(singles.map((variant) => buildSingleWriting(pushing, variant))),
      ...wanted.flatMap((home) => buildProductWriting(pushing, home) ?? []),
    ])
    for (const home of wanted) {
      const remaining = home.variants.filter(outcomes.isOpen)
      if (!remaining.length) continue
      const { product } = home
      if (!product) throw buildUnreadableError()
      const writings = omitUnchanged(remaining.map((variant) => buildVariationWriting(pushing, product, variant)))
      await writeAll(shop, outcomes, `/products/${product.id}/variations`, writings)
    }
  })
