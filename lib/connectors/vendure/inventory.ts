import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { ConnectorError, type PushOutcome, type Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, type Outcomes } from '../outcomes.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { decideOffer, isUncounted, keepsBackorders, type Offer, UNCOUNTED } from '../stock/decide-offer.ts'
import type { LevelToPush } from '../stock/level-to-push.ts'
import { askShop } from './ask-shop.ts'
import { NotTaken } from './session.ts'

const MAX_LEVELS = 100
const MAX_PIECES = 2 ** 31 - 1
/** Upper bound of pieces that may be backordered. */
const BACKORDERS = 1_000_000

const EXISTING = `query Levels($o: ProductVariantListOptions, $take: Int!) {
  productVariants(options: $o) { items { id product { id } trackInventory outOfStockThreshold useGlobalOutOfStockThreshold
    stockLevels { stockLocationId stockOnHand stockAllocated } } }
  stockLocations(options: { take: $take, sort: { id: ASC } }) { items { id name } }
  globalSettings { trackInventory } }`
const UPDATE = `mutation UpdateLevels($input: [UpdateProductVariantInput!]!) {
  updateProductVariants(input: $input) { id } }`

const ExistingVariant = Type.Object({
  id: Type.String(),
  product: Type.Object({ id: Type.String() }),
  trackInventory: Type.String(),
  outOfStockThreshold: Type.Integer(),
  useGlobalOutOfStockThreshold: Type.Boolean(),
  stockLevels: Type.Array(
    Type.Object({ stockLocationId: Type.String(), stockOnHand: Type.Integer(), stockAllocated: Type.Integer() }),
  ),
})
type ExistingVariant = Static<typeof ExistingVariant>

/** Returns the stock location whose stock is set: the one in the channel's configuration, or the first. */
const findLocation = ({ config }: Shop, data: unknown): string => {
  const { stock_location: wanted } = config
  const locations = requireList(readPath(data, 'stockLocations', 'items'))
  const found = wanted
    ? locations.find((each) => readPath(each, 'id') === wanted || readPath(each, 'name') === wanted)
    : locations[0]
  const id = readText(readPath(found, 'id'))
  if (!id) throw new ConnectorError('INVALID_CONFIG', 'The shop has no stock location with this id or name.')
  return id
}

interface LevelOfExisting extends LevelToPush {
  existing: ExistingVariant
  found: { free: number | null; promised: number }
  offer: Offer
}

const readStock = (location: string, { stockLevels, trackInventory }: ExistingVariant, isTrackedByDefault: boolean) => {
  const level = stockLevels.find(({ stockLocationId }) => stockLocationId === location)
  const isTracked = trackInventory === 'TRUE' || (trackInventory === 'INHERIT' && isTrackedByDefault)
  const promised = level?.stockAllocated ?? 0
  return { free: isTracked ? (level?.stockOnHand ?? 0) - promised : null, promised }
}

/** The shop's choices about back-orders and tracking, which stay as they are unless they changed here. */
const buildChoice = (level: LevelToPush) => {
  if (keepsBackorders(level)) return level.before ? {} : { trackInventory: 'TRUE' }
  const outOfStockThreshold = level.backorders === 'allow' ? -BACKORDERS : 0
  return { trackInventory: 'TRUE', useGlobalOutOfStockThreshold: false, outOfStockThreshold }
}

/** Pieces that are allocated to orders count as on hand, so what is sold meanwhile still lowers what is offered. */
const buildLevel = (location: string, { existing: { id }, found, offer, ...level }: LevelOfExisting) => {
  const onHand = Math.max(-MAX_PIECES, Math.min(MAX_PIECES, offer.offered + found.promised))
  return { id, stockLevels: [{ stockLocationId: location, stockOnHand: onHand }], ...buildChoice(level) }
}

const isRight = ({ existing, found, offer, ...level }: LevelOfExisting) => {
  const { trackInventory = 'TRUE', outOfStockThreshold: threshold } = buildChoice(level)
  const isSameChoice =
    threshold === undefined ||
    (existing.trackInventory === trackInventory &&
      existing.outOfStockThreshold === threshold &&
      !existing.useGlobalOutOfStockThreshold)
  return isSameChoice && found.free === offer.offered
}

const confirm = (outcomes: Outcomes, { id, existing, found, offer }: LevelOfExisting) =>
  outcomes.confirm(
    id,
    { externalProductId: existing.product.id, externalVariantId: existing.id },
    { found: found.free, ...offer },
  )

const send = async (
  shop: Shop,
  location: string,
  existingLevels: readonly LevelOfExisting[],
  outcomes: Outcomes,
): Promise<void> => {
  try {
    await askShop(shop, UPDATE, {
      input: existingLevels.map((each) => buildLevel(location, each)),
    })
    for (const each of existingLevels) confirm(outcomes, each)
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    const [first, ...others] = existingLevels
    if (first && !others.length) outcomes.refuse(first.id, error.reason)
    else for (const each of existingLevels) await send(shop, location, [each], outcomes)
  }
}

export const pushLevels = async (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    if (!levels.length) return
    const ids = levels.map(({ externalVariantId }) => externalVariantId)
    const data = await askShop(shop, EXISTING, {
      o: { take: MAX_LEVELS, filter: { id: { in: ids } } },
      take: MAX_LEVELS,
    })
    const location = findLocation(shop, data)
    const items = requireList(readPath(data, 'productVariants', 'items')).filter((item): item is ExistingVariant =>
      Check(ExistingVariant, item),
    )
    const byId = new Map(items.map((item) => [item.id, item]))
    const isTrackedByDefault = readPath(data, 'globalSettings', 'trackInventory') !== false
    const existingLevels = levels.flatMap((level): LevelOfExisting[] => {
      const existing = byId.get(level.externalVariantId)
      if (!existing) outcomes.miss(level.id)
      if (!existing) return []
      const found = readStock(location, existing, isTrackedByDefault)
      if (isUncounted(level, found.free !== null)) outcomes.refuse(level.id, UNCOUNTED)
      return [{ ...level, existing, found, offer: decideOffer(level, found) }]
    })
    for (const each of existingLevels) if (outcomes.isOpen(each) && isRight(each)) confirm(outcomes, each)
    const wrong = existingLevels.filter(outcomes.isOpen)
    if (wrong.length) await send(shop, location, wrong, outcomes)
  })
