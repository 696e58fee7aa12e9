import type { ResolveConflictInput } from '../../../schemas/sales/catalog/resolve-conflict.ts'
import { findVariants } from '../../catalog/find-variants.ts'
import { isInConflict } from '../../data-exchange/record-conflicts.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { type ReadOnlyUnit, runInUnit, type Unit } from '../../platform/store/unit.ts'
import { checkReachable } from '../catalog-runs/request-run.ts'
import { channelUri, type StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { loadChannel, markUndeletable } from '../channels/channel-store.ts'
import { toShopProblem } from '../channels/shop-problem.ts'
import { applyRecentChanges } from '../listings/apply-content-changes.ts'
import { findListing } from '../listings/listing-store.ts'
import { checkSupports } from '../publish/publish.ts'
import { pushVariants } from '../publish/push-variants.ts'
import { recordPushResults } from '../publish/record-push-results.ts'
import type { NewSyncRecord } from '../runs/sync-record.ts'

const buildNotAllowed = (detail: string) => new Problem('OPERATION_NOT_ALLOWED', detail)

const pushOne = async (app: App, tenant: Id, channel: StoredChannel, variantId: Id) => {
  try {
    const shop = await openShop(app, tenant, channel)
    const [pushed] = await pushVariants(app, { tenant, channel, shop, ids: [variantId], force: true, overwrites: true })
    return pushed
  } catch (error) {
    throw toShopProblem(error)
  }
}

const NOT_SHOWN =
  'The channel does not show the variant, so your content cannot be published. Add the variant to the channel first.'

/**
 * Publishes our content; the transaction that records the shop's confirmation also resolves the conflicts. The channel
 * cannot be deleted from then on, even if the shop's answer is lost.
 */
const acceptMine = async (app: App, tenant: Id, channel: StoredChannel, variantId: Id): Promise<StoredChannel> => {
  const write = <T>(work: (unit: Unit) => Promise<T>) =>
    runInUnit(app.db, { tenant, actor: null, now: app.clock() }, work)
  // A new variant gets its listing only when recent content changes are applied.
  await applyRecentChanges(app, tenant)
  if (!(await findListing(app.db, tenant, channel.id, variantId))?.shownIn) throw buildNotAllowed(NOT_SHOWN)
  const marked = channel.deletable
    ? await write(async (unit) => markUndeletable(unit, await loadChannel(unit, channel.id)))
    : channel
  const pushed = await pushOne(app, tenant, channel, variantId)
  if (pushed?.is === 'failed') throw toShopProblem(pushed.error)
  if (pushed?.is !== 'confirmed' && pushed?.is !== 'refused') throw buildNotAllowed(NOT_SHOWN)
  let record: NewSyncRecord | undefined
  // Conflicts that do not fit beside the new baseline are resolved by transactions before it.
  while (!record) [record] = await write((unit) => recordPushResults(app.db, unit, channel.id, [pushed]))
  if (record.action === 'failed') throw buildNotAllowed(`The shop rejected your content: ${record.errorMessage}`)
  return marked
}

/** Resolves a variant's conflicts in favor of one side; ours is published even if no conflict is recorded. */
export const resolveConflict = async (
  app: App,
  unit: ReadOnlyUnit,
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
      'Accepting the values of the shop is not supported yet. Accept yours, or change them here to those of the shop.',
    )
  }
  checkSupports('products_push', channel)
  checkReachable(channel)
  return await acceptMine(app, tenant, channel, id)
}
