import { ConnectorError } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAuthBlock, hasCredentialsOf, type OpenedChannel } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { changeChannel } from '../channels/channel-store.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import { type Ending, getFailure, STOPPED } from '../runs/run-failure.ts'
import type { CatalogRun } from './catalog-run.ts'
import { findSlot, putSlot } from './catalog-run-store.ts'
import { followFindings } from './follow-findings.ts'
import { openRun } from './request-run.ts'

/** Closes the run and opens the one that waits for its end; a closed run never changes again. */
export const closeCatalogRun = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  channel: StoredChannel,
  run: CatalogRun,
  ending: Ending,
  opened?: OpenedChannel,
): Promise<void> => {
  const { tenant, now } = unit
  const failure = getFailure(ending)
  const isShopFailure = ending instanceof ConnectorError
  const slot = await findSlot(app.db, tenant, channel.id, run.type)
  const blocksChannel =
    isShopFailure && ending.code === 'AUTH_FAILED' && opened !== undefined && hasCredentialsOf(channel, opened)
  const failuresBefore = slot?.failures ?? 0
  const failures = await endRun(app.db, unit, {
    ...{ channel, run, failure, isShopFailure, blocksChannel, failuresBefore },
    counts: await followFindings(app.db, unit, run, ending),
  })
  if (ending !== STOPPED) {
    const zone = await getSetting(app, tenant, GENERAL_SETTINGS.timezone)
    countRun(unit, channel, zone, { [failure ? 'syncsFailed' : 'syncsSucceeded']: 1 })
  }
  if (ending === 'success') changeChannel(unit, channel, { lastSyncAt: now.toISOString() })
  if (blocksChannel && !channel.authFailedAt) changeChannel(unit, channel, buildAuthBlock(channel, ending, now))
  const waiting = channel.status === 'disconnected' ? undefined : slot?.waiting
  const runId = waiting && openRun(unit, channel.id, run.type, waiting).id
  unit.add(putSlot(tenant, channel.id, run.type, slot, { failures, ...(runId && { runId }) }))
}
