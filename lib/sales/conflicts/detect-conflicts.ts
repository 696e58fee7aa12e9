import { isDeepStrictEqual } from 'node:util'
import { findVariants } from '../../catalog/find-variants.ts'
import { type Connector, ConnectorError, type RemoteVariant, type Shop } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { listVariantsInConflict, recordConflicts } from '../../data-exchange/record-conflicts.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { isSameSku } from '../../platform/identifiers/sku.ts'
import { find } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { type ReadOnlyUnit, runInUnit, type Unit } from '../../platform/store/unit.ts'
import { explainStop, isRunEnding } from '../catalog-runs/catalog-run.ts'
import { checkReachable } from '../catalog-runs/request-run.ts'
import { channelUri, type StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel, loadChannel } from '../channels/channel-store.ts'
import { toShopProblem } from '../channels/shop-problem.ts'
import { findBaselines } from '../listings/baseline-store.ts'
import { computeDrift, readSale, resolveListingContent, type StoredListing } from '../listings/listing.ts'
import { findListing, findListings, listings } from '../listings/listing-store.ts'
import { findConflicts, listShopChanges } from '../listings/merge-shown-content.ts'

interface Detection {
  app: Pick<App, 'db' | 'clock'>
  tenant: Id
  channel: StoredChannel
}

/** Variants read from the shop at once. */
const BATCH_SIZE = 50

const isMapped = (listing: StoredListing) => !!listing.externalVariantId && listing.headHash !== null

/** Pointers that a listing keeps of what its shop changed. */
const MAX_SHOP_CHANGES = 20

type Seen = Pick<StoredListing, 'changedInShop' | 'shopState' | 'alsoSoldAs' | 'sale'>

const isOther = ({ changedInShop, shopState, alsoSoldAs, sale }: Seen, seen: Seen) =>
  !isDeepStrictEqual({ changedInShop, shopState, alsoSoldAs, sale }, seen)

/** Finds the conflicts of listings between the current content here and what was read from the shop. */
const compareListings = async (
  db: Table,
  { tenant, channel }: Omit<Detection, 'app'>,
  compared: readonly StoredListing[],
  theirs: ReadonlyMap<string, RemoteVariant>,
) => {
  const [heads, variants] = await Promise.all([
    findBaselines(db, tenant, compared),
    findVariants(
      db,
      tenant,
      compared.map(({ variantId }) => variantId),
    ),
  ])
  return compared.flatMap((listing) => {
    const [baseline, current] = [heads.get(listing.id), variants.get(listing.variantId)]
    if (!baseline || !current) return []
    const mine = resolveListingContent(channel, current.product, current.variant, listing.overrides)
    const shown = theirs.get(listing.externalVariantId ?? '')
    const found = findConflicts(baseline.content, mine, shown)
    const changedInShop = shown ? listShopChanges(baseline.content, mine, shown).slice(0, MAX_SHOP_CHANGES) : []
    const shopState = shown ? (shown.state ?? null) : ('missing' as const)
    const alsoSoldAs = listing.alsoSoldAs.filter(({ externalVariantId }) =>
      isSameSku(theirs.get(externalVariantId)?.sku ?? null, current.variant.sku),
    )
    const sale = shown ? readSale(shown) : null
    return [{ listing, found, seen: { changedInShop, shopState, alsoSoldAs, sale } }]
  })
}

/** Fields of a listing that a sync changes. */
const SYNCED = ['headHash', 'contentVersion', 'externalVariantId'] as const

/** Records the conflicts of a listing, unless it was synced meanwhile or the channel was disconnected. */
const recordListing = async (
  { app: { db, clock }, tenant, channel }: Detection,
  seen: StoredListing,
  theirs: ReadonlyMap<string, RemoteVariant>,
): Promise<void> => {
  for (let isDone = false; !isDone; )
    isDone = await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) => {
      const [listing, current] = await Promise.all([
        find(db, listings, tenant, seen.id),
        findChannel(db, tenant, channel.id),
      ])
      if (current?.status === 'disconnected' || !current) return true
      if (!listing || SYNCED.some((field) => listing[field] !== seen[field])) return true
      const [compared] = await compareListings(db, { tenant, channel }, [listing], theirs)
      if (!compared) return true
      const target = channelUri(channel.id)
      const isWhole = await recordConflicts(db, unit, target, listing.variantId, compared.found)
      const isConflicted = !isWhole || compared.found.length > 0
      // Updates it even if it stays conflicted, so that a concurrent sync of the listing fails and runs again.
      const changes = { isConflicted, ...compared.seen, driftState: computeDrift({ ...listing, ...compared.seen }) }
      if (unit.size || isConflicted !== listing.isConflicted || isOther(listing, compared.seen))
        unit.update(listings, listing, changes)
      // Fails if the channel is disconnected at the same moment, since closing its conflicts would miss these.
      if (unit.size && compared.found.length) unit.require(channels, current)
      return isWhole
    })
}

