import { getSetting } from '../../configuration/setting-of.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { buildAuthBlock, isRefusal } from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import { type RunFailure, STOPPED, toRunFailure } from '../runs/sync-run.ts'
import type { CatalogRun } from './catalog-run.ts'
import { findSlot, putSlot } from './catalog-run-store.ts'
import { openRun } from './request-run.ts'

/** How a run ends: well, by what the store said, or because it was broken off. */
export type CatalogEnding = 'success' | ConnectorError | RunFailure

const getFailure = (ending: CatalogEnding): RunFailure | undefined => {
  if (ending === 'success') return undefined
  return ending instanceof ConnectorError ? toRunFailure(ending) : ending
}

/** Closes the run, and begins the one that waits for it; a closed run never changes again. */
export const closeCatalogRun = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  channel: StoredChannel,
  run: CatalogRun,
  ending: CatalogEnding,
): Promise<void> => {
  const { tenant, now } = unit
  const failure = getFailure(ending)
  const isTheStores = ending instanceof ConnectorError
  const slot = await findSlot(app.db, tenant, channel.id, run.type)
  const failures = endRun(unit, { channel, run, failure, isTheStores, failuresBefore: slot?.failures ?? 0 })
  if (ending !== STOPPED) {
    const zone = await getSetting(app, tenant, 'general.timezone')
    countRun(unit, channel, zone, { [failure ? 'syncsFailed' : 'syncsSucceeded']: 1 })
  }
  if (isTheStores && isRefusal(ending.code) && !channel.authFailedAt && channel.connectionId)
    unit.update(channels, channel, buildAuthBlock(channel, ending, now))
  const waiting = channel.status === 'disconnected' ? undefined : slot?.waiting
  const runId = waiting && openRun(unit, channel.id, run.type, waiting)
  unit.add(putSlot(tenant, channel.id, run.type, slot, { failures, ...(runId && { runId }) }))
}
