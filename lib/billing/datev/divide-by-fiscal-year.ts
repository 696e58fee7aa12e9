import type { App } from '../../platform/app/app.ts'
import { checkRange } from '../../platform/calendar/check-range.ts'
import { addDays, type Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { getFiscalYear, readDatevSettings } from './read-datev-settings.ts'

type Range = Readonly<Record<'from' | 'to', Day>>

/** Returns the part of a range of days that lies in the fiscal year of its first day, and the rest of the range, if any. */
export const divideByFiscalYear = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  { from = '', to = '' }: { from?: Day | undefined; to?: Day | undefined },
): Promise<{ filters: Range; following: Range | undefined }> => {
  checkRange({ from, to }, 'from', 'to')
  const { fiscalYearStart } = await readDatevSettings(app, tenant)
  const { last } = getFiscalYear(fiscalYearStart, from)
  if (to <= last) return { filters: { from, to }, following: undefined }
  return { filters: { from, to: last }, following: { from: addDays(last, 1), to } }
}
