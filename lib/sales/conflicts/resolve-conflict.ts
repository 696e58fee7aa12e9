import type { ResolveConflictInput } from '../../../schemas/sales/resolve-conflict.ts'
import { findVariants } from '../../catalog/find-variants.ts'
import { isInConflict, recordConflicts } from '../../data-exchange/record-conflicts.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { checkReachable } from '../catalog-runs/request-run.ts'
import { channelUri, type StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { loadChannel } from '../channels/channel-store.ts'
import { storeProblem } from '../channels/store-problem.ts'
import { followRecent } from '../listings/follow-content.ts'
import { listings } from '../listings/listing-store.ts'
import { pushVariants, type Sent } from '../publish/push-variants.ts'
import { settlePushed } from '../publish/record-push-results.ts'

const buildNotAllowed = (detail: string) => new Problem('OPERATION_NOT_ALLOWED', detail)

const pushOne = async (app: App, tenant: Id, channel: StoredChannel, variantId: Id) => {
  try {
    const store = await openShop(app, tenant, channel)
    const [pushed] = await pushVariants(app, { tenant, channel, store, ids: [variantId], force: true })
    return pushed
  } catch (error) {
    throw storeProblem(error)
  }
}

/** Lets the store show ours; the transaction that notes what it confirmed resolves what was in conflict. */
const acceptMine = async (app: App, tenant: Id, channel: StoredChannel, variantId: Id): Promise<void> => {
  // A variant that is new has no listing until the channel has followed it.
  await followRecent(app, tenant)
  const pushed = await pushOne(app, tenant, channel, variantId)
  if (pushed?.is === 'failed') throw storeProblem(pushed.error)
  if (pushed?.is !== 'confirmed' && pushed?.is !== 'refused')
    throw buildNotAllowed(
      'The channel is not to show the variant, so there is nothing of yours that the store could take.',
    )
  const write = <T>(work: (unit: Unit) => Promise<T>) =>
    runInUnit(app.db, { tenant, actor: null, now: app.clock() }, work)
  const [record] = await write((unit) => settlePushed(app.db, unit, channel.id, [pushed]))
  if (record?.action === 'failed') throw buildNotAllowed(`The store did not take it: ${record.errorMessage}`)
  await resolveRest(app, write, channel, pushed.sent)
}

/** What had no room beside the head, for as long as that stands. */
const resolveRest = async (
  { db }: App,
  write: (work: (unit: Unit) => Promise<boolean>) => Promise<boolean>,
  { id }: StoredChannel,
  { listing: { id: listingId, variantId }, hash }: Sent,
): Promise<void> => {
  for (let isWhole = false; !isWhole; )
    isWhole = await write(async (unit) => {
      const listing = await find(db, listings, unit.tenant, listingId)
      if (listing?.headHash !== hash) return true
      const isAll = await recordConflicts(db, unit, channelUri(id), variantId, [])
      if (unit.size) unit.require(listings, listing)
      return isAll
    })
}

/** Takes one side of a variant: ours is published whether or not a conflict stands in the ledger. */
export const resolve = async (
  app: App,
  unit: Unit,
  { channelId, variantId }: { channelId: string; variantId: string },
  { resolution }: ResolveConflictInput,
): Promise<StoredChannel> => {
  const { tenant } = unit
  const id = parseId(variantId)
  const [channel, variants] = await Promise.all([
    loadChannel(unit, channelId),
    findVariants(app.db, tenant, id ? [id] : []),
  ])
  if (!id || !variants.has(id)) throw notFound()
  if (resolution === 'accept_theirs') {
    if (!(await isInConflict(app.db, tenant, channelUri(channel.id), id))) return channel
    throw buildNotAllowed(
      'The store’s values cannot be taken over yet: accept yours, or change them to the store’s here.',
    )
  }
  checkReachable(channel)
  await acceptMine(app, tenant, channel, id)
  return channel
}
