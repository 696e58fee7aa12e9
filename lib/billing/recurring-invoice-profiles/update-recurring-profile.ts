import type { UpdateRecurringProfileInput } from '../../../schemas/billing/recurring-profile.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { findSizeViolations } from '../invoices/invoice.ts'
import { parseProfileLines } from './add-recurring-profile.ts'
import { addLinesFrom } from './lines-by-day.ts'
import {
  changeEnd,
  checkChangeable,
  findEndViolations,
  getFirstUnbilled,
  type ProfileWithLines,
  scheduleNextWork,
} from './recurring-profile.ts'
import { loadProfileAndLines, profileLines, recurringProfiles } from './recurring-profile-store.ts'

/**
 * Changes what the profile bills from its next invoice on, and the lines of periods that begin on `validFrom` or later;
 * invoices that exist stay as they are.
 */
export const updateRecurringProfile = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  { lines: given, validFrom, endAt, ...fields }: UpdateRecurringProfileInput,
): Promise<ProfileWithLines> => {
  const [{ profile, stored }, settings] = await Promise.all([
    loadProfileAndLines(app.db, unit, id),
    readBillingSettings(app, unit.tenant),
  ])
  checkChangeable(profile)
  const zone = settings['general.timezone']
  const [lines] = await requireAll(
    () => given && parseProfileLines(given, settings),
    () => refuseViolations(findEndViolations(profile.startAt, endAt)),
    () => refuseViolations(validFrom && !given ? [{ propertyPath: 'validFrom', message: 'must come with lines' }] : []),
  )
  const changes = { ...fields, ...(endAt !== undefined && changeEnd(profile, endAt)) }
  const change = lines && { validFrom: validFrom ?? toLocalDay(zone, unit.now), lines }
  const linesByDay = change
    ? addLinesFrom(stored.linesByDay, change, getFirstUnbilled({ ...profile, ...changes }))
    : stored.linesByDay
  if (change) {
    refuseViolations(findSizeViolations(Buffer.byteLength(JSON.stringify(linesByDay)), 'lines'))
    unit.update(profileLines, stored, { linesByDay })
  }
  const due = scheduleNextWork({ ...profile, ...changes }, zone)
  return { ...unit.update(recurringProfiles, profile, { ...changes, ...due }), linesByDay }
}
