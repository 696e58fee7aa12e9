import { replaceValues } from '../../catalog/compare-content.ts'
import type { Content } from '../../catalog/content.ts'
import { computeChance } from '../../platform/compute-chance.ts'
import { foldSku, isSameSku } from '../../platform/identifiers/sku.ts'
import {
  ConnectorError,
  type ExternalVariant,
  type PushOutcome,
  type RemoteVariant,
  type Shop,
  type VariantPage,
  type VariantToPush,
} from '../connector.ts'
import { choosePrice, mustWritePrice } from '../content/choose-price.ts'
import { isChanged, isProductChanged } from '../content/is-changed.ts'
import { buildCursorError } from '../refusal.ts'
import { readInitialGoods } from './initial-goods.ts'
import {
  type KeptVariant,
  openShopState,
  parseInitialIndex,
  readAdded,
  readProducts,
  readSkus,
  readVariants,
  type ShopState,
  type Stock,
  writeProduct,
  writeVariant,
  writeWithSku,
} from './shop-state.ts'
import { openSimulation, type Simulation } from './simulation.ts'

/** A variant that the shop sells. */
export interface Sold extends ExternalVariant {
  sku: string
  content: Content
  stock: Stock | null
}

const GOODS = ['Green tea', 'Black tea', 'Oolong', 'Teapot', 'Strainer', 'Cup']
const chooseSize = (index: number) => (index % 2 ? 'large' : 'small')

const buildInitialContent = (index: number, currency: string): Content => ({
  sku: `SIM-${index}`,
  name: `${GOODS[(index >>> 1) % GOODS.length]}, ${chooseSize(index)}`,
  description: null,
  brand: 'Simulated goods',
  attributes: { size: chooseSize(index) },
  prices: { [currency]: 500 + 10 * (index % 97) },
  localizations: {},
})

/** Returns an initial variant; each initial product has two. */
const buildInitialVariant = (index: number, { products, currency }: Simulation): Sold | undefined => {
  if (index >= products) return undefined
  const external = { externalProductId: `product-${index >>> 1}`, externalVariantId: `variant-${index}` }
  return { ...external, sku: `SIM-${index}`, content: buildInitialContent(index, currency), stock: null }
}

const findInitialName = (externalProductId: string): string | undefined => {
  const [, index] = /^product-(\d{1,9})$/.exec(externalProductId) ?? []
  return index && `${GOODS[Number(index) % GOODS.length]} ${index}`
}

/** Returns a variant with its stored changes; undefined if the shop does not sell it. */
const buildSold = (
  externalVariantId: string,
  kept: KeptVariant | undefined,
  simulation: Simulation,
): Sold | undefined => {
  const index = parseInitialIndex(externalVariantId)
  const initial = index === undefined ? undefined : buildInitialVariant(index, simulation)
  if (kept?.isGone) return undefined
  const { externalProductId, sku, content } = { ...initial, ...kept }
  if (externalProductId === undefined || sku === undefined || content === undefined) return undefined
  return { externalProductId, externalVariantId, sku, content, stock: kept?.stock ?? null }
}

/** Finds variants that the shop sells by id. */
export const findSold = async (
  state: ShopState,
  simulation: Simulation,
  ids: readonly string[],
): Promise<Map<string, Sold>> => {
  const wanted = [...new Set(ids)]
  const kept = await readVariants(state, wanted)
  return new Map(
    wanted.flatMap((id) => {
      const sold = buildSold(id, kept.get(id), simulation)
      return sold ? [[id, sold] as const] : []
    }),
  )
}

const addProducts = async (
  state: ShopState,
  { isGross, currency }: Simulation,
  sold: readonly Sold[],
): Promise<RemoteVariant[]> => {
  const names = await readProducts(state, [...new Set(sold.map(({ externalProductId }) => externalProductId))])
  return sold.map(({ externalProductId, externalVariantId, sku, content }) => ({
    goods: readInitialGoods(externalVariantId) ?? {},
    externalProductId,
    externalVariantId,
    sku,
    title: content.name,
    product: {
      name: names.get(externalProductId) ?? findInitialName(externalProductId) ?? content.name,
      description: content.description,
      brand: content.brand,
    },
    content,
    includesTax: isGross,
    currency,
    shows: [''],
  }))
}

/** The index of the next initial variant, or `+` and the id of the last pushed variant that was read. */
const CURSOR = /^(?:(\d{1,9})|\+(.{0,255}))$/s

/** Returns a page of the catalog: first the initial variants, then pushed ones, sorted by id. */
export const readSoldPage = async (shop: Shop, simulation: Simulation, cursor: string | null) => {
  const state = openShopState(shop, simulation.seed)
  const [isCursor, given = '0', after = ''] = CURSOR.exec(cursor ?? '0') ?? []
  if (isCursor === undefined) throw buildCursorError()
  const { products, pageSize } = simulation
  const start = cursor?.startsWith('+') ? products : Math.min(Number(given), products)
  const end = Math.min(start + pageSize, products)
  const ids = Array.from({ length: end - start }, (_, at) => `variant-${start + at}`)
  const opening = [...(await findSold(state, simulation, ids)).values()]
  if (end < products) return { sold: opening, next: String(end) }
  const room = pageSize - ids.length
  const found = await readAdded(state, after, room + 1)
  const shown = found.slice(0, room)
  const added = shown.flatMap(([id, kept]) => buildSold(id, kept, simulation) ?? [])
  return { sold: [...opening, ...added], next: found.length > room ? `+${shown.at(-1)?.[0] ?? after}` : null }
}

