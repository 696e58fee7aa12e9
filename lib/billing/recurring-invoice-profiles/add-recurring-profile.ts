import type { LineItemInput } from '../../../schemas/billing/invoice.ts'
import type { CreateRecurringProfileInput, ProfileLine } from '../../../schemas/billing/recurring-profile.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { invalid } from '../../platform/problem.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { priceLines } from '../invoices/invoice.ts'
import { findPeriodFrom, findScheduleViolations, type ProfileWithLines, scheduleNextWork } from './recurring-profile.ts'
import { profileLines, recurringProfiles } from './recurring-profile-store.ts'

/** The default anchor day: the first of a month, or Monday. */
const FIRST_DAY = 1

/** Returns the lines as they are stored. Throws if they cannot be priced or have a total below 0. */
export const parseProfileLines = (given: readonly LineItemInput[], settings: BillingSettings): ProfileLine[] => {
  // The ids of priced lines are not used, because each invoice gets its own.
  const { grandTotal } = priceLines(given, {
    taxRates: getTaxRates(settings),
    pricesIncludeTax: false,
    newId: () => '' as Id,
    path: 'lines',
  })
  if (grandTotal < 0) throw invalid({ propertyPath: 'lines', message: 'must not have a total below 0' })
  return given.map(({ reference = null, taxCategoryId = null, supplyType = null, ...line }) => ({
    ...line,
    reference,
    taxCategoryId,
    supplyType,
  }))
}

export const addRecurringProfile = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: CreateRecurringProfileInput,
): Promise<ProfileWithLines> => {
  const settings = await readBillingSettings(app, unit.tenant)
  const zone = settings['general.timezone']
  const anchorDay = given.anchorDay ?? FIRST_DAY
  const [{ id: partnerId }, currencyCode, lines] = await requireAll(
    () => requirePartner(app.db, unit.tenant, given.partnerId),
    () => requireCurrency(given.currencyCode, 'currencyCode'),
    () => parseProfileLines(given.lines, settings),
    () => refuseViolations(findScheduleViolations({ ...given, anchorDay }, toLocalDay(zone, unit.now))),
  )
  const { cadence, startAt, endAt = null } = given
  const profile = {
    id: unit.newId(),
    partnerId,
    currencyCode,
    name: given.name ?? null,
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
    backlog: [],
  }
  const created = unit.create(recurringProfiles, { ...profile, ...scheduleNextWork(profile, zone) })
  const linesByDay = [{ validFrom: null, lines }]
  unit.create(profileLines, { id: created.id, linesByDay })
  return { ...created, linesByDay }
}
