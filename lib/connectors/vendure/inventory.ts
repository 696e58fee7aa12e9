import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { ConnectorError, type LevelToPush, type PushOutcome, type Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, type Outcomes } from '../outcomes.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { NotTaken } from './session.ts'

const MAX_LEVELS = 100
const MAX_PIECES = 2 ** 31 - 1
/** Upper bound of pieces that may be backordered. */
const BACKORDERS = 1_000_000

const EXISTING = `query Levels($o: ProductVariantListOptions, $take: Int!) {
  productVariants(options: $o) { items { id product { id } stockLevels { stockLocationId stockAllocated } } }
  stockLocations(options: { take: $take, sort: { id: ASC } }) { items { id name } } }`
const UPDATE = `mutation UpdateLevels($input: [UpdateProductVariantInput!]!) {
  updateProductVariants(input: $input) { id } }`

const ExistingVariant = Type.Object({
  id: Type.String(),
  product: Type.Object({ id: Type.String() }),
  stockLevels: Type.Array(Type.Object({ stockLocationId: Type.String(), stockAllocated: Type.Integer() })),
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

/** Pieces that are allocated to orders count as on hand. */
const buildLevel = (location: string, { quantity, backorders }: LevelToPush, { id, stockLevels }: ExistingVariant) => {
  const allocated = stockLevels.find(({ stockLocationId }) => stockLocationId === location)?.stockAllocated ?? 0
  const onHand = Math.max(-MAX_PIECES, Math.min(MAX_PIECES, Math.floor(quantity) + allocated))
  return {
    id,
    stockLevels: [{ stockLocationId: location, stockOnHand: onHand }],
    trackInventory: 'TRUE',
    useGlobalOutOfStockThreshold: false,
    outOfStockThreshold: backorders === 'allow' ? -BACKORDERS : 0,
  }
}

interface LevelOfExisting extends LevelToPush {
  existing: ExistingVariant
}

const send = async (
  shop: Shop,
  location: string,
  existingLevels: readonly LevelOfExisting[],
  outcomes: Outcomes,
): Promise<void> => {
  try {
    await askShop(shop, UPDATE, {
      input: existingLevels.map(({ existing, ...level }) => buildLevel(location, level, existing)),
    })
    for (const { id, existing } of existingLevels)
      outcomes.confirm(id, { externalProductId: existing.product.id, externalVariantId: existing.id })
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
    const existingLevels = levels.flatMap((level): LevelOfExisting[] => {
      const existing = byId.get(level.externalVariantId)
      if (!existing) outcomes.refuse(level.id, 'The shop no longer has this variant.')
      return existing ? [{ ...level, existing }] : []
    })
    if (existingLevels.length) await send(shop, location, existingLevels, outcomes)
  })
