import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { ConnectorError, type PushOutcome, type Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import {
  decideOffer,
  type FoundStock,
  isUncounted,
  keepsBackorders,
  type Offer,
  UNCOUNTED,
} from '../stock/decide-offer.ts'
import type { LevelToPush } from '../stock/level-to-push.ts'
import { askShop } from './ask-shop.ts'
import { isVariantId } from './catalog.ts'
import { listUserErrors, sendWithoutRefused } from './user-errors.ts'

const MAX_PIECES = 1_000_000_000

const LOCATIONS = 'query Locations { locations(first: 100) { nodes { id isActive fulfillsOnlineOrders } } }'
const EXISTING = `query Stocked($ids: [ID!]!, $location: ID!) { location(id: $location) { isActive } nodes(ids: $ids) { ... on ProductVariant {
  id inventoryPolicy product { id status } inventoryItem { id tracked inventoryLevel(locationId: $location) { id quantities(names: ["available", "committed"]) { name quantity } } } } } }`
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
  product: Type.Object({ id: Type.String(), status: Type.String() }),
  inventoryItem: Type.Object({
    id: Type.String(),
    tracked: Type.Boolean(),
    inventoryLevel: Type.Union([
      Type.Object({
        id: Type.String(),
        quantities: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Integer() })),
      }),
      Type.Null(),
    ]),
  }),
})
type ExistingVariant = Static<typeof ExistingVariant>

interface LevelOfExisting extends LevelToPush {
  existing: ExistingVariant
  found: FoundStock
  offer: Offer
}

const readStock = ({ inventoryItem: { tracked, inventoryLevel } }: ExistingVariant): FoundStock => {
  const read = (wanted: string) => inventoryLevel?.quantities.find(({ name }) => name === wanted)?.quantity
  const [available, committed] = [read('available'), read('committed')]
  return {
    free: tracked && inventoryLevel ? (available ?? 0) : null,
    ...(committed !== undefined && { promised: committed }),
  }
}

const LOCATION = 'gid://shopify/Location/'

/**
 * Returns the location whose stock is set: the one in the channel's configuration, or the first that fulfills online orders.
 */
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
  existing.inventoryItem.tracked &&
  // The choice of the shop's staff stays until another one is made here.
  (keepsBackorders(level) || existing.inventoryPolicy === toInventoryPolicy(level))

const track = async (shop: Shop, existingLevels: readonly LevelOfExisting[], outcomes: Outcomes) => {
  for (const group of groupItems(existingLevels, ({ existing }) => existing.product.id))
    await sendWithoutRefused(group, outcomes, async (some) => {
      const variants = some.map(({ existing, ...level }) => ({
        id: existing.id,
        ...(!keepsBackorders(level) && { inventoryPolicy: toInventoryPolicy(level) }),
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

/** The quantity as the shop takes it: it rejects negative ones, and its inventory policy handles back-orders. */
const toQuantity = ({ offer }: LevelOfExisting) => Math.max(0, Math.min(MAX_PIECES, offer.offered))

const isRight = (each: LevelOfExisting) => each.found.free !== null && each.found.free === toQuantity(each)

const confirm = (outcomes: Outcomes, each: LevelOfExisting) => {
  const { id, existing, found, offer } = each
  outcomes.confirm(
    id,
    { externalProductId: existing.product.id, externalVariantId: existing.id },
    { found: found.free, offered: toQuantity(each), withheld: offer.withheld },
  )
}

const STALE = 'CHANGE_FROM_QUANTITY_STALE'

/** Sets quantities that are still what was read; returns those that somebody bought meanwhile. */
const setLevels = async (
  shop: Shop,
  location: string,
  levels: readonly LevelOfExisting[],
  outcomes: Outcomes,
): Promise<LevelOfExisting[]> => {
  const stale = new Set<string>()
  const isFresh = ({ id }: LevelOfExisting) => !stale.has(id)
  await sendWithoutRefused(levels, outcomes, async (some) => {
    for (;;) {
      const fresh = some.filter(isFresh)
      if (!fresh.length) return []
      const quantities = fresh.map((each) => ({
        inventoryItemId: each.existing.inventoryItem.id,
        locationId: location,
        quantity: toQuantity(each),
        changeFromQuantity: each.found.free,
      }))
      const input = { name: 'available', reason: 'correction', quantities }
      // One key for all retries of a request; the same quantity at another time is another change.
      const { inventorySetQuantities: set } = await askShop(shop, SET, { variables: { input, key: randomUUID() } })
      const errors = listUserErrors(set)
      const changed = errors.flatMap(({ code, index }) =>
        code === STALE && index !== undefined ? (fresh[index] ?? []) : [],
      )
      if (!changed.length)
        return errors.map(({ index, ...error }) => ({ ...error, index: findIndex(some, fresh, index) }))
      for (const { id } of changed) stale.add(id)
    }
  })
  const isOpen = levels.filter(outcomes.isOpen)
  for (const each of isOpen) if (isFresh(each)) confirm(outcomes, each)
  return isOpen.filter((each) => !isFresh(each))
}

/** Returns where an item of a shorter list is in the list that it was made of. */
const findIndex = <T>(all: readonly T[], some: readonly T[], index: number | undefined) => {
  const item = index === undefined ? undefined : some[index]
  return item === undefined ? undefined : all.indexOf(item)
}

/** Times that the quantities of a push are read, since buyers change them at any time. */
const MAX_READS = 4

const pushOnce = async (
  shop: Shop,
  location: string,
  levels: readonly LevelToPush[],
  outcomes: Outcomes,
): Promise<LevelToPush[]> => {
  const ids = levels.map(({ externalVariantId }) => externalVariantId).filter(isVariantId)
  const data = await askShop(shop, EXISTING, { variables: { ids, location } })
  if (readPath(data, 'location', 'isActive') !== true)
    throw new ConnectorError('INVALID_CONFIG', 'The location does not exist in the shop or is inactive.')
  const existing = requireList(data.nodes).filter((node): node is ExistingVariant => Check(ExistingVariant, node))
  const byId = new Map(existing.map((each) => [each.id, each]))
  const existingLevels = levels.flatMap((level): LevelOfExisting[] => {
    const each = byId.get(level.externalVariantId)
    if (!each) outcomes.miss(level.id)
    if (!each) return []
    if (each.product.status === 'ARCHIVED') outcomes.refuse(level.id, 'The product is archived in the shop.')
    if (isUncounted(level, each.inventoryItem.tracked)) outcomes.refuse(level.id, UNCOUNTED)
    const found = readStock(each)
    return [{ ...level, existing: each, found, offer: decideOffer(level, found) }]
  })
  const open = existingLevels.filter(outcomes.isOpen)
  for (const each of open) if (isTracked(each) && isRight(each)) confirm(outcomes, each)
  await track(
    shop,
    open.filter((each) => !isTracked(each)),
    outcomes,
  )
  for (const each of open)
    if (outcomes.isOpen(each) && !each.existing.inventoryItem.inventoryLevel)
      await activate(shop, location, each, outcomes)
  return await setLevels(shop, location, open.filter(outcomes.isOpen), outcomes)
}

export const pushLevels = async (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    if (!levels.length) return
    const location = await findLocation(shop)
    let remaining: readonly LevelToPush[] = levels
    for (let read = 1; read <= MAX_READS && remaining.length; read++)
      remaining = await pushOnce(shop, location, remaining, outcomes)
    for (const { id } of remaining)
      outcomes.fail(id, new ConnectorError('UPSTREAM_ERROR', 'The quantity changed in the shop each time it was read.'))
  })
