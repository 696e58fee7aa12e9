import type { UpdateRecurringProfileInput } from '../../../schemas/billing/recurring-profile.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { parseProfileLines } from './add-recurring-profile.ts'
import {
  changeEnd,
  checkChangeable,
  findEndViolations,
  type ProfileWithLines,
  scheduleNextWork,
} from './recurring-profile.ts'
import { loadProfileAndLines, profileLines, recurringProfiles } from './recurring-profile-store.ts'

/** Changes what the profile bills from its next invoice on; invoices that exist stay as they are. */
export const updateRecurringProfile = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  { lines: given, endAt, ...fields }: UpdateRecurringProfileInput,
): Promise<ProfileWithLines> => {
  const [{ profile, stored }, settings] = await Promise.all([
    loadProfileAndLines(app.db, unit, id),
    readBillingSettings(app, unit.tenant),
  ])
  checkChangeable(profile)
  const [lines] = await requireAll(
    () => (given ? parseProfileLines(given, settings) : stored.lines),
    () => refuseViolations(findEndViolations(profile.startAt, endAt)),
  )
  const changes = { ...fields, ...(endAt !== undefined && changeEnd(profile, endAt)) }
  if (given) unit.update(profileLines, stored, { lines })
  const due = scheduleNextWork({ ...profile, ...changes }, settings['general.timezone'])
  return { ...unit.update(recurringProfiles, profile, { ...changes, ...due }), lines }
}
