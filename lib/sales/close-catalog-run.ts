import type { App } from '../app.ts'
import { dayIn } from '../calendar/day.ts'
import { settingOf } from '../configuration/setting-of.ts'
import { ConnectorError } from '../connectors/connector.ts'
import type { Unit } from '../store/unit.ts'
import type { CatalogRun } from './catalog-run.ts'
import { findSlot, slotPut } from './catalog-run-store.ts'
import { channelUri, type StoredChannel } from './channel.ts'
import { blocked, isRefusal } from './channel-connection.ts'
import { channels } from './channel-store.ts'
import { additions } from './counts-store.ts'
import { openRun } from './request-run.ts'
import { failureOf, type RunFailure, STOPPED } from './sync-run.ts'
import { syncRuns } from './sync-store.ts'
import { anyLane } from './take-order.ts'

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
  unit.update(syncRuns, run, {
    status: failure ? 'failed' : 'success',
    completedAt: now.toISOString(),
    durationSeconds: Math.max(0, (now.getTime() - Date.parse(run.startedAt)) / 1000),
    ...failure,
  })
  if (ending !== STOPPED) {
    const zone = await settingOf(app, tenant, 'general.timezone')
    const counts = { [failure ? 'syncsFailed' : 'syncsSucceeded']: 1 }
    for (const each of additions(tenant, channel.id, anyLane(), new Map([[dayIn(zone, now), counts]])))
      unit.add(each, 'stale')
  }
  const slot = await findSlot(app.db, tenant, channel.id, run.type)
  const failuresBefore = slot?.failures ?? 0
  const failures = ending === 'success' ? 0 : failuresBefore + (isTheStores ? 1 : 0)
  const isRefused = isTheStores && isRefusal(ending.code)
  if (isRefused && !channel.authFailedAt && channel.connectionId)
    unit.update(channels, channel, blocked(channel, ending, now))
  // Whoever is told of every failing try stops listening; the first says it.
  if (failure && isTheStores && (failuresBefore === 0 || isRefused)) {
    const { errorCode, errorMessage } = failure
    const about = { channelId: channel.id, channelName: channel.name, syncId: run.id }
    const data = { ...about, errorCode, errorMessage, failedAt: now.toISOString() }
    unit.emit('sales.channel.sync_failed', { subject: channelUri(channel.id), data })
  }
  const waiting = channel.status === 'disconnected' ? undefined : slot?.waiting
  const runId = waiting && openRun(unit, channel.id, run.type, waiting)
  unit.add(slotPut(tenant, channel.id, run.type, slot, { failures, ...(runId && { runId }) }), 'stale')
}
