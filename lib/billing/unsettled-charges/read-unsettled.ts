import type { UnsettledChargeSums } from '../../../schemas/billing/charge.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, countDaysBetween, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { requireSafeAmount } from '../../platform/money/amounts.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { list, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import { readRunningTotals } from '../../platform/store/lists/running-totals.ts'
import type { StoredCharge } from '../charges/charge.ts'
import { charges, listUnsettledCharges } from '../charges/charge-store.ts'
import { explainWaiting } from './explain-waiting.ts'

type Using = Pick<App, 'db'>

/** Unsettled charges of one partner that are shown; the queue of a partner has no counts. */
export const MAX_OF_PARTNER = 1000

interface Asked {
  partnerId?: Id | undefined
  currency?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
}

const readOfPartner = async (
  { db }: Using,
  tenant: Id,
  { partnerId, currency, from, to }: Asked & { partnerId: Id; currency: string },
): Promise<StoredCharge[]> => {
  const found = await listUnsettledCharges(db, tenant, { partnerId, currency, from, to, limit: MAX_OF_PARTNER + 1 })
  if (found.cursors.length > MAX_OF_PARTNER)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `More than ${MAX_OF_PARTNER} unsettled charges of the partner occurred on these days. Ask for fewer days.`,
    )
  return found.items.filter(({ settlementId }) => settlementId === null).reverse()
}

const readPage = async (app: Using, tenant: Id, page: Page, asked: Asked): Promise<Members<StoredCharge>> => {
  const { partnerId, currency, from, to } = asked
  if (!partnerId !== !currency)
    throw invalid({
      propertyPath: partnerId ? 'currency' : 'partnerId',
      message: 'must be given, because one of partnerId and currency is',
    })
  if (partnerId && currency) return slicePage(await readOfPartner(app, tenant, { ...asked, partnerId, currency }), page)
  const byDate = { field: 'occurredOn', from, to }
  return await list(app.db, charges, tenant, { ...page, by: { isUnsettled: true }, byDate })
}

/** Lists the charges that no settlement has, the latest first, with their age and why they wait. */
export const listUnsettled = async (app: Using, tenant: Id, page: Page, asked: Asked, now: Date) => {
  const [zone, { items, ...rest }] = await Promise.all([
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
    readPage(app, tenant, page, asked),
  ])
  const today = toLocalDay(zone, now)
  const explained = await explainWaiting(app.db, tenant, items)
  return { ...rest, items: explained.map((each) => ({ ...each, ageDays: countDaysBetween(each.occurredOn, today) })) }
}

/** A day after all others. */
const LAST_DAY: Day = '9999-12-31'

/** Name of the sum that counts the charges in a currency. */
const countOf = (currency: string) => `n_${currency}`

/** Reads the sums of the charges that no settlement has, by currency and age. The number of reads does not depend on theirs. */
export const readUnsettledSums = async (app: Using, tenant: Id, now: Date): Promise<UnsettledChargeSums> => {
  const today = toLocalDay(await getSetting(app, tenant, GENERAL_SETTINGS.timezone), now)
  const summed = { db: app.db, kind: charges, tenant, by: { isUnsettled: true }, field: 'occurredOn' } as const
  const days = [LAST_DAY, addDays(today, -31), addDays(today, -61), addDays(today, -91)]
  const upTo = (await Promise.all(days.map((day) => readRunningTotals(summed, day)))).map(({ sums }) => sums)
  const currencies = Object.keys(upTo[0] ?? {}).filter((name) => upTo[0]?.[countOf(name)])
  const read = (name: string, i: number) => upTo[i]?.[name] ?? 0n
  return {
    currencies: currencies.sort().map((currency) => {
      const between = (i: number) => requireSafeAmount(read(currency, i) - read(currency, i + 1))
      return {
        currency,
        amount: requireSafeAmount(read(currency, 0)),
        count: Number(read(countOf(currency), 0)),
        aging: { days0To30: between(0), days31To60: between(1), days61To90: between(2), days90Plus: between(3) },
      }
    }),
    generatedAt: now.toISOString(),
  }
}
