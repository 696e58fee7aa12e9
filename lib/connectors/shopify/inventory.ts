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
const EXISTING = `query Stocked($ids: [ID!]!, $location: ID!) { location(id: $location) { isActive } nodes(ids: $ids) { ... on ProductVariant {
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

const ExistingVariant = Type.Object({
  id: Type.String(),
  inventoryPolicy: Type.String(),
  product: Type.Object({ id: Type.String() }),
  inventoryItem: Type.Object({
    id: Type.String(),
    tracked: Type.Boolean(),
    inventoryLevel: Type.Union([Type.Object({ id: Type.String() }), Type.Null()]),
  }),
})
type ExistingVariant = Static<typeof ExistingVariant>

interface LevelOfExisting extends LevelToPush {
  existing: ExistingVariant
}

const LOCATION = 'gid://shopify/Location/'

/** Returns the location whose stock is set: the one in the channel's configuration, or the first that fulfills online orders. */
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

/** The shop ignores the quantity of a variant that is not tracked. */
const isTracked = ({ existing, ...level }: LevelOfExisting) =>
  existing.inventoryItem.tracked && existing.inventoryPolicy === toInventoryPolicy(level)

const track = async (shop: Shop, existingLevels: readonly LevelOfExisting[], outcomes: Outcomes) => {
  for (const group of groupItems(existingLevels, ({ existing }) => existing.product.id))
    await sendWithoutRefused(group, outcomes, async (some) => {
      const variants = some.map(({ existing, ...level }) => ({
        id: existing.id,
        inventoryPolicy: toInventoryPolicy(level),
        inventoryItem: { tracked: true },
      }))
      const productId = group[0]?.existing.product.id
      const { productVariantsBulkUpdate: updated } = await askShop(shop, POLICIES, {
        variables: { productId, variants },
      })
      return listUserErrors(updated)
    })
}

const activate = async (shop: Shop, location: string, { id, existing }: LevelOfExisting, outcomes: Outcomes) => {
  const variables = { item: existing.inventoryItem.id, location, key: randomUUID() }
  const [error] = listUserErrors((await askShop(shop, ACTIVATE, { variables })).inventoryActivate)
  if (error) outcomes.refuse(id, error.message)
}

const setLevels = async (
  shop: Shop,
  location: string,
  existingLevels: readonly LevelOfExisting[],
  outcomes: Outcomes,
) =>
  sendWithoutRefused(existingLevels, outcomes, async (some) => {
    const quantities = some.map(({ existing, quantity }) => ({
      inventoryItemId: existing.inventoryItem.id,
      locationId: location,
      // The shop rejects negative quantities; the inventory policy handles backorders.
      quantity: Math.max(0, Math.min(MAX_PIECES, Math.floor(quantity))),
      changeFromQuantity: null,
    }))
    const input = { name: 'available', reason: 'correction', quantities }
    // One key for all retries of a request; the same quantity at another time is another change.
    const { inventorySetQuantities: set } = await askShop(shop, SET, { variables: { input, key: randomUUID() } })
    return listUserErrors(set)
  })

export const pushLevels = async (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    if (!levels.length) return
    const location = await findLocation(shop)
    const ids = levels.map(({ externalVariantId }) => externalVariantId).filter(isVariantId)
    const data = await askShop(shop, EXISTING, { variables: { ids, location } })
    if (readPath(data, 'location', 'isActive') !== true)
      throw new ConnectorError('INVALID_CONFIG', 'The location does not exist in the shop or is inactive.')
    const existing = requireList(data.nodes).filter((node): node is ExistingVariant => Check(ExistingVariant, node))
    const byId = new Map(existing.map((each) => [each.id, each]))
    const existingLevels = levels.flatMap((level): LevelOfExisting[] => {
      const found = byId.get(level.externalVariantId)
      if (!found) outcomes.refuse(level.id, 'The shop no longer has this variant.')
      return found ? [{ ...level, existing: found }] : []
    })
    await track(
      shop,
      existingLevels.filter((each) => !isTracked(each)),
      outcomes,
    )
    for (const each of existingLevels)
      if (outcomes.isOpen(each) && !each.existing.inventoryItem.inventoryLevel)
        await activate(shop, location, each, outcomes)
    await setLevels(shop, location, existingLevels.filter(outcomes.isOpen), outcomes)
    for (const { id, existing } of existingLevels)
      outcomes.confirm(id, { externalProductId: existing.product.id, externalVariantId: existing.id })
  })
