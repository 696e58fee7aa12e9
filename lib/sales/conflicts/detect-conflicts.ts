import { findVariants } from '../../catalog/find-variants.ts'
import { type Connector, ConnectorError, type RemoteVariant, type Store } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { listVariantsInConflict, recordConflicts } from '../../data-exchange/record-conflicts.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/task.ts'
import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { isRunEnding } from '../catalog-runs/catalog-run.ts'
import { channelUri, checkConnected, type StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel, loadChannel } from '../channels/channel-store.ts'
import { storeProblem } from '../channels/store-problem.ts'
import { resolveListingContent, type StoredListing } from '../listings/listing.ts'
import { findHeads, findListing, findListings, listings } from '../listings/listing-store.ts'
import { findConflicts } from '../listings/remote-content.ts'

interface Detecting {
  app: Pick<App, 'db' | 'clock'>
  tenant: Id
  channel: StoredChannel
}

/** What a connector is asked for at once. */
const AT_ONCE = 50

const isMapped = (listing: StoredListing) => !!listing.externalVariantId && listing.headHash !== null

/** What both sides changed of listings since the last exchange, as things are here now. */
const compareListings = async (
  db: Table,
  { tenant, channel }: Omit<Detecting, 'app'>,
  seen: readonly StoredListing[],
  theirs: ReadonlyMap<string, RemoteVariant>,
) => {
  const ids = seen.map(({ id }) => id)
  const [heads, variants] = await Promise.all([
    findHeads(db, tenant, ids),
    findVariants(
      db,
      tenant,
      seen.map(({ variantId }) => variantId),
    ),
  ])
  return seen.flatMap((listing) => {
    const [head, of] = [heads.get(listing.id), variants.get(listing.variantId)]
    if (!head || !of) return []
    const mine = resolveListingContent(channel, of.product, of.variant, listing.overrides)
    return [{ listing, found: findConflicts(head.content, mine, theirs.get(listing.externalVariantId ?? '')) }]
  })
}

/** Brings the ledger to what was seen of a listing, unless there was an exchange since or the channel was disconnected. */
const record = async (
  { app: { db, clock }, tenant, channel }: Detecting,
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
      if (!listing || listing.headHash !== seen.headHash || listing.contentVersion !== seen.contentVersion) return true
      const [now] = await compareListings(db, { tenant, channel }, [listing], theirs)
      if (!now) return true
      const target = channelUri(channel.id)
      const isWhole = await recordConflicts(db, unit, target, listing.variantId, now.found)
      const isConflicted = !isWhole || now.found.length > 0
      // Also where it stays conflicted, so that whoever exchanges the listing meanwhile meets this.
      if (unit.size || isConflicted !== !!listing.isConflicted) unit.update(listings, listing, { isConflicted })
      // A disconnect at the same moment closes what is open, and would miss this.
      if (unit.size && now.found.length) unit.require(channels, current)
      return isWhole
    })
}

/** Looks at some of the listings that were exchanged; where to go on, null where all have been looked at. */
const detectPart = async (
  detecting: Detecting,
  { find: read }: NonNullable<Connector['catalog']>,
  store: Store,
  after: string | null,
): Promise<string | null> => {
  const { app, tenant, channel } = detecting
  const by = { shownIn: channel.id }
  const { items, places } = await scanOldestFirst(app.db, listings, tenant, { by, after, limit: AT_ONCE })
  const mapped = items.filter(isMapped)
  const wanted = mapped.map(({ externalProductId, externalVariantId }) => ({
    externalProductId: externalProductId ?? '',
    externalVariantId: externalVariantId ?? '',
  }))
  const there = wanted.length ? await read(store, wanted) : []
  const theirs = new Map(there.map((each) => [each.externalVariantId, each]))
  for (const { listing, found } of await compareListings(app.db, detecting, mapped, theirs))
    if (found.length || listing.isConflicted) await record(detecting, listing, theirs)
  return places.length < AT_ONCE ? null : (places.at(-1) ?? null)
}

const MAX_MOOT = 1000

/** What the channel is no longer to show is in conflict no more. */
const closeMoot = async ({ app: { db, clock }, tenant, channel }: Detecting): Promise<void> => {
  const target = channelUri(channel.id)
  const ids = await listVariantsInConflict(db, tenant, target, MAX_MOOT)
  const standing = await findListings(db, tenant, channel.id, ids)
  for (const variantId of ids.filter((id) => !standing.get(id)?.shownIn))
    for (let isDone = false; !isDone; )
      isDone = await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) => {
        const listing = await findListing(db, tenant, channel.id, variantId)
        if (listing?.shownIn) return true
        const isWhole = await recordConflicts(db, unit, target, variantId, [])
        if (listing) unit.update(listings, listing, { isConflicted: !isWhole })
        return isWhole
      })
}

const detectFrom = async (app: App, tenant: Id, channel: StoredChannel, place: string | null, enoughMs: number) => {
  const { catalog } = getConnector(channel.type)
  if (!catalog) return null
  const until = app.clock().getTime() + enoughMs
  const store = await openShop(app, tenant, channel)
  let after = place
  do after = await detectPart({ app, tenant, channel }, catalog, store, after)
  while (after !== null && app.clock().getTime() < until)
  if (after === null) await closeMoot({ app, tenant, channel })
  return after
}

const scheduleRest = (unit: Unit, left: Omit<TaskData['sales.conflicts.detect'], 'tenant'>): void =>
  unit.schedule('sales.conflicts.detect', { tenant: unit.tenant, ...left })

const ENOUGH_OF_A_REQUEST_MS = 8000
const ENOUGH_OF_A_TASK_MS = 10_000

/**
 * Finds which fields changed on both sides since the last exchange. What takes longer than a request goes on behind it; a
 * store that cannot be read back is left as it is.
 */
export const detectAll = async (app: App, unit: Unit, channelId: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  checkConnected(channel)
  try {
    const place = await detectFrom(app, unit.tenant, channel, null, ENOUGH_OF_A_REQUEST_MS)
    if (place !== null) scheduleRest(unit, { channelId: channel.id, place, askedAt: unit.now.toISOString() })
    return channel
  } catch (error) {
    throw storeProblem(error)
  }
}

const MAX_DURATION_MS = 24 * 3600_000

/** What a request left to be detected; may be run again. What fails for now is tried again for a day, as any task is. */
export const detectMore = async (
  app: App,
  { tenant, channelId, place, askedAt }: TaskData['sales.conflicts.detect'],
  now: Date,
): Promise<void> => {
  const channel = await findChannel(app.db, tenant, channelId)
  if (channel?.status !== 'active' || now.getTime() - Date.parse(askedAt) > MAX_DURATION_MS) return
  try {
    const next = await detectFrom(app, tenant, channel, place, ENOUGH_OF_A_TASK_MS)
    if (next === null) return
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) =>
      scheduleRest(unit, { channelId, place: next, askedAt }),
    )
  } catch (error) {
    if (!(error instanceof ConnectorError) || !isRunEnding(error)) throw error
  }
}
