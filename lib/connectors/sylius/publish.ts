import { ConnectorError, type PushOutcome, type Shop, type VariantToPush } from '../connector.ts'
import { collectOutcomes, type Group, groupItems, type Outcomes } from '../outcomes.ts'
import { buildIri, write } from './ask-shop.ts'
import { buildProductBody, buildVariantBody } from './bodies.ts'
import { findProduct, findVariant, findVariantsByCode } from './catalog.ts'
import { readShopChannel, type ShopChannel } from './channels.ts'
import { chooseOptionValues, readOptions } from './options.ts'
import { isCode, type Product, parseProduct, type Variant } from './product.ts'

const buildLostError = () => new ConnectorError('UPSTREAM_ERROR', 'The record was deleted in the shop meanwhile.')

interface Pushing {
  shop: Shop
  outcomes: Outcomes
  shopChannel: ShopChannel
  products: Map<string, Product>
}

const findKnownProduct = async ({ shop, products }: Pushing, code: string): Promise<Product | undefined> => {
  const product = products.get(code) ?? (await findProduct(shop, code))
  if (product?.code !== code) return undefined
  products.set(code, product)
  return product
}

/** Finds variants of one product that exist in the shop, by external id or by SKU. */
const findExisting = async (pushing: Pushing, group: readonly VariantToPush[]): Promise<Map<string, Variant>> => {
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
      outcomes.refuse(id, `The SKU in this shop is ${variant.code} and cannot be changed.`)
    if (variant) all.set(id, variant)
  }
  return all
}

/** Finds the product for new variants; undefined if it has to be created. */
const findHome = async (pushing: Pushing, group: readonly VariantToPush[], existing: Iterable<Variant>) => {
  const codes = [
    ...group.flatMap(({ externalProductId }) => externalProductId ?? []),
    ...[...existing].map(({ product }) => product),
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

/** Creates or updates the product of these variants; undefined if the shop rejects it. */
const writeProduct = async (
  pushing: Pushing,
  product: Product | undefined,
  group: Group<VariantToPush>,
  existing: ReadonlyMap<string, Variant>,
): Promise<Product | undefined> => {
  const { shop, shopChannel } = pushing
  const body = buildProductBody(product, group, shopChannel, {
    buildChannelIri: (code) => buildIri(shop, `/channels/${code}`),
    isNew: ({ id }) => !existing.has(id),
  })
  if (!body) return product
  const answer = product
    ? await write(shop, 'PUT', `/products/${product.code}`, body)
    : await write(shop, 'POST', '/products', body)
  if (!answer) throw buildLostError()
  if ('refused' in answer) return void refuseAll(pushing, group, answer.refused)
  const written = parseProduct(answer.record)
  if (!written) throw buildLostError()
  pushing.products.set(written.code, written)
  return written
}

/** Returns the option values by which buyers choose a new variant, or why it has none. */
const choosePlaces = async (shop: Shop, product: Product, pushed: VariantToPush): Promise<string[] | string> =>
  product.options.length ? chooseOptionValues(shop, product, pushed, await readOptions(shop, [product])) : []

const writeVariant = async (pushing: Pushing, product: Product, pushed: VariantToPush, before: Variant | undefined) => {
  const { shop, outcomes, shopChannel } = pushing
  const { id, content } = pushed
  const body = buildVariantBody(before, pushed, shopChannel)
  if (typeof body === 'string') return outcomes.refuse(id, body)
  const values = before || !body ? [] : await choosePlaces(shop, product, pushed)
  if (typeof values === 'string') return outcomes.refuse(id, values)
  if (body) {
    const written = before
      ? await write(shop, 'PUT', `/product-variants/${before.code}`, body)
      : await write(shop, 'POST', '/product-variants', {
          ...body,
          ...(values.length && { optionValues: values }),
          product: buildIri(shop, `/products/${product.code}`),
        })
    if (!written) throw buildLostError()
    // Another caller has just created the code; the next push finds it.
    if ('refused' in written && !before && written.members.includes('code')) throw buildLostError()
    if ('refused' in written) return outcomes.refuse(id, written.refused)
  }
  outcomes.confirm(id, { externalProductId: product.code, externalVariantId: before?.code ?? content.sku })
}

const pushGroup = async (pushing: Pushing, group: readonly VariantToPush[]) => {
  const { outcomes, shopChannel } = pushing
  const existing = await findExisting(pushing, group)
  for (const variant of group) {
    const body = buildVariantBody(existing.get(variant.id), variant, shopChannel)
    if (typeof body === 'string') outcomes.refuse(variant.id, body)
  }
  const open = group.filter(outcomes.isOpen)
  const home = await findHome(pushing, open, existing.values())
  const getOwner = (variant: VariantToPush) => existing.get(variant.id)?.product ?? home?.code ?? ''
  for (const some of groupItems(open, getOwner)) {
    const owner = await findKnownProduct(pushing, getOwner(some[0]))
    const product = await writeProduct(pushing, owner, some, existing)
    if (!product) continue
    for (const variant of some)
      await outcomes.part([variant.id], () => writeVariant(pushing, product, variant, existing.get(variant.id)))
  }
}

export const pushVariants = (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(variants, async (outcomes) => {
    for (const { id, content } of variants)
      if (!isCode(content.sku)) outcomes.refuse(id, 'A SKU in this shop may contain only letters, digits, - and _.')
    const shopChannel = await readShopChannel(shop)
    const pushing = { shop, outcomes, shopChannel, products: new Map<string, Product>() }
    for (const group of groupItems(variants.filter(outcomes.isOpen), ({ product }) => product.id))
      await outcomes.part(
        group.map(({ id }) => id),
        () => pushGroup(pushing, group),
      )
  })
