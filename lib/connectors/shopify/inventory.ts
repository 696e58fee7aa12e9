import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { ConnectorError, type LevelToPush, type PushOutcome, type Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { isVariantId } from './catalog.ts'
import { listUserErrors, sendWithoutRefused } from './user-errors.ts'

const MAX_PIECES = 1_000_000_000

const LOCATIONS = 'query Locations { locations(first: 100) { nodes { id isActive fulfillsOnlineOrders } } }'
const STANDING = `query Stocked($ids: [ID!]!, $location: ID!) { location(id: $location) { isActive } nodes(ids: $ids) { ... on ProductVariant {
  id inventoryPolicy product { id } inventoryItem { id tracked inventoryLevel(locationId: $location) { id } } } } }`
const POLICIES = `mutation Policies($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
    productVariants { id } userErrors { code field message } } }`
const ACTIVATE = `mutation Activate($item: ID!, $location: ID!, $key: String!) {
  inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: $key) {
    inventoryLevel { id } userErrors { field message } } }`
const SET = `mutation Stock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id } userErrors { code field message } } }`

const Standing = Type.Object({
  id: Type.String(),
  inventoryPolicy: Type.String(),
  product: Type.Object({ id: Type.String() }),
  inventoryItem: Type.Object({
    id: Type.String(),
    tracked: Type.Boolean(),
    inventoryLevel: Type.Union([Type.Object({ id: Type.String() }), Type.Null()]),
  }),
})
type Standing = Static<typeof Standing>

interface Held extends LevelToPush {
  standing: Standing
}

const LOCATION = 'gid://shopify/Location/'

/** The location that is ours to fill: the one that the channel's configuration names, or the first that ships what is sold online. */
const findLocation = async (shop: Shop): Promise<string> => {
  const { location_id: wanted } = shop.config
  if (wanted) return wanted.startsWith(LOCATION) ? wanted : `${LOCATION}${wanted}`
  const nodes = requireList(readPath(await askShop(shop, LOCATIONS), 'locations', 'nodes'))
  const active = nodes.filter((each) => readPath(each, 'isActive') === true)
  const id = readText(
    readPath(active.find((each) => readPath(each, 'fulfillsOnlineOrders') === true) ?? active[0], 'id'),
  )
  if (!id) throw new ConnectorError('INVALID_CONFIG', 'The shop has no active location.')
  return id
}

const toInventoryPolicy = ({ backorders }: LevelToPush) => (backorders === 'allow' ? 'CONTINUE' : 'DENY')

/** Quantities mean nothing to the shop where they are not tracked. */
const isTracked = ({ standing, ...level }: Held) =>
  standing.inventoryItem.tracked && standing.inventoryPolicy === toInventoryPolicy(level)

const track = async (shop: Shop, held: readonly Held[], outcomes: Outcomes) => {
  for (const group of groupItems(held, ({ standing }) => standing.product.id))
    await sendWithoutRefused(group, outcomes, async (some) => {
      const variants = some.map(({ standing, ...level }) => ({
        id: standing.id,
        inventoryPolicy: toInventoryPolicy(level),
        inventoryItem: { tracked: true },
      }))
      const productId = group[0]?.standing.product.id
      const { productVariantsBulkUpdate: updated } = await askShop(shop, POLICIES, {
        variables: { productId, variants },
      })
      return listUserErrors(updated)
    })
}

const activate = async (shop: Shop, location: string, { id, standing }: Held, outcomes: Outcomes) => {
  const variables = { item: standing.inventoryItem.id, location, key: randomUUID() }
  const [error] = listUserErrors((await askShop(shop, ACTIVATE, { variables })).inventoryActivate)
  if (error) outcomes.refuse(id, error.message)
}

const setLevels = async (shop: Shop, location: string, held: readonly Held[], outcomes: Outcomes) =>
  sendWithoutRefused(held, outcomes, async (some) => {
    const quantities = some.map(({ standing, quantity }) => ({
      inventoryItemId: standing.inventoryItem.id,
      locationId: location,
      // What is sold beyond what is there is the policy's matter; a shop cannot be told of less than nothing.
      quantity: Math.max(0, Math.min(MAX_PIECES, Math.floor(quantity))),
      changeFromQuantity: null,
    }))
    const input = { name: 'available', reason: 'correction', quantities }
    // The tries of one request are one change; the same quantity at another time is another.
    const { inventorySetQuantities: set } = await askShop(shop, SET, { variables: { input, key: randomUUID() } })
    return listUserErrors(set)
  })

export const pushLevels = async (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    if (!levels.length) return
    const location = await findLocation(shop)
    const ids = levels.map(({ externalVariantId }) => externalVariantId).filter(isVariantId)
    const data = await askShop(shop, STANDING, { variables: { ids, location } })
    if (readPath(data, 'location', 'isActive') !== true)
      throw new ConnectorError('INVALID_CONFIG', 'The shop has no such location, or no longer uses it.')
    const standing = requireList(data.nodes).filter((node): node is Standing => Check(Standing, node))
    const byId = new Map(standing.map((each) => [each.id, each]))
    const held = levels.flatMap((level): Held[] => {
      const there = byId.get(level.externalVariantId)
      if (!there) outcomes.refuse(level.id, 'The store no longer has this variant.')
      return there ? [{ ...level, standing: there }] : []
    })
    await track(
      shop,
      held.filter((each) => !isTracked(each)),
      outcomes,
    )
    for (const each of held)
      if (outcomes.isOpen(each) && !each.standing.inventoryItem.inventoryLevel)
        await activate(shop, location, each, outcomes)
    await setLevels(shop, location, held.filter(outcomes.isOpen), outcomes)
    for (const { id, standing } of held)
      outcomes.confirm(id, { externalProductId: standing.product.id, externalVariantId: standing.id })
  })
