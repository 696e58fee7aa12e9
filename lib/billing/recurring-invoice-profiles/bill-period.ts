import type { App } from '../../platform/app/app.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { move } from '../../platform/moves.ts'
import type { Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { generateInvoice } from '../invoices/generate-invoice.ts'
import { findInvoiceIdByPeriod } from '../invoices/invoice-store.ts'
import { emitNotIssued, isRefusalToIssue } from '../invoices/not-issued.ts'
import { computeLeaseEnd, type Step } from '../process-due.ts'
import { findLinesOn } from './lines-by-day.ts'
import {
  computeDueDate,
  decideWork,
  findLastDay,
  getFirstUnbilled,
  type ProfileWithLines,
  RECURRING_PROFILE_MOVES,
  scheduleNextWork,
  skipFirstPeriod,
} from './recurring-profile.ts'
import { findProfileWithLines, updateProfile } from './recurring-profile-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const NOTHING_DUE: Step = { done: 0, hasMore: false }

/** Bills the profile's first unbilled period and advances past it in the same transaction, so that each is billed once. */
const billFirstPeriod = async (
  app: Using,
  unit: Unit,
  profile: ProfileWithLines,
  { zone, today, refusal }: { zone: string; today: Day; refusal: Problem | undefined },
): Promise<Step> => {
  const { id, partnerId, currencyCode, notes, linesByDay, autoIssue } = profile
  const period = getFirstUnbilled(profile)
  const holder = await findInvoiceIdByPeriod(app.db, unit.tenant, id, period)
  if (!holder) {
    const invoice = await generateInvoice(
      app,
      unit,
      {
        partnerId,
        dueDate: computeDueDate(profile, period, today),
        supplyPeriod: { from: period, to: findLastDay(profile, period) },
        currencyCode,
        notes,
        lineItems: findLinesOn(linesByDay, period),
        issueImmediately: autoIssue && !refusal,
      },
      { recurringProfileId: id, periodStart: period },
    )
    if (refusal) emitNotIssued(unit, invoice, refusal)
  }
  const rest = skipFirstPeriod(profile)
  const next = { ...profile, ...rest }
  const hasMore = decideWork(next, today) !== undefined
  updateProfile(unit, profile, {
    ...rest,
    lastPeriod: period,
    ...(!holder && { lastInvoicedAt: unit.now.toISOString() }),
    ...scheduleNextWork(next, zone),
    ...(hasMore && { dueSk: computeLeaseEnd(unit.now).toISOString() }),
  })
  return { done: holder ? 0 : 1, hasMore }
}

const processProfile = async (app: Using, unit: Unit, id: Id, refusal?: Problem): Promise<Step> => {
  const [profile, zone] = await Promise.all([
    findProfileWithLines(app.db, unit.tenant, id),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  if (profile?.status !== 'active') return NOTHING_DUE
  const today = toLocalDay(zone, unit.now)
  const work = decideWork(profile, today)
  if (work === 'bill') return await billFirstPeriod(app, unit, profile, { zone, today, refusal })
  // No work is due if the tenant's time zone has changed since the profile was scheduled.
  const status = work && move(RECURRING_PROFILE_MOVES, 'recurring invoice profile', profile.status, 'run_out')
  const next = { ...profile, ...(status && { status }) }
  updateProfile(unit, profile, { status: next.status, ...scheduleNextWork(next, zone) })
  return NOTHING_DUE
}

/**
 * Bills one due period of a profile, or ends a profile that has run out. An invoice that cannot be issued, for example because
 * its total is below 0, stays a draft, so that its period is in the books; an event lets somebody decide.
 */
export const billPeriod = async (app: Using, tenant: Id, id: Id, log: Log): Promise<Step> => {
  const scope = { tenant, actor: null, now: app.clock() }
  try {
    return await runInUnit(app.db, scope, (unit) => processProfile(app, unit, id))
  } catch (error) {
    if (!isRefusalToIssue(error)) throw error
    log.warn('billing.recurring.left_as_draft', { tenant, profileId: id, reason: error.message })
    return await runInUnit(app.db, scope, (unit) => processProfile(app, unit, id, error))
  }
}
