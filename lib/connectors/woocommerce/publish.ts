import { ConnectorError, type PushOutcome, type Shop, type VariantToPush } from '../connector.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { buildUnreadableError } from '../refusal.ts'
import { currencyOf } from './ask-shop.ts'
import { isSkuTaken, type Writing, writeAll } from './batch.ts'
import { buildProductBody, buildSingleBody, buildVariationBody, findMissingAttribute } from './bodies.ts'
import { type Found, findHeld, findHome, type Held, look } from './existing-variants.ts'
import { type Item, isKeptSku, parseItem } from './product.ts'

interface Pushing {
  outcomes: Outcomes
  found: Found
  held: ReadonlyMap<string, Held>
  currency: string
}

/** Variants that are, or are to be, variations of one product. */
interface Home {
  /** Undefined as long as it is to be made. */
  product: Item | undefined
  variants: VariantToPush[]
}

const findHomes = ({ found, held }: Pushing, variants: readonly VariantToPush[]): Home[] => {
  const getOwnProductId = (variant: VariantToPush) => variant.product.id
  const siblings = new Map(
    groupItems(variants, getOwnProductId).map((group) => [
      getOwnProductId(group[0] as VariantToPush),
      findHome(group, found, held),
    ]),
  )
  const findProduct = (variant: VariantToPush) =>
    held.get(variant.id)?.product ?? siblings.get(getOwnProductId(variant))
  const inVariations = variants.filter(({ id }) => !isSingleProduct(held, id))
  return groupItems(inVariations, (variant) => String(findProduct(variant)?.id ?? getOwnProductId(variant))).map(
    (group) => ({
      product: findProduct(group[0] as VariantToPush),
      variants: group,
    }),
  )
}

const isSingleProduct = (held: ReadonlyMap<string, Held>, id: string) => {
  const known = held.get(id)
  return known !== undefined && known.variation === undefined
}

/** A SKU that was free a moment ago is looked up again by the next try. */
const retryIfJustCreated =
  ({ found }: Pushing, sku: string): NonNullable<Writing['instead']> =>
  (code) =>
    isSkuTaken(code) && !found.bySku.has(sku.toLowerCase())
      ? new ConnectorError('UPSTREAM_ERROR', 'Something with this SKU has just been made in the store.')
      : undefined

const buildProductWriting = (pushing: Pushing, home: Home): Writing | undefined => {
  const { product, variants } = home
  const made = variants.filter(({ id }) => !pushing.held.has(id)).length
  const body = buildProductBody(product, variants, made)
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

const buildSingleWriting = ({ outcomes, held, currency }: Pushing, variant: VariantToPush): Writing => {
  const { product } = held.get(variant.id) as Held
  return {
    id: product.id,
    body: buildSingleBody(product, variant, currency),
    variants: [variant.id],
    written: (_, id) => outcomes.confirm(variant.id, { externalProductId: String(id), externalVariantId: String(id) }),
  }
}

const variationWriting = (pushing: Pushing, product: Item, variant: VariantToPush): Writing => {
  const { outcomes, held, currency } = pushing
  const known = held.get(variant.id)?.variation
  return {
    ...(known !== undefined && { id: known }),
    body: buildVariationBody(product, variant, known === undefined, currency),
    variants: [variant.id],
    written: (_, id) =>
      outcomes.confirm(variant.id, { externalProductId: String(product.id), externalVariantId: String(id) }),
    ...(known === undefined && { instead: retryIfJustCreated(pushing, variant.content.sku) }),
  }
}

export const pushVariants = (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    for (const { id, content } of variants)
      if (!isKeptSku(content.sku)) outcomes.refuse(id, 'The store does not keep such a SKU as it is.')
    const taken = variants.filter(outcomes.isOpen)
    const currency = await currencyOf(shop)
    const found = await look(shop, taken)
    const held = findHeld(found, taken)
    const pushing = { outcomes, found, held, currency }
    const homes = findHomes(pushing, taken)
    for (const { product, variants: group } of homes)
      for (const variant of group.filter(({ id }) => !held.has(id))) {
        const missing = findMissingAttribute(product, variant)
        if (missing) outcomes.refuse(variant.id, `Variants of its product in the store need the attribute ${missing}.`)
      }
    const open = homes.map((home) => ({ ...home, variants: home.variants.filter(outcomes.isOpen) }))
    const wanted = open.filter((home) => home.variants.length)
    const singles = taken.filter(({ id }) => isSingleProduct(held, id))
    await writeAll(shop, outcomes, '/products', [
      ...singles.map((variant) => buildSingleWriting(pushing, variant)),
      ...wanted.flatMap((home) => buildProductWriting(pushing, home) ?? []),
    ])
    for (const home of wanted) {
      const left = home.variants.filter(outcomes.isOpen)
      if (!left.length) continue
      const { product } = home
      if (!product) throw buildUnreadableError()
      const writings = left.map((variant) => variationWriting(pushing, product, variant))
      await writeAll(shop, outcomes, `/products/${product.id}/variations`, writings)
    }
  })