/** Checks a batch of synced listings; returns the cursor of the next one, or null after the last. */
const detectChunk = async (
  detection: Detection,
  { find: read }: NonNullable<Connector['catalog']>,
  shop: Shop,
  after: string | null,
): Promise<string | null> => {
  const { app, tenant, channel } = detection
  const by = { shownIn: channel.id }
  const { items, cursors } = await scanOldestFirst(app.db, listings, tenant, { by, after, limit: BATCH_SIZE })
  const mapped = items.filter(isMapped)
  const wanted = mapped.map(({ externalProductId, externalVariantId }) => ({
    externalProductId: externalProductId ?? '',
    externalVariantId: externalVariantId ?? '',
  }))
  const all = [...wanted, ...mapped.flatMap(({ alsoSoldAs }) => alsoSoldAs)]
  const theirs = new Map<string, RemoteVariant>()
  for (let start = 0; start < all.length; start += BATCH_SIZE)
    for (const each of await read(shop, all.slice(start, start + BATCH_SIZE))) theirs.set(each.externalVariantId, each)
  for (const { listing, found, seen } of await compareListings(app.db, detection, mapped, theirs))
    if (found.length || listing.isConflicted || isOther(listing, seen)) await recordListing(detection, listing, theirs)
  return cursors.length < BATCH_SIZE ? null : (cursors.at(-1) ?? null)
}

const MAX_OBSOLETE = 1000

/** Closes conflicts of variants that the channel no longer shows. */
const closeObsolete = async ({ app: { db, clock }, tenant, channel }: Detection): Promise<void> => {
  const target = channelUri(channel.id)
  const ids = await listVariantsInConflict(db, tenant, target, MAX_OBSOLETE)
  const current = await findListings(db, tenant, channel.id, ids)
  for (const variantId of ids.filter((id) => !current.get(id)?.shownIn))
    for (let isDone = false; !isDone; )
      isDone = await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) => {
        const listing = await findListing(db, tenant, channel.id, variantId)
        if (listing?.shownIn) return true
        const isWhole = await recordConflicts(db, unit, target, variantId, [])
        if (listing) unit.update(listings, listing, { isConflicted: !isWhole })
        return isWhole
      })
}

const detectFrom = async (app: App, tenant: Id, channel: StoredChannel, cursor: string | null, budgetMs: number) => {
  const { catalog } = getConnector(channel.type)
  if (!catalog) return null
  const until = app.clock().getTime() + budgetMs
  const shop = await openShop(app, tenant, channel)
  let after = cursor
  do after = await detectChunk({ app, tenant, channel }, catalog, shop, after)
  while (after !== null && app.clock().getTime() < until)
  if (after === null) await closeObsolete({ app, tenant, channel })
  return after
}

const scheduleContinuation = (unit: Unit, remaining: Omit<TaskData['sales.conflicts.detect'], 'tenant'>): void =>
  unit.schedule('sales.conflicts.detect', { tenant: unit.tenant, ...remaining })

const REQUEST_BUDGET_MS = 8000
const TASK_BUDGET_MS = 10_000

interface Detected {
  channel: StoredChannel
  /** Cursor of the listings that remain; null once all of them were checked. */
  place: string | null
}

/**
 * Finds the fields that changed on both sides since the last sync. Work that exceeds the time of the request continues in a
 * task; shops whose catalog cannot be read are skipped.
 */
export const detectConflicts = async (app: App, unit: ReadOnlyUnit, channelId: string): Promise<Detected> => {
  const channel = await loadChannel(unit, channelId)
  checkReachable(channel)
  try {
    return { channel, place: await detectFrom(app, unit.tenant, channel, null, REQUEST_BUDGET_MS) }
  } catch (error) {
    throw toShopProblem(error)
  }
}

/** Schedules a task that checks the listings that remain after the request. */
export const scheduleDetection = (unit: Unit, { channel, place }: Detected): void => {
  if (place !== null) scheduleContinuation(unit, { channelId: channel.id, place, askedAt: unit.now.toISOString() })
}

const MAX_DURATION_MS = 24 * 3600_000

/**
 * Continues the detection of a request and can be run again. Temporary failures are retried for a day; a channel that was
 * paused, blocked or disconnected meanwhile ends it.
 */
export const continueDetection = async (
  app: App,
  { tenant, channelId, place, askedAt }: TaskData['sales.conflicts.detect'],
  now: Date,
): Promise<void> => {
  const channel = await findChannel(app.db, tenant, channelId)
  if (!channel || explainStop(channel, false) || now.getTime() - Date.parse(askedAt) > MAX_DURATION_MS) return
  try {
    const next = await detectFrom(app, tenant, channel, place, TASK_BUDGET_MS)
    if (next === null) return
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) =>
      scheduleContinuation(unit, { channelId, place: next, askedAt }),
    )
  } catch (error) {
    if (!(error instanceof ConnectorError) || !isRunEnding(error)) throw error
  }
}
