import { ConnectorError, type PushOutcome, type Store, type VariantToPush } from '../connector.ts'
import { grouped, type Outcomes, outcomesOf } from '../outcomes.ts'
import { unreadable } from '../refusal.ts'
import { isSkuTaken, type Writing, writeAll } from './batch.ts'
import { missingFor, productBody, singleBody, variationBody } from './bodies.ts'
import { type Found, type Held, heldOf, homeOf, look } from './held.ts'
import { type Item, itemIn, keepsSku } from './product.ts'
import { currencyOf } from './store.ts'

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

const homesOf = ({ found, held }: Pushing, variants: readonly VariantToPush[]): Home[] => {
  const ofOurs = (variant: VariantToPush) => variant.product.id
  const siblings = new Map(
    grouped(variants, ofOurs).map((group) => [ofOurs(group[0] as VariantToPush), homeOf(group, found, held)]),
  )
  const productOf = (variant: VariantToPush) => held.get(variant.id)?.product ?? siblings.get(ofOurs(variant))
  const inVariations = variants.filter(({ id }) => !isSingleIn(held, id))
  return grouped(inVariations, (variant) => String(productOf(variant)?.id ?? ofOurs(variant))).map((group) => ({
    product: productOf(group[0] as VariantToPush),
    variants: group,
  }))
}

const isSingleIn = (held: ReadonlyMap<string, Held>, id: string) => {
  const known = held.get(id)
  return known !== undefined && known.variation === undefined
}

/** A SKU that was free a moment ago is looked up again by the next try. */
const unlessJustMade =
  ({ found }: Pushing, sku: string): NonNullable<Writing['instead']> =>
  (code) =>
    isSkuTaken(code) && !found.bySku.has(sku.toLowerCase())
      ? new ConnectorError('UPSTREAM_ERROR', 'Something with this SKU has just been made in the store.')
      : undefined

const productWriting = (pushing: Pushing, home: Home): Writing | undefined => {
  const { product, variants } = home
  const made = variants.filter(({ id }) => !pushing.held.has(id)).length
  const body = productBody(product, variants, made)
  if (!Object.keys(body).length) return undefined
  return {
    ...(product && { id: product.id }),
    body,
    variants: variants.map(({ id }) => id),
    written(record) {
      home.product = itemIn(record)
    },
    ...(!product && { instead: unlessJustMade(pushing, variants[0]?.product.id ?? '') }),
  }
}

const singleWriting = ({ outcomes, held, currency }: Pushing, variant: VariantToPush): Writing => {
  const { product } = held.get(variant.id) as Held
  return {
    id: product.id,
    body: singleBody(product, variant, currency),
    variants: [variant.id],
    written: (_, id) => outcomes.confirm(variant.id, { externalProductId: String(id), externalVariantId: String(id) }),
  }
}

const variationWriting = (pushing: Pushing, product: Item, variant: VariantToPush): Writing => {
  const { outcomes, held, currency } = pushing
  const known = held.get(variant.id)?.variation
  return {
    ...(known !== undefined && { id: known }),
    body: variationBody(product, variant, known === undefined, currency),
    variants: [variant.id],
    written: (_, id) =>
      outcomes.confirm(variant.id, { externalProductId: String(product.id), externalVariantId: String(id) }),
    ...(known === undefined && { instead: unlessJustMade(pushing, variant.content.sku) }),
  }
}

export const pushVariants = (store: Store, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  outcomesOf(variants, async (outcomes) => {
    for (const { id, content } of variants)
      if (!keepsSku(content.sku)) outcomes.refuse(id, 'The store does not keep such a SKU as it is.')
    const taken = variants.filter(outcomes.isOpen)
    const currency = await currencyOf(store)
    const found = await look(store, taken)
    const held = heldOf(found, taken)
    const pushing = { outcomes, found, held, currency }
    const homes = homesOf(pushing, taken)
    for (const { product, variants: group } of homes)
      for (const variant of group.filter(({ id }) => !held.has(id))) {
        const missing = missingFor(product, variant)
        if (missing) outcomes.refuse(variant.id, `Variants of its product in the store need the attribute ${missing}.`)
      }
    const open = homes.map((home) => ({ ...home, variants: home.variants.filter(outcomes.isOpen) }))
    const wanted = open.filter((home) => home.variants.length)
    const singles = taken.filter(({ id }) => isSingleIn(held, id))
    await writeAll(store, outcomes, '/products', [
      ...singles.map((variant) => singleWriting(pushing, variant)),
      ...wanted.flatMap((home) => productWriting(pushing, home) ?? []),
    ])
    for (const home of wanted) {
      const left = home.variants.filter(outcomes.isOpen)
      if (!left.length) continue
      const { product } = home
      if (!product) throw unreadable()
      const writings = left.map((variant) => variationWriting(pushing, product, variant))
      await writeAll(store, outcomes, `/products/${product.id}/variations`, writings)
    }
  })
