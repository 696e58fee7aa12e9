import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import { notFound, orNotFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { CatalogRunType } from '../catalog-runs/catalog-run.ts'
import { findRun } from '../catalog-runs/catalog-run-store.ts'
import { requestRun } from '../catalog-runs/request-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { loadChannel } from '../channels/channel-store.ts'
import { planChannel } from '../listings/catalog-plan.ts'

type Using = Pick<App, 'db' | 'clock'>

type PushType = Exclude<CatalogRunType, 'products'>

const PARTS = { products_push: 'catalog', inventory_push: 'inventory' } as const satisfies Record<PushType, string>

const checkTakes = (type: PushType, channel: StoredChannel): void => {
  if (!getConnector(channel.type)[PARTS[type]])
    throw new Problem('OPERATION_NOT_ALLOWED', `A channel of type ${channel.type} takes no ${PARTS[type]}.`)
}

/** Has the channel's store shown what drifted, in a run of its own. */
export const requestPublish = async (
  app: Using,
  unit: Unit,
  channelId: string,
  { force = false, planHash }: { force?: boolean; planHash?: string | undefined },
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  checkTakes('products_push', channel)
  if (planHash !== undefined && (await planChannel(app, unit.tenant, channel)).planHash !== planHash)
    throw new Problem('OPERATION_NOT_ALLOWED', 'What a publish would do has changed since it was planned.')
  return await requestRun(app.db, unit, channel, 'products_push', { force })
}

/** Has the channel's store told how much may be sold. */
export const requestStock = async ({ db }: Using, unit: Unit, channelId: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  checkTakes('inventory_push', channel)
  return await requestRun(db, unit, channel, 'inventory_push', { force: false })
}

const isPush = (type: string): type is PushType => type in PARTS

/** Has what failed in a run done again, in a run of its own. */
export const retryRun = async (
  { db }: Using,
  unit: Unit,
  { channelId, syncId }: { channelId: string; syncId: string },
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  const run = orNotFound(await findRun(db, unit.tenant, syncId))
  if (run.channelId !== channel.id) throw notFound()
  const { type, status } = run
  if (!isPush(type)) throw new Problem('OPERATION_NOT_ALLOWED', 'Only what was pushed can be pushed again.')
  if (status === null) throw new Problem('OPERATION_NOT_ALLOWED', 'The run has not ended.')
  if (!run.itemsFailed) throw new Problem('OPERATION_NOT_ALLOWED', 'Nothing failed in this run.')
  checkTakes(type, channel)
  return await requestRun(db, unit, channel, type, { force: true, retryOf: run.id })
}
