import {
  type ChangeCursor,
  type ContentChange,
  listChanges,
  recordProgress,
  removeChanges,
} from '../../catalog/content-changes.ts'
import { listVariantIds } from '../../catalog/find-variants.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findChannel, listAllChannels } from '../channels/channel-store.ts'
import { listShown } from './listing-store.ts'
import { MAX_UPDATE_SIZE, updateListings } from './update-listings.ts'

type Using = Pick<App, 'db' | 'clock'>

const listChannelIds = async (db: Table, tenant: Id): Promise<Id[]> =>
  (await listAllChannels(db, tenant)).map(({ id }) => id)

const START: ChangeCursor = { stage: 'available', after: '' }

/** Updates the next listings of a changed product, and returns the cursor of the others; null after the last one. */
const applyProductChange = async (app: Using, change: ContentChange): Promise<ChangeCursor | null> => {
  const { tenant, subjects, cursor } = change
  const [productId] = subjects
  const { after } = cursor ?? START
  const part = await listVariantIds(app.db, tenant, { productId }, after, MAX_UPDATE_SIZE)
  for (const channelId of await listChannelIds(app.db, tenant)) await updateListings(app, tenant, channelId, part.ids)
  return part.cursor === null ? null : { stage: 'available', after: part.cursor }
}

/**
 * Updates the next listings of a changed channel, and returns the cursor of the others; null after the last one. Variants
 * that the channel may show come first, then those that it shows already and perhaps must not any more.
 */
const applyChannelChange = async (app: Using, change: ContentChange): Promise<ChangeCursor | null> => {
  const { db } = app
  const { tenant, subjects, cursor } = change
  const [channelId] = subjects
  const { stage, after } = cursor ?? START
  const channel = await findChannel(db, tenant, channelId)
  if (stage === 'available' && channel) {
    const assortmentId = channel.pushAssortmentId ?? undefined
    const part = await listVariantIds(db, tenant, { assortmentId }, after, MAX_UPDATE_SIZE)
    await updateListings(app, tenant, channelId, part.ids)
    return part.cursor === null ? { stage: 'shown', after: '' } : { stage, after: part.cursor }
  }
  const part = await listShown(db, tenant, channelId, stage === 'shown' ? after : '', MAX_UPDATE_SIZE)
  await updateListings(app, tenant, channelId, part.ids)
  return part.cursor === null ? null : { stage: 'shown', after: part.cursor }
}

/** Applies changes of single variants together. */
const applyVariantChanges = async (app: Using, tenant: Id, changes: readonly ContentChange[]): Promise<void> => {
  const ids = changes.flatMap(({ subjects }) => subjects)
  for (const channelId of await listChannelIds(app.db, tenant)) await updateListings(app, tenant, channelId, ids)
  await removeChanges(app.db, changes)
}

/** Divides changes of variants into groups whose listings are updated together. */
const groupVariantChanges = (changes: readonly ContentChange[]): ContentChange[][] => {
  const groups: ContentChange[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const change of changes) {
    size += change.subjects.length
    const last = groups.at(-1)
    if (last && size <= MAX_UPDATE_SIZE) last.push(change)
    else {
      groups.push([change])
      size = change.subjects.length
    }
  }
  return groups
}

/** Applies a change of many variants, part by part while there is time. */
const applyLongChange = async (app: Using, change: ContentChange, hasTime: () => boolean): Promise<void> => {
  const applyNext = change.of === 'product' ? applyProductChange : applyChannelChange
  for (let at = change; hasTime(); ) {
    const cursor = await applyNext(app, at)
    if (cursor === null) return await removeChanges(app.db, [at])
    at = { ...at, cursor }
    await recordProgress(app.db, at, cursor)
  }
}

const MAX_CHANGES = 500

/** Applies a tenant's content changes to its listings while there is time; may run repeatedly and in parallel. */
export const applyContentChanges = async (app: Using, tenant: Id, hasTime: () => boolean): Promise<void> => {
  while (hasTime()) {
    const changes = await listChanges(app.db, tenant, MAX_CHANGES)
    const single = changes.filter(({ of }) => of === 'variant')
    for (const group of groupVariantChanges(single)) if (hasTime()) await applyVariantChanges(app, tenant, group)
    for (const change of changes) if (change.of !== 'variant' && hasTime()) await applyLongChange(app, change, hasTime)
    if (changes.length < MAX_CHANGES) return
  }
}

/** Time for which a reader waits for recent changes. */
const PATIENCE_MS = 3000
/** Time that the reader keeps for itself. */
const RESERVE_MS = 3000

/** Applies recent content changes before the listings are read, as long as enough time for the reading remains. */
export const applyRecentChanges = async (app: Using, tenant: Id): Promise<void> => {
  const { db, clock } = app
  const until = clock().getTime() + PATIENCE_MS
  const hasTime = () =>
    clock().getTime() < until && (db.deadline?.millisecondsLeft() ?? Number.POSITIVE_INFINITY) > RESERVE_MS
  await applyContentChanges(app, tenant, hasTime)
}
