import { type FulfilmentAnalytics, MAX_ANALYTICS_DAYS } from '../../../schemas/fulfilment/analytics.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, countDaysBetween, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { COUNTED, type Counted, readFulfilmentCounts } from './fulfilment-counts-store.ts'

const DEFAULT_DAYS = 30
/** No day that can be written is before it. */
const FIRST_DAY = '0000-01-01'

const addUp = (all: readonly Counted[]): Counted =>
  Object.fromEntries(COUNTED.map((name) => [name, all.reduce((sum, each) => sum + each[name], 0)])) as Counted

const presentCounts = ({ seconds, ...counts }: Counted) => ({
  ...counts,
  averageHours: counts.handedOver > 0 ? Math.round(seconds / counts.handedOver / 36) / 100 : null,
})

interface Asked {
  from?: Day | undefined
  to?: Day | undefined
  custodianId?: Id | undefined
}

const findDays = ({ from, to }: Asked, today: Day) => {
  const last = to ?? (from && from > today ? from : today)
  const first = from ?? addDays(last, -Math.min(DEFAULT_DAYS - 1, countDaysBetween(FIRST_DAY, last)))
  if (first > last) throw invalid({ propertyPath: 'from', message: 'must not be after to' })
  if (countDaysBetween(first, last) >= MAX_ANALYTICS_DAYS)
    throw invalid({ propertyPath: 'from', message: `must be at most ${MAX_ANALYTICS_DAYS - 1} days before to` })
  return { from: first, to: last }
}

/** Adds up what was counted on the days; the cost grows with days and custodians, not with orders. */
export const computeFulfilmentAnalytics = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  asked: Asked,
  now: Date,
): Promise<FulfilmentAnalytics> => {
  const { custodianId = null } = asked
  const range = findDays(asked, toLocalDay(await getSetting(app, tenant, GENERAL_SETTINGS.timezone), now))
  const read = await readFulfilmentCounts(app.db, tenant, range)
  const found = custodianId ? read.filter((each) => each.custodianId === custodianId) : read
  const byCustodian = Map.groupBy(found, (each) => each.custodianId)
  const sum = (all: typeof found) => presentCounts(addUp(all.map(({ counts }) => counts)))
  return {
    ...range,
    custodianId,
    totals: sum(found),
    custodians: [...byCustodian].map(([id, own]) => ({ custodianId: id, ...sum(own) })),
    days: found.map(({ day, custodianId: id, counts }) => ({ day, custodianId: id, ...presentCounts(counts) })),
  }
}
