import { ConnectorError, type PushOutcome, type Shop, type VariantToPush } from '../connector.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { buildIri } from './ask-shop.ts'
import { buildProductBody, buildVariantBody } from './bodies.ts'
import { findProduct, findVariant, findVariantsByCode } from './catalog.ts'
import { type Shelf, shelfOf } from './channels.ts'
import { isCode, type Product, parseProduct, type Variant } from './product.ts'
import { write } from './write.ts'

const buildLostError = () => new ConnectorError('UPSTREAM_ERROR', 'The store has just lost it.')

interface Pushing {
  shop: Shop
  outcomes: Outcomes
  shelf: Shelf
  products: Map<string, Product>
}

const findKnownProduct = async ({ shop, products }: Pushing, code: string): Promise<Product | undefined> => {
  const product = products.get(code) ?? (await findProduct(shop, code))
  if (product?.code !== code) return undefined
  products.set(code, product)
  return product
}

/** What the store has of the variants of one product: those it is known to have, and those of the same SKU. */
const findHeld = async (pushing: Pushing, group: readonly VariantToPush[]): Promise<Map<string, Variant>> => {
  const { shop, outcomes } = pushing
  const mapped: { id: string; product: string; code: string }[] = []
  for (const { id, externalProductId: product, externalVariantId: code } of group)
    if (product && code && (await findKnownProduct(pushing, product))?.variants.includes(code))
      mapped.push({ id, product, code })
  const listed = mapped.length ? await findVariantsByCode(shop, mapped) : new Map<string, Variant>()
  const found = new Map(mapped.flatMap(({ id, code }) => [[id, listed.get(code)] as const]))
  const all = new Map<string, Variant>()
  for (const { id, content } of group) {
    const variant = found.get(id) ?? (await findVariant(shop, content.sku))
    if (variant && variant.code !== content.sku)
      outcomes.refuse(id, `A SKU cannot be changed in this store, where it is ${variant.code}.`)
    if (variant) all.set(id, variant)
  }
  return all
}

/** The product that new variants go into; undefined where there is none yet. */
const findHome = async (pushing: Pushing, group: readonly VariantToPush[], there: Iterable<Variant>) => {
  const codes = [
    ...group.flatMap(({ externalProductId }) => externalProductId ?? []),
    ...[...there].map(({ product }) => product),
    ...group.map(({ product }) => product.id),
  ]
  for (const code of new Set(codes)) {
    const product = await findKnownProduct(pushing, code)
    if (product) return product
  }
  return undefined
}

const refuseAll = ({ outcomes }: Pushing, group: readonly VariantToPush[], why: string) => {
  for (const { id } of group) outcomes.refuse(id, why)
}

/** The product as it is to be for these variants of it; undefined where the store refuses it. */
const settleProduct = async (
  pushing: Pushing,
  product: Product | undefined,
  group: readonly VariantToPush[],
): Promise<Product | undefined> => {
  const { shop, shelf } = pushing
  const body = buildProductBody(product, group, shelf, (code) => buildIri(shop, `/channels/${code}`))
  if (!body) return product
  const made = product
    ? await write(shop, 'PUT', `/products/${product.code}`, body)
    : await write(shop, 'POST', '/products', body)
  if (!made) throw buildLostError()
  if ('refused' in made) return void refuseAll(pushing, group, made.refused)
  const written = parseProduct(made.record)
  if (!written) throw buildLostError()
  pushing.products.set(written.code, written)
  return written
}

const settleVariant = async (
  pushing: Pushing,
  product: Product,
  pushed: VariantToPush,
  before: Variant | undefined,
) => {
  const { shop, outcomes, shelf } = pushing
  const { id, content } = pushed
  const body = buildVariantBody(before, pushed, shelf)
  if (typeof body === 'string') return outcomes.refuse(id, body)
  if (body) {
    const made = before
      ? await write(shop, 'PUT', `/product-variants/${before.code}`, body)
      : await write(shop, 'POST', '/product-variants', {
          ...body,
          product: buildIri(shop, `/products/${product.code}`),
        })
    if (!made) throw buildLostError()
    // A code that was free a moment ago is looked up again by the next try.
    if ('refused' in made && !before && made.members.includes('code')) throw buildLostError()
    if ('refused' in made) return outcomes.refuse(id, made.refused)
  }
  outcomes.confirm(id, { externalProductId: product.code, externalVariantId: before?.code ?? content.sku })
}

const pushGroup = async (pushing: Pushing, group: readonly VariantToPush[]) => {
  const { outcomes, shelf } = pushing
  const there = await findHeld(pushing, group)
  for (const variant of group) {
    const body = buildVariantBody(there.get(variant.id), variant, shelf)
    if (typeof body === 'string') outcomes.refuse(variant.id, body)
  }
  const open = group.filter(outcomes.isOpen)
  const home = await findHome(pushing, open, there.values())
  const getOwner = (variant: VariantToPush) => there.get(variant.id)?.product ?? home?.code ?? ''
  for (const some of groupItems(open, getOwner)) {
    const owner = await findKnownProduct(pushing, getOwner(some[0] as VariantToPush))
    const product = await settleProduct(pushing, owner, some)
    if (!product) continue
    for (const variant of some)
      await outcomes.part([variant.id], () => settleVariant(pushing, product, variant, there.get(variant.id)))
  }
}

export const pushVariants = (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    for (const { id, content } of variants)
      if (!isCode(content.sku)) outcomes.refuse(id, 'A SKU may have letters, digits, - and _ only in this store.')
    const shelf = await shelfOf(shop)
    const pushing = { shop, outcomes, shelf, products: new Map<string, Product>() }
    for (const group of groupItems(variants.filter(outcomes.isOpen), ({ product }) => product.id))
      await outcomes.part(
        group.map(({ id }) => id),
        () => pushGroup(pushing, group),
      )
  })
