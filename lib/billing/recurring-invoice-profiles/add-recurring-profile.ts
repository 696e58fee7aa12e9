import type { CreateRecurringProfileInput } from '../../../schemas/billing/recurring-profile.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { invalid } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { priceLines } from '../invoices/invoice.ts'
import { findPeriodFrom, findScheduleViolations, type ProfileWithLines, scheduleNextWork } from './recurring-profile.ts'
import { profileLines, recurringProfiles } from './recurring-profile-store.ts'

/** The default anchor day: the first of a month, or Monday. */
const FIRST_DAY = 1

export const addRecurringProfile = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: CreateRecurringProfileInput,
): Promise<ProfileWithLines> => {
  const settings = await readBillingSettings(app, unit.tenant)
  const zone = settings['general.timezone']
  const anchorDay = given.anchorDay ?? FIRST_DAY
  const violations = findScheduleViolations({ ...given, anchorDay }, toLocalDay(zone, unit.now))
  if (violations.length) throw invalid(...violations)
  const { grandTotal } = priceLines(given.lines, getTaxRates(settings), () => unit.newId(), 'lines')
  if (grandTotal < 0) throw invalid({ propertyPath: 'lines', message: 'must not have a total below 0' })
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
  const created = unit.create(recurringProfiles, { ...profile, ...scheduleNextWork(profile, zone) })
  const { lines } = unit.create(profileLines, {
    id: created.id,
    lines: given.lines.map(({ reference = null, taxCategoryId = null, ...line }) => ({
      ...line,
      reference,
      taxCategoryId,
    })),
  })
  return { ...created, lines }
}
