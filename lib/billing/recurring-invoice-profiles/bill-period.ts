import { getSetting } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { generateInvoice } from '../invoices/generate-invoice.ts'
import { findInvoiceIdByPeriod } from '../invoices/invoice-store.ts'
import { computeLeaseEnd, type Step } from '../process-due.ts'
import {
  decideWork,
  dueDateFor,
  firstUnbilled,
  RECURRING_PROFILE_MOVES,
  scheduleNextWork,
  type WithProfileLines,
  withoutFirst,
} from './recurring-profile.ts'
import { findProfileWithLines, updateProfile } from './recurring-profile-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const NOTHING: Step = { made: 0, more: false }

/** The invoice of the profile's first unbilled period, once whatever happens, and in its transaction the step to the period after. */
const bill = async (
  app: Using,
  unit: Unit,
  profile: WithProfileLines,
  { zone, today, asDraft }: { zone: string; today: Day; asDraft: boolean },
): Promise<Step> => {
  const { id, partnerId, currencyCode, notes, lines, autoIssue } = profile
  const period = firstUnbilled(profile)
  const holder = await findInvoiceIdByPeriod(app.db, unit.tenant, id, period)
  if (!holder)
    await generateInvoice(
      app,
      unit,
      {
        partnerId,
        dueDate: dueDateFor(profile, period, today),
        currencyCode,
        notes,
        lineItems: lines,
        issueImmediately: autoIssue && !asDraft,
      },
      { recurringProfileId: id, periodStart: period },
    )
  const rest = withoutFirst(profile)
  const next = { ...profile, ...rest }
  const more = decideWork(next, today) !== undefined
  updateProfile(unit, profile, {
    ...rest,
    lastPeriod: period,
    ...(!holder && { lastInvoicedAt: unit.now.toISOString() }),
    ...scheduleNextWork(next, zone),
    ...(more && { dueSk: computeLeaseEnd(unit.now).toISOString() }),
  })
  return { made: holder ? 0 : 1, more }
}

const look = async (app: Using, unit: Unit, id: Id, asDraft: boolean): Promise<Step> => {
  const [profile, zone] = await Promise.all([
    findProfileWithLines(app.db, unit.tenant, id),
    getSetting(app, unit.tenant, 'general.timezone'),
  ])
  if (profile?.status !== 'active') return NOTHING
  const today = toLocalDay(zone, unit.now)
  const work = decideWork(profile, today)
  if (work === 'bill') return await bill(app, unit, profile, { zone, today, asDraft })
  // Nothing is due where the tenant has moved to another zone since.
  const status = work && move(RECURRING_PROFILE_MOVES, 'recurring invoice profile', profile.status, 'run_out')
  const next = { ...profile, ...(status && { status }) }
  updateProfile(unit, profile, { status: next.status, ...scheduleNextWork(next, zone) })
  return NOTHING
}

/**
 * Does what is due about a profile: bills one period, or ends what has run out. What may not be issued, such as a total
 * below 0, is left as a draft, so that its period is in the books and somebody can decide.
 */
export const billPeriod = async (app: Using, tenant: Id, id: Id, log: Log): Promise<Step> => {
  const scope = { tenant, actor: null, now: app.clock() }
  try {
    return await runInUnit(app.db, scope, (unit) => look(app, unit, id, false))
  } catch (error) {
    if (!(error instanceof Problem) || error.errorCode !== 'OPERATION_NOT_ALLOWED') throw error
    log.warn('billing.recurring.left_as_draft', { tenant, profileId: id, reason: error.message })
    return await runInUnit(app.db, scope, (unit) => look(app, unit, id, true))
  }
}
