import type { Content } from '../../catalog/content.ts'
import {
  ConnectorError,
  type ExternalVariant,
  type LevelToPush,
  type PushOutcome,
  type RemoteVariant,
  type Shop,
  type VariantPage,
  type VariantToPush,
} from '../connector.ts'
import {
  type KeptVariant,
  openingPlace,
  openShopState,
  readAdded,
  readProducts,
  readSkus,
  readVariants,
  type ShopState,
  type Stock,
  writeProduct,
  writeStock,
  writeVariant,
  writeWithSku,
} from './shop-state.ts'
import { computeChance, openSimulation, type Simulation } from './simulation.ts'

/** What the shop sells of one variant. */
export interface Sold extends ExternalVariant {
  sku: string
  content: Content
  stock: Stock | null
}

const GOODS = ['Green tea', 'Black tea', 'Oolong', 'Teapot', 'Strainer', 'Cup']
const SIZES = ['small', 'large']

const contentOf = (place: number, currency: string): Content => ({
  sku: `SIM-${place}`,
  name: `${GOODS[(place >>> 1) % GOODS.length]}, ${SIZES[place % SIZES.length]}`,
  description: null,
  brand: 'Simulated goods',
  attributes: { size: SIZES[place % SIZES.length] as string },
  prices: { [currency]: 500 + 10 * (place % 97) },
  localizations: {},
})

/** Makes the variant that the shop sells at a place from the beginning; each product has two. */
const openingVariant = (place: number, { products, currency }: Simulation): Sold | undefined => {
  if (place >= products) return undefined
  const external = { externalProductId: `product-${place >>> 1}`, externalVariantId: `variant-${place}` }
  return { ...external, sku: `SIM-${place}`, content: contentOf(place, currency), stock: null }
}

const openingName = (externalProductId: string): string | undefined => {
  const [, place] = /^product-(\d{1,9})$/.exec(externalProductId) ?? []
  return place && `${GOODS[Number(place) % GOODS.length]} ${place}`
}

/** A variant as it is sold, from what is kept of it; undefined where the shop does not sell it. */
const soldAs = (externalVariantId: string, kept: KeptVariant | undefined, simulation: Simulation): Sold | undefined => {
  const place = openingPlace(externalVariantId)
  const opening = place === undefined ? undefined : openingVariant(place, simulation)
  if (kept?.isGone) return undefined
  const { externalProductId, sku, content } = { ...opening, ...kept }
  if (externalProductId === undefined || sku === undefined || content === undefined) return undefined
  return { externalProductId, externalVariantId, sku, content, stock: kept?.stock ?? null }
}

const findSold = async (
  state: ShopState,
  simulation: Simulation,
  ids: readonly string[],
): Promise<Map<string, Sold>> => {
  const wanted = [...new Set(ids)]
  const kept = await readVariants(state, wanted)
  return new Map(
    wanted.flatMap((id) => {
      const sold = soldAs(id, kept.get(id), simulation)
      return sold ? [[id, sold] as const] : []
    }),
  )
}

const withProducts = async (state: ShopState, sold: readonly Sold[]): Promise<RemoteVariant[]> => {
  const names = await readProducts(state, [...new Set(sold.map(({ externalProductId }) => externalProductId))])
  return sold.map(({ externalProductId, externalVariantId, sku, content }) => ({
    externalProductId,
    externalVariantId,
    sku,
    title: content.name,
    product: {
      name: names.get(externalProductId) ?? openingName(externalProductId) ?? content.name,
      description: content.description,
      brand: content.brand,
    },
    content,
    shows: [''],
  }))
}

/** A number stands for a place among what was sold from the beginning, `+` and an id for the last that was added. */
const CURSOR = /^(?:(\d{1,9})|\+(.{0,255}))$/s

/** One page of what the shop sells: what it sold from the beginning, then what was added, in the order of the ids. */
export const soldPage = async (shop: Shop, simulation: Simulation, cursor: string | null) => {
  const state = openShopState(shop, simulation.seed)
  const [isCursor, given = '0', after = ''] = CURSOR.exec(cursor ?? '0') ?? []
  if (isCursor === undefined) throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
  const { products, pageSize } = simulation
  const start = cursor?.startsWith('+') ? products : Math.min(Number(given), products)
  const end = Math.min(start + pageSize, products)
  const ids = Array.from({ length: end - start }, (_, at) => `variant-${start + at}`)
  const opening = [...(await findSold(state, simulation, ids)).values()]
  if (end < products) return { sold: opening, next: String(end) }
  const room = pageSize - ids.length
  const found = await readAdded(state, after, room + 1)
  const shown = found.slice(0, room)
  const added = shown.flatMap(([id, kept]) => soldAs(id, kept, simulation) ?? [])
  return { sold: [...opening, ...added], next: found.length > room ? `+${shown.at(-1)?.[0] ?? after}` : null }
}

