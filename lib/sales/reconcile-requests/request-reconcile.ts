import { getConnector } from '../../connectors/registry.ts'
import { checkRange } from '../../platform/calendar/check-range.ts'
import { addDays, countDaysBetween, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { invalid, orNotFound, Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type CatalogRun, explainStop, type ReconcileWindow } from '../catalog-runs/catalog-run.ts'
import { findSlot, putSlot } from '../catalog-runs/catalog-run-store.ts'
import { checkReachable, openRun } from '../catalog-runs/request-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel, markUndeletable } from '../channels/channel-store.ts'

/** The longest window of days. */
const MAX_DAYS = 92

const DAY_MS = 24 * 3600_000
/** A comparison that is due shortly before a sync ends follows it, so that the time of day stays. */
const EARLY_MS = 5 * 60_000

/** Opens a run that compares orders; undefined while another one is open. */
const openReconcile = async (
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  window: ReconcileWindow,
): Promise<CatalogRun | undefined> => {
  const slot = await findSlot(db, unit.tenant, channel.id, 'reconcile')
  if (slot?.runId) return undefined
  const run = openRun(unit, channel.id, 'reconcile', { force: false, window })
  unit.add(putSlot(unit.tenant, channel.id, 'reconcile', slot, { failures: slot?.failures ?? 0, runId: run.id }))
  return run
}

const checkDays = (from: Day, to: Day, today: Day): void => {
  checkRange({ from, to }, 'from', 'to')
  if (to > today) throw invalid({ propertyPath: 'to', message: 'must not be in the future' })
  if (countDaysBetween(from, to) >= MAX_DAYS)
    throw invalid({ propertyPath: 'to', message: `must be at most ${MAX_DAYS - 1} days after from` })
}

/** Requests a run that compares the orders that were placed on these days with those of the channel's shop. */
export const requestReconcile = async (
  db: Table,
  unit: Unit,
  channelId: string,
  { from, to, apply = false }: { from: Day; to: Day; apply?: boolean },
): Promise<CatalogRun> => {
  const zone = await getSetting({ db }, unit.tenant, GENERAL_SETTINGS.timezone)
  checkDays(from, to, toLocalDay(zone, unit.now))
  // The answer is a run, so an `If-Match` of the request is not meant for the channel.
  const channel = orNotFound(await findChannel(db, unit.tenant, channelId))
  if (!getConnector(channel.type).orders)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The channel has no shop with which its orders could be compared.')
  checkReachable(channel)
  const run = await openReconcile(db, unit, channel, {
    from: startOfDay(zone, from).toISOString(),
    until: startOfDay(zone, addDays(to, 1)).toISOString(),
    applies: apply,
  })
  if (!run)
    throw new Problem('OPERATION_NOT_ALLOWED', 'A run of this type is in progress. Try again when it has ended.')
  markUndeletable(unit, channel)
  return run
}

/**
 * Requests the daily comparison of a channel that wants one, after a walk that began then; what was placed later is left to the
 * next walk. Returns the time of the last comparison that was requested.
 */
export const reconcileDaily = async (
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  { reconciledAt, walkBegunAt, zone }: { reconciledAt: string | undefined; walkBegunAt: string; zone: string },
): Promise<string | undefined> => {
  const { reconcileDays: days, reconcileApplies: applies } = channel.syncSettings
  const isDue = !reconciledAt || unit.now.getTime() - Date.parse(reconciledAt) >= DAY_MS - EARLY_MS
  if (days === null || !isDue || explainStop(channel, false)) return reconciledAt
  const from = startOfDay(zone, addDays(toLocalDay(zone, unit.now), -days)).toISOString()
  const run = await openReconcile(db, unit, channel, { from, until: walkBegunAt, applies, isDaily: true })
  return run ? unit.now.toISOString() : reconciledAt
}
