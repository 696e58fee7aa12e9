import type { UnsettledOfPartner } from '../../../schemas/billing/charge.ts'
import { findPartners } from '../../partner/find-partners.ts'
import type { App } from '../../platform/app/app.ts'
import { countDaysBetween, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildAccountKey } from '../account-key.ts'
import type { StoredCharge } from '../charges/charge.ts'
import { charges } from '../charges/charge-store.ts'

/** Charges that are added up by partner; more are asked for by days. */
export const MAX_SUMMED_CHARGES = 20_000
const CHARGES_AT_ONCE = 500

interface Days {
  from?: Day | undefined
  to?: Day | undefined
}

const readUnsettled = async (db: Table, tenant: Id, days: Days): Promise<StoredCharge[]> => {
  const found: StoredCharge[] = []
  const asked = { by: { isUnsettled: true }, byDate: { field: 'occurredOn', ...days }, limit: CHARGES_AT_ONCE }
  for (let after: string | null = null, read = 0; ; ) {
    const part: Awaited<ReturnType<typeof scanOldestFirst<StoredCharge>>> = await scanOldestFirst(db, charges, tenant, {
      ...asked,
      after,
    })
    found.push(...part.items.filter(({ settlementId }) => settlementId === null))
    read += part.cursors.length
    if (part.cursors.length < CHARGES_AT_ONCE) return found
    if (read >= MAX_SUMMED_CHARGES)
      throw new Problem(
        'OPERATION_NOT_ALLOWED',
        `More than ${MAX_SUMMED_CHARGES} unsettled charges occurred on these days. Ask for fewer days.`,
      )
    after = part.cursors.at(-1) ?? null
  }
}

/** Numbers the groups of ages, whose bounds are 30, 60 and 90 days. */
const ageGroup = (days: number): number => (days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3)

const sumOfPartner = (own: readonly [StoredCharge, ...StoredCharge[]], today: Day) => {
  const groups = Map.groupBy(own, ({ occurredOn }) => ageGroup(countDaysBetween(occurredOn, today)))
  const sumGroup = (group: number) => sumAmounts((groups.get(group) ?? []).map(({ amount }) => amount))
  const [{ partnerId, currency, occurredOn: oldestOn }] = own
  return {
    partnerId,
    currency,
    amount: sumAmounts(own.map(({ amount }) => amount)),
    count: own.length,
    oldestOn,
    aging: { days0To30: sumGroup(0), days31To60: sumGroup(1), days61To90: sumGroup(2), days90Plus: sumGroup(3) },
  }
}

/** Adds up what no settlement has by partner and currency, those first that have waited for longest. */
export const sumUnsettledByPartner = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  page: Page,
  days: Days,
  now: Date,
): Promise<Members<UnsettledOfPartner>> => {
  const [zone, all] = await Promise.all([
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
    readUnsettled(app.db, tenant, days),
  ])
  const today = toLocalDay(zone, now)
  // The charges are read by their days, so groups are in the order of their oldest ones.
  const accounts = Map.groupBy(all, ({ partnerId, currency }) => buildAccountKey(partnerId, currency))
  const sums = [...accounts.values()].flatMap(([first, ...rest]) =>
    first ? [sumOfPartner([first, ...rest], today)] : [],
  )
  const { items, totalItems } = slicePage(sums, page)
  const names = await findPartners(
    app.db,
    tenant,
    items.map(({ partnerId }) => partnerId),
  )
  return { items: items.map((each) => ({ ...each, partnerName: names.get(each.partnerId)?.name ?? null })), totalItems }
}
