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
/** As much as a store may sell of what it does not have. */
const BACKORDERS = 1_000_000

const STANDING = `query Levels($o: ProductVariantListOptions, $take: Int!) {
  productVariants(options: $o) { items { id product { id } stockLevels { stockLocationId stockAllocated } } }
  stockLocations(options: { take: $take, sort: { id: ASC } }) { items { id name } } }`
const UPDATE = `mutation UpdateLevels($input: [UpdateProductVariantInput!]!) {
  updateProductVariants(input: $input) { id } }`

const Standing = Type.Object({
  id: Type.String(),
  product: Type.Object({ id: Type.String() }),
  stockLevels: Type.Array(Type.Object({ stockLocationId: Type.String(), stockAllocated: Type.Integer() })),
})
type Standing = Static<typeof Standing>

/** The stock location that is ours to fill: the one that the channel's configuration names, or the first. */
const findLocation = ({ config }: Shop, data: unknown): string => {
  const { stock_location: wanted } = config
  const locations = requireList(readPath(data, 'stockLocations', 'items'))
  const found = wanted
    ? locations.find((each) => readPath(each, 'id') === wanted || readPath(each, 'name') === wanted)
    : locations[0]
  const id = readText(readPath(found, 'id'))
  if (!id) throw new ConnectorError('INVALID_CONFIG', 'The store has no such stock location.')
  return id
}

/** What is promised to orders already is on hand, too. */
const buildLevel = (location: string, { quantity, backorders }: LevelToPush, { id, stockLevels }: Standing) => {
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

interface Held extends LevelToPush {
  standing: Standing
}

const send = async (shop: Shop, location: string, held: readonly Held[], outcomes: Outcomes): Promise<void> => {
  try {
    await askShop(shop, UPDATE, { input: held.map(({ standing, ...level }) => buildLevel(location, level, standing)) })
    for (const { id, standing } of held)
      outcomes.confirm(id, { externalProductId: standing.product.id, externalVariantId: standing.id })
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    const [only, ...more] = held as [Held]
    if (!more.length) outcomes.refuse(only.id, error.reason)
    else for (const each of held) await send(shop, location, [each], outcomes)
  }
}

export const pushLevels = async (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    if (!levels.length) return
    const ids = levels.map(({ externalVariantId }) => externalVariantId)
    const data = await askShop(shop, STANDING, {
      o: { take: MAX_LEVELS, filter: { id: { in: ids } } },
      take: MAX_LEVELS,
    })
    const location = findLocation(shop, data)
    const items = requireList(readPath(data, 'productVariants', 'items')).filter((item): item is Standing =>
      Check(Standing, item),
    )
    const byId = new Map(items.map((item) => [item.id, item]))
    const held = levels.flatMap((level): Held[] => {
      const standing = byId.get(level.externalVariantId)
      if (!standing) outcomes.refuse(level.id, 'The store no longer has this variant.')
      return standing ? [{ ...level, standing }] : []
    })
    if (held.length) await send(shop, location, held, outcomes)
  })