export const readCatalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  const simulation = openSimulation(shop)
  const { sold, next } = await readSoldPage(shop, simulation, cursor)
  return { variants: await addProducts(openShopState(shop, simulation.seed), simulation, sold), next }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  const simulation = openSimulation(shop)
  const state = openShopState(shop, simulation.seed)
  const ids = wanted.map(({ externalVariantId }) => externalVariantId)
  return await addProducts(state, simulation, [...(await findSold(state, simulation, ids)).values()])
}

/** Tells whether a variant gives its product a name: that of a new product, or one that changed here. */
const isNamed = (variant: VariantToPush) => !variant.externalProductId || isProductChanged(variant, 'name')

/** Returns true if the shop rejects the content; the same content is always treated alike. */
const isRefused = ({ seed, refusePercent }: Simulation, content: Content) =>
  computeChance(seed, 'refuses', JSON.stringify(content)) % 100 < refusePercent

/** Returns the id of the initial variant with a SKU. */
const findInitialHolder = (sku: string): string | undefined => {
  const [, index] = /^sim-(0|[1-9]\d{0,8})$/.exec(foldSku(sku)) ?? []
  return index && `variant-${index}`
}

/** Finds the variants of the shop that pushed ones refer to or collide with. */
const findHolders = async (state: ShopState, simulation: Simulation, variants: readonly VariantToPush[]) => {
  const claims = await readSkus(
    state,
    variants.map(({ content }) => content.sku),
  )
  const ids = variants.flatMap(({ content: { sku }, externalVariantId }) =>
    [externalVariantId, claims.get(sku), findInitialHolder(sku)].filter((id) => typeof id === 'string'),
  )
  const sold = await findSold(state, simulation, ids)
  const findHolder = (sku: string) =>
    [claims.get(sku), findInitialHolder(sku)].find((id) => id !== undefined && isSameSku(sold.get(id)?.sku, sku))
  return { claims, sold, findHolder }
}

type Seen = Awaited<ReturnType<typeof findHolders>>

const pushOne = async (
  state: ShopState,
  variant: VariantToPush,
  { claims, sold, findHolder }: Seen,
): Promise<PushOutcome> => {
  const { id, product, content, changed, ...external } = variant
  const { sku } = content
  const holder = findHolder(sku)
  const known = external.externalVariantId
  const before = sold.get((known !== null && sold.has(known) ? known : holder) ?? '')
  const externalProductId = before?.externalProductId ?? external.externalProductId ?? `pushed-product-${product.id}`
  const externalVariantId = before?.externalVariantId ?? `pushed-variant-${id}`
  // Only what changed here is written; the shop's staff may have changed the rest.
  const written = before && changed ? replaceValues(before.content, content, changed) : content
  const fields = { externalProductId, sku: before && !isChanged(variant, '/sku') ? before.sku : sku, content: written }
  if (holder === externalVariantId) await writeVariant(state, externalVariantId, fields)
  else if (!(await writeWithSku(state, externalVariantId, fields, claims.get(sku))))
    return {
      id,
      failed: new ConnectorError('UPSTREAM_ERROR', 'Another change assigned the same SKU at the same time.'),
    }
  return { id, confirmed: { externalProductId, externalVariantId } }
}

/** Returns why a variant cannot have the price that it needs; undefined if it can, or needs none. */
const explainPrice = (
  { currency, isGross }: Simulation,
  variant: VariantToPush,
  isSold: boolean,
): string | undefined => {
  const chosen = mustWritePrice(variant, !isSold, currency)
    ? choosePrice(variant, { currency, includesTax: isGross })
    : {}
  return typeof chosen === 'string' ? chosen : undefined
}

export const pushVariants = async (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> => {
  const simulation = openSimulation(shop)
  const state = openShopState(shop, simulation.seed)
  const seen = await findHolders(state, simulation, variants)
  const outcomes = await Promise.all(
    variants.map(async (variant): Promise<PushOutcome> => {
      const { id, content, externalVariantId } = variant
      const holder = seen.findHolder(content.sku)
      const isSold = externalVariantId !== null && seen.sold.has(externalVariantId)
      if (isSold && holder !== undefined && holder !== externalVariantId)
        return { id, refused: 'The shop has another variant with this SKU.' }
      const price = explainPrice(simulation, variant, isSold || holder !== undefined)
      if (price) return { id, refused: price }
      if (isRefused(simulation, content)) return { id, refused: 'The shop rejects the content of this variant.' }
      return await pushOne(state, variant, seen)
    }),
  )
  const names = new Map<string, string>()
  for (const [at, outcome] of outcomes.entries())
    if ('confirmed' in outcome && isNamed(variants[at] as VariantToPush))
      names.set(outcome.confirmed.externalProductId, (variants[at] as VariantToPush).product.name)
  const kept = await readProducts(state, [...names.keys()])
  const named = [...names].filter(([id, name]) => (kept.get(id) ?? findInitialName(id)) !== name)
  await Promise.all(named.map(([id, name]) => writeProduct(state, id, name)))
  return outcomes
}