export const catalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  const simulation = openSimulation(shop)
  const { sold, next } = await soldPage(shop, simulation, cursor)
  return { variants: await withProducts(openShopState(shop, simulation.seed), sold), next }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  const simulation = openSimulation(shop)
  const state = openShopState(shop, simulation.seed)
  const ids = wanted.map(({ externalVariantId }) => externalVariantId)
  return await withProducts(state, [...(await findSold(state, simulation, ids)).values()])
}

/** Always the same ones, until their content changes. */
const refuses = ({ seed, refusePercent }: Simulation, content: Content) =>
  computeChance(seed, 'refuses', JSON.stringify(content)) % 100 < refusePercent

/** The variant that has a SKU from the beginning, where it still is as it was. */
const openingHolder = (sku: string): string | undefined => {
  const [, place] = /^SIM-(0|[1-9]\d{0,8})$/.exec(sku) ?? []
  return place && `variant-${place}`
}

/** What the shop has of variants that are pushed. */
const findHolders = async (state: ShopState, simulation: Simulation, variants: readonly VariantToPush[]) => {
  const claims = await readSkus(
    state,
    variants.map(({ content }) => content.sku),
  )
  const ids = variants.flatMap(({ content: { sku }, externalVariantId }) =>
    [externalVariantId, claims.get(sku), openingHolder(sku)].filter((id) => typeof id === 'string'),
  )
  const sold = await findSold(state, simulation, ids)
  const holderOf = (sku: string) =>
    [claims.get(sku), openingHolder(sku)].find((id) => id !== undefined && sold.get(id)?.sku === sku)
  return { claims, sold, holderOf }
}

type Seen = Awaited<ReturnType<typeof findHolders>>

const pushOne = async (
  state: ShopState,
  variant: VariantToPush,
  { claims, sold, holderOf }: Seen,
): Promise<PushOutcome> => {
  const { id, product, content, ...external } = variant
  const { sku } = content
  const holder = holderOf(sku)
  const known = external.externalVariantId
  const before = sold.get((known !== null && sold.has(known) ? known : holder) ?? '')
  const externalProductId = before?.externalProductId ?? external.externalProductId ?? `pushed-product-${product.id}`
  const externalVariantId = before?.externalVariantId ?? `pushed-variant-${id}`
  const fields = { externalProductId, sku, content }
  if (holder === externalVariantId) await writeVariant(state, externalVariantId, fields)
  else if (!(await writeWithSku(state, externalVariantId, fields, claims.get(sku))))
    return { id, failed: new ConnectorError('UPSTREAM_ERROR', 'Another change of this SKU came first.') }
  return { id, confirmed: { externalProductId, externalVariantId } }
}

export const pushVariants = async (shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]> => {
  const simulation = openSimulation(shop)
  const state = openShopState(shop, simulation.seed)
  const seen = await findHolders(state, simulation, variants)
  const outcomes = await Promise.all(
    variants.map(async (variant): Promise<PushOutcome> => {
      const { id, content, externalVariantId } = variant
      const holder = seen.holderOf(content.sku)
      if (externalVariantId && holder !== undefined && holder !== externalVariantId)
        return { id, refused: 'The store has another variant of this SKU.' }
      if (refuses(simulation, content))
        return { id, refused: 'The store does not take what it is told of this variant.' }
      return await pushOne(state, variant, seen)
    }),
  )
  const names = new Map<string, string>()
  for (const [at, outcome] of outcomes.entries())
    if ('confirmed' in outcome)
      names.set(outcome.confirmed.externalProductId, (variants[at] as VariantToPush).product.name)
  const kept = await readProducts(state, [...names.keys()])
  const named = [...names].filter(([id, name]) => (kept.get(id) ?? openingName(id)) !== name)
  await Promise.all(named.map(([id, name]) => writeProduct(state, id, name)))
  return outcomes
}

export const pushLevels = async (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> => {
  const simulation = openSimulation(shop)
  const state = openShopState(shop, simulation.seed)
  const ids = levels.map(({ externalVariantId }) => externalVariantId)
  const sold = await findSold(state, simulation, ids)
  return await Promise.all(
    levels.map(async ({ id, externalProductId, externalVariantId, quantity, backorders }): Promise<PushOutcome> => {
      const isSold = sold.has(externalVariantId)
      if (!isSold || !(await writeStock(state, externalVariantId, { quantity, backorders })))
        return { id, refused: 'The store no longer has this variant.' }
      return { id, confirmed: { externalProductId, externalVariantId } }
    }),
  )
}
