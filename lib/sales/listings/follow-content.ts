import { hashContent, isOfThisForm } from '../../catalog/content.ts'
import { type ContentChange, changeFollowedUpTo, listChanges, removeChanges } from '../../catalog/content-changes.ts'
import { filterByAssortment, findVariants, listVariantIds, type VariantOfProduct } from '../../catalog/find-variants.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { newIdInShardWith } from '../../platform/store/entities/sharded-id.ts'
import { MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { channels, findChannel, listEveryChannel } from '../channels/channel-store.ts'
import { computeDrift, isShown, resolveListingContent, type StoredListing, UNHEARD_OF } from './listing.ts'
import { findHeads, findListings, listings, listShown } from './listing-store.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Variants that are looked at together. */
const AT_ONCE = 50
/** As many actions as one listing can need. */
const MAX_ACTIONS_PER_LISTING = 14

interface Seen {
  channel: StoredChannel
  variants: ReadonlyMap<Id, VariantOfProduct>
  isIn: (variantId: Id) => boolean
}

/** What a listing has to be, from what is there now; undefined where none is needed. */
const deriveListing = ({ channel, variants, isIn }: Seen, variantId: Id, before: StoredListing | undefined) => {
  const found = variants.get(variantId)
  const shown = !!found && isShown(channel, isIn(variantId))
  if (!found || (!shown && !before)) return before && { shownIn: null }
  const currentHash = hashContent(resolveListingContent(channel, found.product, found.variant, before?.overrides))
  return { shownIn: shown ? channel.id : null, currentHash }
}

const isAsWanted = (before: StoredListing, changes: Partial<StoredListing>) =>
  Object.entries(changes).every(([name, value]) => before[name as keyof StoredListing] === value)

/** Brings a channel's listings of these variants up to date; says how many of them were looked at. */
const followSome = async (db: Table, unit: Unit, channelId: Id, ids: readonly Id[]): Promise<number> => {
  const { tenant } = unit
  const [channel, variants, standing] = await Promise.all([
    findChannel(db, tenant, channelId),
    findVariants(db, tenant, ids),
    findListings(db, tenant, channelId, ids),
  ])
  if (!channel) {
    // It was deleted, so nothing was ever pushed to it.
    const gone = [...standing.values()].slice(0, MAX_ACTIONS / MAX_ACTIONS_PER_LISTING)
    for (const listing of gone) unit.remove(listings, listing)
    return gone.length < standing.size ? 0 : ids.length
  }
  const assortment = channel.pushAssortmentId
  const held = assortment ? await filterByAssortment(db, tenant, assortment, ids) : undefined
  const seen: Seen = { channel, variants, isIn: (id) => held?.has(id) ?? true }
  const older = [...standing.values()].filter(({ headHash }) => headHash && !isOfThisForm(headHash))
  const heads = await findHeads(
    db,
    tenant,
    older.map(({ id }) => id),
  )
  // What is written holds for the channel as it is; nothing is left behind of one that is deleted meanwhile.
  const end = (done: number) => {
    if (unit.size) unit.require(channels, channel)
    return done
  }
  let first: Id | undefined
  for (const [place, variantId] of ids.entries()) {
    if (unit.size + MAX_ACTIONS_PER_LISTING >= MAX_ACTIONS) return end(place)
    const before = standing.get(variantId)
    const next = deriveListing(seen, variantId, before)
    if (!next) continue
    if (before) {
      const currentHash = next.currentHash ?? before.currentHash
      const driftState = computeDrift(currentHash, before.headHash, heads.get(before.id)?.content)
      const changes = { ...next, driftState }
      if (!isAsWanted(before, changes)) unit.update(listings, before, changes)
      continue
    }
    first ??= unit.newId()
    unit.create(
      listings,
      {
        ...UNHEARD_OF,
        id: newIdInShardWith(first, unit.now),
        channelId,
        variantId,
        shownIn: next.shownIn,
        currentHash: next.currentHash ?? '',
      },
      'stale',
    )
  }
  return end(ids.length)
}

const followVariants = async ({ db, clock }: Using, tenant: Id, channelId: Id, ids: readonly Id[]): Promise<void> => {
  for (let left = [...new Set(ids)]; left.length; ) {
    const done = await runInUnit(db, { tenant, actor: null, now: clock() }, (unit) =>
      followSome(db, unit, channelId, left.slice(0, AT_ONCE)),
    )
    left = left.slice(done)
  }
}

const listChannelIds = async (db: Table, tenant: Id): Promise<Id[]> =>
  (await listEveryChannel(db, tenant)).map(({ id }) => id)

/** One part of what a change asks for; where to go on, null where it is done. */
const followPart = async (app: Using, { tenant, of, subject, place }: ContentChange): Promise<string | null> => {
  const { db } = app
  if (of === 'product') {
    const part = await listVariantIds(db, tenant, { productId: subject }, place ?? '', AT_ONCE)
    for (const channelId of await listChannelIds(db, tenant)) await followVariants(app, tenant, channelId, part.ids)
    return part.place
  }
  // First what the channel is to show, then what it shows already and perhaps no longer is to.
  const [stage = 'new', after = ''] = (place ?? 'new#').split('#')
  const channel = await findChannel(db, tenant, subject)
  if (stage === 'new' && channel) {
    const assortmentId = channel.pushAssortmentId ?? undefined
    const part = await listVariantIds(db, tenant, { assortmentId }, after, AT_ONCE)
    await followVariants(app, tenant, subject, part.ids)
    return part.place ? `new#${part.place}` : 'old#'
  }
  const part = await listShown(db, tenant, subject, stage === 'old' ? after : '', AT_ONCE)
  await followVariants(app, tenant, subject, part.ids)
  return part.place && `old#${part.place}`
}

/** Variants that changed one by one are followed together. */
const followSingles = async (app: Using, tenant: Id, changes: readonly ContentChange[]): Promise<void> => {
  const ids = changes.map(({ subject }) => subject)
  for (const channelId of await listChannelIds(app.db, tenant)) await followVariants(app, tenant, channelId, ids)
  await removeChanges(app.db, changes)
}

/** Part by part while there is time. */
const followLong = async (app: Using, change: ContentChange, hasTime: () => boolean): Promise<void> => {
  for (let at = change; hasTime(); ) {
    const place = await followPart(app, at)
    if (place === null) return await removeChanges(app.db, [at])
    at = { ...at, place }
    await changeFollowedUpTo(app.db, at, place)
  }
}

const MAX_CHANGES = 500

/** Lets listings follow a tenant's changes while there is time; may be run again, and by several at once. */
export const followTenant = async (app: Using, tenant: Id, hasTime: () => boolean): Promise<void> => {
  while (hasTime()) {
    const changes = await listChanges(app.db, tenant, MAX_CHANGES)
    const singles = changes.filter(({ of }) => of === 'variant')
    for (let place = 0; place < singles.length && hasTime(); place += AT_ONCE)
      await followSingles(app, tenant, singles.slice(place, place + AT_ONCE))
    for (const change of changes) if (change.of !== 'variant' && hasTime()) await followLong(app, change, hasTime)
    if (changes.length < MAX_CHANGES) return
  }
}

const PATIENCE_MS = 3000

/** The same for what has changed just now, before somebody reads how the tenant's channels stand. */
export const followRecent = async (app: Using, tenant: Id): Promise<void> => {
  const until = app.clock().getTime() + PATIENCE_MS
  await followTenant(app, tenant, () => app.clock().getTime() < until)
}
