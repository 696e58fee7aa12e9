import type { App } from '../../platform/app.ts'
import { settingOf } from '../../configuration/setting-of.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { CatalogRun } from './catalog-run.ts'
import { findSlot, slotPut } from './catalog-run-store.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { blocked, isRefusal } from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import { openRun } from './request-run.ts'
import { failureOf, type RunFailure, STOPPED } from '../runs/sync-run.ts'

/** How a run ends: well, by what the store said, or because it was broken off. */
export type CatalogEnding = 'success' | ConnectorError | RunFailure

const failureIn = (ending: CatalogEnding): RunFailure | undefined => {
  if (ending === 'success') return undefined
  return ending instanceof ConnectorError ? failureOf(ending) : ending
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
  const failure = failureIn(ending)
  const isTheStores = ending instanceof ConnectorError
  const slot = await findSlot(app.db, tenant, channel.id, run.type)
  const failures = endRun(unit, { channel, run, failure, isTheStores, failuresBefore: slot?.failures ?? 0 })
  if (ending !== STOPPED) {
    const zone = await settingOf(app, tenant, 'general.timezone')
    countRun(unit, channel, zone, { [failure ? 'syncsFailed' : 'syncsSucceeded']: 1 })
  }
  if (isTheStores && isRefusal(ending.code) && !channel.authFailedAt && channel.connectionId)
    unit.update(channels, channel, blocked(channel, ending, now))
  const waiting = channel.status === 'disconnected' ? undefined : slot?.waiting
  const runId = waiting && openRun(unit, channel.id, run.type, waiting)
  unit.add(slotPut(tenant, channel.id, run.type, slot, { failures, ...(runId && { runId }) }), 'stale')
}
