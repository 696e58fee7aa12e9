import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import { notFound, orNotFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { CatalogRunType } from '../catalog-runs/catalog-run.ts'
import { findRun, findSlot } from '../catalog-runs/catalog-run-store.ts'
import { checkReachable, requestRun } from '../catalog-runs/request-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { loadChannel } from '../channels/channel-store.ts'
import { planChannel } from '../listings/catalog-plan.ts'
import { isRefundNoteRun, type RefundNoteRun } from '../refund-notes/refund-note.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import { type FulfilmentRun, isFulfilmentRun } from '../shipments/settle-publication.ts'
import { ROUND_MS } from '../stock-comparisons/compare-stock.ts'
import { addComparison } from '../stock-comparisons/comparison-store.ts'

type Using = Pick<App, 'db' | 'clock'>

type PushType = Exclude<CatalogRunType, 'products' | 'reconcile'>

const PARTS = { products_push: 'catalog', inventory_push: 'inventory' } as const satisfies Record<PushType, string>

/** Throws if the channel's connector has no push of the type. */
export const checkSupports = (type: PushType, channel: StoredChannel): void => {
  if (!getConnector(channel.type)[PARTS[type]])
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `Channels of type ${channel.type} do not support publishing ${PARTS[type]}.`,
    )
}

/** Requests a run that publishes the variants that drifted. */
export const requestPublish = async (
  app: Using,
  unit: Unit,
  channelId: string,
  { force = false, planHash }: { force?: boolean; planHash?: string | undefined },
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  checkSupports('products_push', channel)
  if (planHash !== undefined && (await planChannel(app, unit.tenant, channel)).planHash !== planHash)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The plan has changed since it was read. Read it again.')
  return await requestRun(app.db, unit, channel, 'products_push', { force })
}

/**
 * Requests a run that publishes the quantities that may be sold. From the first one on, they are compared with the shop every
 * day.
 */
export const requestStock = async ({ db }: Using, unit: Unit, channelId: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  checkSupports('inventory_push', channel)
  if (!(await findSlot(db, unit.tenant, channel.id, 'inventory_push')))
    addComparison(unit, channel.id, new Date(unit.now.getTime() + ROUND_MS))
  return await requestRun(db, unit, channel, 'inventory_push', { force: false })
}

const isPush = (type: string): type is PushType => type in PARTS

const checkHasFailed = ({ status, itemsFailed }: StoredRun): void => {
  if (status === null) throw new Problem('OPERATION_NOT_ALLOWED', 'The run has not ended yet. Retry it when it has.')
  if (!itemsFailed)
    throw new Problem('OPERATION_NOT_ALLOWED', 'Nothing failed in this run, so there is nothing to retry.')
}

const retryParcel = (unit: Unit, channel: StoredChannel, run: FulfilmentRun): StoredChannel => {
  checkHasFailed(run)
  checkReachable(channel)
  unit.schedule('sales.shipments.publish', { tenant: unit.tenant, shipmentId: run.shipmentId, isForced: true })
  return channel
}

const retryRefundNote = (unit: Unit, channel: StoredChannel, run: RefundNoteRun): StoredChannel => {
  checkHasFailed(run)
  checkReachable(channel)
  const { orderId, returnId } = run
  unit.schedule('sales.refunds.note', { tenant: unit.tenant, orderId, returnId, isForced: true })
  return channel
}

/** Requests a run that repeats the failed records of another run, or another attempt at its parcel or note. */
export const retryRun = async (
  { db }: Using,
  unit: Unit,
  { channelId, syncId }: { channelId: string; syncId: string },
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  const run = orNotFound(await findRun(db, unit.tenant, syncId))
  if (run.channelId !== channel.id) throw notFound()
  if (isFulfilmentRun(run)) return retryParcel(unit, channel, run)
  if (isRefundNoteRun(run)) return retryRefundNote(unit, channel, run)
  const { type } = run
  if (!isPush(type)) throw new Problem('OPERATION_NOT_ALLOWED', 'Only publishing runs can be retried.')
  checkHasFailed(run)
  checkSupports(type, channel)
  return await requestRun(db, unit, channel, type, { force: true, retryOf: run.id })
}
