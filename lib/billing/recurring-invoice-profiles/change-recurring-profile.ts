import type { CreateRecurringProfileInput } from '../../../schemas/billing/recurring-profile.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { requireCurrency } from '../currency.ts'
import { priceLines } from '../invoices/invoice.ts'
import {
  findPeriodFrom,
  findPeriodOnResume,
  keepBacklog,
  RECURRING_PROFILE_MOVES,
  scheduleNextWork,
  scheduleViolations,
  type WithProfileLines,
} from './recurring-profile.ts'
import { loadProfile, profileLines, recurringProfiles, updateProfile } from './recurring-profile-store.ts'

/** Of a month, or of a week. */
const FIRST_DAY = 1

type Using = Pick<App, 'db' | 'clock'>

export const addRecurringProfile = async (
  app: Using,
  unit: Unit,
  given: CreateRecurringProfileInput,
): Promise<WithProfileLines> => {
  const settings = await readBillingSettings(app, unit.tenant)
  const zone = settings['general.timezone']
  const anchorDay = given.anchorDay ?? FIRST_DAY
  const violations = scheduleViolations({ ...given, anchorDay }, toLocalDay(zone, unit.now))
  if (violations.length) throw invalid(...violations)
  const { grandTotal } = priceLines(given.lines, getTaxRates(settings), () => unit.newId(), 'lines')
  if (grandTotal < 0) throw invalid({ propertyPath: 'lines', message: 'must not make a total below 0' })
  const currencyCode = requireCurrency(given.currencyCode, 'currencyCode')
  const { id: partnerId } = await requirePartner(app.db, unit.tenant, given.partnerId)
  const { cadence, startAt, endAt = null } = given
  const profile = {
    id: unit.newId(),
    partnerId,
    currencyCode,
    cadence,
    anchorDay,
    status: 'active' as const,
    startAt,
    endAt,
    dueDays: given.dueDays ?? 0,
    autoIssue: given.autoIssue ?? true,
    notes: given.notes ?? null,
    nextPeriod: findPeriodFrom({ cadence, anchorDay, startAt }, startAt),
    lastPeriod: null,
    lastInvoicedAt: null,
  }
  const made = unit.create(recurringProfiles, { ...profile, ...scheduleNextWork(profile, zone) })
  const { lines } = unit.create(profileLines, {
    id: made.id,
    lines: given.lines.map(({ reference = null, taxCategoryId = null, ...line }) => ({
      ...line,
      reference,
      taxCategoryId,
    })),
  })
  return { ...made, lines }
}

const changeProfile = async (
  app: Using,
  unit: Unit,
  id: Id,
  action: 'pause' | 'resume' | 'end',
): Promise<WithProfileLines> => {
  const [before, settings] = await Promise.all([loadProfile(app.db, unit, id), readBillingSettings(app, unit.tenant)])
  const status = move(RECURRING_PROFILE_MOVES, 'recurring invoice profile', before.status, action)
  if (status === before.status) return before
  const zone = settings['general.timezone']
  const today = toLocalDay(zone, unit.now)
  const changes = {
    status,
    ...(action === 'pause' && keepBacklog(before, today)),
    ...(action === 'resume' && { nextPeriod: findPeriodOnResume(before, today) }),
  }
  return updateProfile(unit, before, { ...changes, ...scheduleNextWork({ ...before, ...changes }, zone) })
}

export const pauseProfile = (app: Using, unit: Unit, id: Id) => changeProfile(app, unit, id, 'pause')
export const resumeProfile = (app: Using, unit: Unit, id: Id) => changeProfile(app, unit, id, 'resume')
export const endProfile = (app: Using, unit: Unit, id: Id) => changeProfile(app, unit, id, 'end')
