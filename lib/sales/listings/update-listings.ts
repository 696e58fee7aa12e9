import { hasCurrentHashVersion, hashContent } from '../../catalog/content.ts'
import { filterByAssortment, findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import { noteStockChange } from '../../inventory/stock-changes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import { findBaselines, type StoredBaseline } from './baseline-store.ts'
import { computeDrift, isShown, NEW_LISTING, resolveListingContent, type StoredListing } from './listing.ts'
import { createListing, findListings, listings } from './listing-store.ts'

/** Variants whose listings are updated together. */
export const MAX_UPDATE_SIZE = 50

/** A channel and variants as they are now stored. */
interface Current {
  channel: StoredChannel
  variants: ReadonlyMap<Id, VariantOfProduct>
  isInAssortment: (variantId: Id) => boolean
  listings: ReadonlyMap<Id, StoredListing>
  /** Baselines whose hash has an older version. */
  heads: ReadonlyMap<Id, StoredBaseline>
}

const readCurrent = async (
  db: Table,
  tenant: Id,
  channel: StoredChannel,
  ids: readonly Id[],
  existing: Current['listings'],
): Promise<Current> => {
  const assortmentId = channel.pushAssortmentId
  const outdated = [...existing.values()].filter(({ headHash }) => headHash && !hasCurrentHashVersion(headHash))
  const [variants, members, heads] = await Promise.all([
    findVariants(db, tenant, ids),
    assortmentId ? filterByAssortment(db, tenant, assortmentId, ids) : undefined,
    findBaselines(db, tenant, outdated),
  ])
  return { channel, variants, isInAssortment: (id) => members?.has(id) ?? true, listings: existing, heads }
}

/** Returns the changes that the listing of a variant needs; undefined if it needs no listing. */
const deriveListing = (
  { channel, variants, isInAssortment }: Current,
  variantId: Id,
  before: StoredListing | undefined,
) => {
  const found = variants.get(variantId)
  const shown = !!found && isShown(channel, found.product, isInAssortment(variantId))
  const leftFrom = shown ? null : (before?.shownIn ?? before?.leftFrom ?? null)
  if (!found || (!shown && !before)) return before && { shownIn: null, leftFrom, currentHash: before.currentHash }
  const currentHash = hashContent(resolveListingContent(channel, found.product, found.variant, before?.overrides))
  return { shownIn: shown ? channel.id : null, leftFrom, currentHash }
}

const isUpToDate = (
  before: StoredListing,
  {
    shownIn,
    leftFrom,
    currentHash,
    driftState,
  }: Pick<StoredListing, 'shownIn' | 'leftFrom' | 'currentHash' | 'driftState'>,
) =>
  before.shownIn === shownIn &&
  before.leftFrom === leftFrom &&
  before.currentHash === currentHash &&
  before.driftState === driftState

const updateListing = (unit: Unit, current: Current, variantId: Id): void => {
  const before = current.listings.get(variantId)
  const next = deriveListing(current, variantId, before)
  if (!next) return
  if (!before) {
    createListing(unit, { ...NEW_LISTING, ...next, channelId: current.channel.id, variantId })
    return
  }
  const driftState = computeDrift({ ...before, ...next }, current.heads.get(before.id)?.content)
  const changes = { ...next, driftState }
  if (isUpToDate(before, changes)) return
  unit.update(listings, before, changes)
  // The shop stops selling what the channel no longer shows, and gets the quantity of what it shows again.
  if (before.externalVariantId && before.shownIn !== changes.shownIn) noteStockChange(unit, variantId)
}

/** Updates as many of the listings as fit the unit, beginning with the first, and returns the number of variants done. */
const updateNextListings = async (db: Table, unit: Unit, channelId: Id, ids: readonly Id[]): Promise<number> => {
  const { tenant } = unit
  const [channel, existing] = await Promise.all([
    findChannel(db, tenant, channelId),
    findListings(db, tenant, channelId, ids),
  ])
  if (!channel) {
    // Nothing was ever pushed to a channel that could be deleted.
    for (const listing of existing.values()) if (!unit.attempt(() => unit.remove(listings, listing))) return 0
    return ids.length
  }
  const current = await readCurrent(db, tenant, channel, ids, existing)
  let done = 0
  for (const variantId of ids) {
    if (!unit.attempt(() => updateListing(unit, current, variantId), 1)) break
    done++
  }
  // The listings are right for the channel as it was read; no listing is left behind if it is deleted meanwhile.
  if (unit.size) unit.require(channels, channel)
  return done
}

/** Brings the channel's listings of these variants up to date. */
export const updateListings = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  channelId: Id,
  variantIds: readonly Id[],
): Promise<void> => {
  for (let remaining = [...new Set(variantIds)]; remaining.length; ) {
    const done = await runInUnit(db, { tenant, actor: null, now: clock() }, (unit) =>
      updateNextListings(db, unit, channelId, remaining.slice(0, MAX_UPDATE_SIZE)),
    )
    remaining = remaining.slice(done)
  }
}
