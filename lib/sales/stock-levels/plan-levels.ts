import { findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import type { LevelToPush } from '../../connectors/stock/level-to-push.ts'
import { NO_PIECES } from '../../inventory/order-pieces/order-pieces.ts'
import { type AvailableToPromise, readAvailableToPromise } from '../../inventory/read-available-to-promise.ts'
import { STOCK_SETTINGS } from '../../inventory/stock-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { getSettings, isSettingChosen } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { listChannelsOfShop } from '../channels/channel-store.ts'
import type { StoredListing } from '../listings/listing.ts'
import { findListings } from '../listings/listing-store.ts'
import { expectStock, isSameChoice } from './expect-stock.ts'
import { isKnownUntil } from './is-known-until.ts'
import { findLevels, type Level, type LevelPlace } from './level-store.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Variants of a channel to read the quantities of. */
interface LevelRequest {
  tenant: Id
  channel: StoredChannel
  ids: readonly Id[]
}

/** A level to send, before the shop says what it has. */
export type WantedLevel = Pick<Level, 'available' | 'sold' | 'backorders' | 'keepsChoice' | 'readAt'>

/** Builds the level to send, under the backorder policy of the channel or the tenant. */
const buildLevel = (
  { available, ofChannels }: Pick<AvailableToPromise, 'available' | 'ofChannels'>,
  { backorders, keepsChoice }: Pick<Level, 'backorders' | 'keepsChoice'>,
  readAt: Date,
): WantedLevel => ({
  available: backorders === 'deny' ? Math.max(0, available) : available,
  sold: ofChannels.sold,
  backorders,
  keepsChoice,
  readAt: readAt.toISOString(),
})

const isPolicy = (text: string | undefined): text is Level['backorders'] => text === 'deny' || text === 'allow'

const readLevels = async (
  { db, clock }: Using,
  { tenant, channel }: LevelRequest,
  variants: Iterable<VariantOfProduct>,
  ofShop: readonly StoredChannel[],
) => {
  const readAt = clock()
  const [settings, isChosen] = await Promise.all([
    getSettings({ db }, tenant, [STOCK_SETTINGS.backorderPolicy, STOCK_SETTINGS.safetyStock]),
    isSettingChosen({ db }, tenant, STOCK_SETTINGS.backorderPolicy),
  ])
  const own = channel.connectorConfig.backorder_policy
  const choice = {
    backorders: isPolicy(own) ? own : settings['warehousing.backorderPolicy'],
    keepsChoice: !isPolicy(own) && !isChosen,
  }
  const policy = { safetyStock: settings['warehousing.safetyStock'], channelIds: ofShop.map(({ id }) => id) }
  const wanted = [...variants].map(({ variant: { id, sku } }) => ({ id, sku }))
  const stock = await readAvailableToPromise(db, tenant, wanted, policy)
  const getLevel = (id: Id, confirmed: Level | undefined): WantedLevel | undefined => {
    // Without a stock item the shop keeps its own quantity, unless it has one that was published to it.
    const gone = confirmed?.available ? { available: 0, ofChannels: { ...NO_PIECES, sold: confirmed.sold } } : undefined
    const read = stock.get(id) ?? gone
    return read && buildLevel(read, choice, readAt)
  }
  return { stock, readAt, getLevel }
}

const isSame = (a: Level | undefined, b: WantedLevel) => a?.available === b.available && isSameChoice(a, b)

interface Known {
  variantId: Id
  sku: string | null
  externalId: string | null
  /** The level that the shop confirmed last. */
  confirmed: Level | undefined
}

interface Planned {
  listing: StoredListing
  externalId: string
  place: LevelPlace
  level: WantedLevel
  /** Pieces that are promised to orders and not reserved, which are not free. */
  unreserved: number
}

/**
 * Plan of a variant's stock level. `gone`: the channel does not show the variant, or the shop does not have it; `withdrawn`:
 * the channel does not show it any more, and the shop still sells what was published to it.
 */
export type PlannedLevel = Known &
  (
    | { is: 'gone'; hasLeft: boolean }
    | { is: 'untracked' }
    | ({ is: 'unchanged' } & Planned)
    | ({ is: 'pending' } & Planned)
    | ({ is: 'withdrawn' } & Planned)
  )

const SOLD_OUT = { available: 0, backorders: 'deny', keepsChoice: false } as const

/** Tells whether a shop may sell a variant by the level that it was told last. */
const sellsBy = (confirmed: Level | undefined): confirmed is Level =>
  confirmed !== undefined && (confirmed.available !== SOLD_OUT.available || !isSameChoice(confirmed, SOLD_OUT))

/** Returns the variants that other channels of the shop show, which go on filling the same place. */
const findShownElsewhere = async (
  db: Table,
  tenant: Id,
  channel: StoredChannel,
  ofShop: readonly StoredChannel[],
  left: readonly StoredListing[],
): Promise<ReadonlySet<Id>> => {
  if (!left.length) return new Set()
  const ids = left.map(({ variantId }) => variantId)
  const isOfPlace = (other: StoredChannel) =>
    other.id !== channel.id &&
    other.status !== 'disconnected' &&
    findPlace(other, '').location === findPlace(channel, '').location
  const found = await Promise.all(ofShop.filter(isOfPlace).map(({ id }) => findListings(db, tenant, id, ids)))
  return new Set(
    found.flatMap((known) => [...known.values()].flatMap((each) => (each.shownIn ? [each.variantId] : []))),
  )
}

/** Returns the place of a shop that a channel fills. */
const findPlace = ({ shopId, connectorConfig }: StoredChannel, externalVariantId: string): LevelPlace => ({
  shopId,
  location: connectorConfig.stock_location ?? connectorConfig.location_id ?? '',
  externalVariantId,
})

/** The stock levels of variants and how to send them. */
export interface LevelPlan {
  /** In the order of `ids`. */
  planned: PlannedLevel[]
  /** Returns what tells the connector which sales of the shop are known here. */
  expect(level: PlannedLevel & Planned): Promise<Pick<LevelToPush, 'before' | 'known'>>
}

const NO_STOCK = { reserved: 0, ofChannels: NO_PIECES }

/** Compares the available quantities with those that the shop confirmed. */
export const planLevels = async (app: Using, request: LevelRequest): Promise<LevelPlan> => {
  const { db } = app
  const { tenant, channel, ids } = request
  const [found, known, ofShop] = await Promise.all([
    findVariants(db, tenant, ids),
    findListings(db, tenant, channel.id, ids),
    listChannelsOfShop(db, tenant, channel),
  ])
  const places = [...known.values()].flatMap(({ externalVariantId }) =>
    externalVariantId === null ? [] : [findPlace(channel, externalVariantId)],
  )
  const left = [...known.values()].filter(({ leftFrom, externalVariantId }) => leftFrom && externalVariantId)
  const keeps = channel.connectorConfig.stock_after_removal === 'keep'
  const [{ stock, readAt, getLevel }, levels, shownElsewhere] = await Promise.all([
    readLevels(app, request, found.values(), ofShop),
    findLevels(db, tenant, places),
    findShownElsewhere(db, tenant, channel, ofShop, keeps ? [] : left),
  ])
  const planned = ids.map((variantId): PlannedLevel => {
    const [stored, listing] = [found.get(variantId), known.get(variantId)]
    const { externalVariantId = null } = listing ?? {}
    const confirmed = externalVariantId === null ? undefined : levels.get(externalVariantId)
    const common = { variantId, sku: stored?.variant.sku ?? null, externalId: externalVariantId, confirmed }
    const hasLeft = !!listing?.leftFrom && externalVariantId !== null
    if (hasLeft && !keeps && sellsBy(confirmed) && !shownElsewhere.has(variantId)) {
      const place = findPlace(channel, externalVariantId)
      const { sold } = stock.get(variantId)?.ofChannels ?? confirmed
      const level = { ...SOLD_OUT, sold, readAt: readAt.toISOString() }
      return { ...common, is: 'withdrawn', listing, externalId: externalVariantId, place, level, unreserved: 0 }
    }
    if (!stored || !listing?.shownIn || externalVariantId === null) return { ...common, is: 'gone', hasLeft }
    const level = getLevel(variantId, confirmed)
    if (!level) return { ...common, is: 'untracked' }
    const is = isSame(confirmed, level) ? 'unchanged' : 'pending'
    const place = findPlace(channel, externalVariantId)
    const { unreserved = 0 } = stock.get(variantId) ?? {}
    return { ...common, is, listing, externalId: externalVariantId, place, level, unreserved }
  })
  return {
    planned,
    expect({ variantId, confirmed, level }) {
      const { reserved, ofChannels } = stock.get(variantId) ?? NO_STOCK
      const known = { reserved, ofChannels: { ...ofChannels, sold: level.sold } }
      return expectStock(confirmed, level, known, (at) => isKnownUntil(db, tenant, ofShop, at))
    },
  }
}
