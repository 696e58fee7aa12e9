import { getSetting } from '../../configuration/get-settings.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { buildAuthBlock, isRefusal } from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import { type Ending, getFailure, STOPPED } from '../runs/run-failure.ts'
import type { CatalogRun } from './catalog-run.ts'
import { findSlot, putSlot } from './catalog-run-store.ts'
import { openRun } from './request-run.ts'

/** Closes the run and opens the one that waits for its end; a closed run never changes again. */
export const closeCatalogRun = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  channel: StoredChannel,
  run: CatalogRun,
  ending: Ending,
): Promise<void> => {
  const { tenant, now } = unit
  const failure = getFailure(ending)
  const isShopFailure = ending instanceof ConnectorError
  const slot = await findSlot(app.db, tenant, channel.id, run.type)
  const failures = endRun(unit, { channel, run, failure, isShopFailure, failuresBefore: slot?.failures ?? 0 })
  if (ending !== STOPPED) {
    const zone = await getSetting(app, tenant, 'general.timezone')
    countRun(unit, channel, zone, { [failure ? 'syncsFailed' : 'syncsSucceeded']: 1 })
  }
  if (isShopFailure && isRefusal(ending.code) && !channel.authFailedAt && channel.connectionId)
    unit.update(channels, channel, buildAuthBlock(channel, ending, now))
  const waiting = channel.status === 'disconnected' ? undefined : slot?.waiting
  const runId = waiting && openRun(unit, channel.id, run.type, waiting)
  unit.add(putSlot(tenant, channel.id, run.type, slot, { failures, ...(runId && { runId }) }))
}
