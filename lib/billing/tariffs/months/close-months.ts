import { RATE_UNITS, type RateUnit } from '../../../../schemas/billing/tariff.ts'
import type { App } from '../../../platform/app/app.ts'
import { addDays, type Day, startOfDay, toLocalDay } from '../../../platform/calendar/day.ts'
import type { TaskData } from '../../../platform/events/outbox/task.ts'
import { deriveId, type Id } from '../../../platform/id.ts'
import { addExactly, type ExactAmount, negateExactly, roundExactly } from '../../../platform/money/exact-amount.ts'
import { GENERAL_SETTINGS } from '../../../platform/settings/general-settings.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../../platform/store/unit.ts'
import { listChargesOfMonth } from '../../charges/charge-store.ts'
import { addTariffCharge } from '../add-tariff-charge.ts'
import {
  findClosedMonth,
  findMonthMeter,
  getFirstOfMonth,
  getFirstOfNextMonth,
  getLastOfMonth,
  type MonthMeter,
  putClosedMonth,
} from '../month-meters/month-meter-store.ts'
import { SCOPES_OF_UNITS } from '../price-hand-off.ts'
import { hasMonthRules, type StoredTariff } from '../tariff.ts'
import { findTariff } from '../tariff-store.ts'
import { computeMonth, type DaysOfMonth, MINIMUM, type MonthOfUnit, volumeOf } from './compute-month.ts'

const CHARGES_AT_ONCE = 500

/** Adds up the charges of a month by unit. */
const sumMonth = async (
  db: Table,
  tenant: Id,
  { id: tariffId, currency }: StoredTariff,
  { first: from, last: to }: DaysOfMonth,
): Promise<Map<RateUnit, MonthOfUnit>> => {
  const sums = new Map<RateUnit, MonthOfUnit>()
  let after: string | null = null
  do {
    const asked = { tariffId, from, to, after, limit: CHARGES_AT_ONCE }
    const { items, cursors }: Awaited<ReturnType<typeof listChargesOfMonth>> = await listChargesOfMonth(
      db,
      tenant,
      asked,
    )
    for (const { chargeType, quantity, exactAmount, amount, currency: own } of items) {
      const per = RATE_UNITS.find((each) => each === chargeType)
      // An amount that somebody changed to another currency counts in no sum of the tariff.
      if (!per || own !== currency) continue
      const { quantity: before = 0, exact = '0' } = sums.get(per) ?? {}
      sums.set(per, {
        quantity: Number(addExactly(String(before), String(quantity ?? 0))),
        exact: addExactly(exact, exactAmount ?? String(amount)),
      })
    }
    after = cursors.length < CHARGES_AT_ONCE ? null : (cursors.at(-1) ?? null)
  } while (after !== null)
  return sums
}

const findDays = ({ validFrom, lastDay }: StoredTariff, { firstDay }: MonthMeter, month: Day): DaysOfMonth => {
  const [first, last] = [month, getLastOfMonth(month)]
  const from = [first, firstDay].sort().at(-1) as Day
  const to = [last, lastDay].sort()[0] as Day
  return { first, last, charged: from <= to && validFrom <= lastDay ? { from, to } : null }
}

const describe = (type: string, month: Day): string =>
  type === MINIMUM
    ? `Minimum of ${month.slice(0, 7)}`
    : `Tiers of ${month.slice(0, 7)}: ${RATE_UNITS.find((per) => volumeOf(per) === type) ?? type}`

/** Charges the difference between what the rules make of the month and what was charged for that. */
const chargeDifference = (
  unit: Unit,
  tariff: StoredTariff,
  { first, last, charged }: DaysOfMonth,
  { type, exact, turn, zone }: { type: string; exact: ExactAmount; turn: number; zone: string },
): void => {
  const end = startOfDay(zone, addDays(charged?.to ?? last, 1))
  const per = RATE_UNITS.find((each) => volumeOf(each) === type)
  addTariffCharge(unit, {
    id: deriveId(end, 'tariff-month', tariff.id, first, type, String(turn)),
    tariff,
    isMonthly: false,
    chargeType: type,
    priced: {
      scope: per ? SCOPES_OF_UNITS[per] : 'fulfilment',
      // Like the charges of the tariff: of one sign with the amount if the partner supplies, of opposite signs otherwise.
      quantity: exact.startsWith('-') === (tariff.direction === 'owed') ? -1 : 1,
      rate: null,
      amount: roundExactly(exact),
      exactAmount: exact,
    },
    description: describe(type, first),
    subject: `commerce:///billing/tariffs/${tariff.id}`,
    at: new Date(end.getTime() - 1),
    zone,
  })
}

const closeMonth = async (db: Table, unit: Unit, tariffId: Id, month: Day, zone: string): Promise<void> => {
  const [tariff, meter, before] = await Promise.all([
    findTariff(db, unit.tenant, tariffId),
    findMonthMeter(db, unit.tenant, tariffId),
    findClosedMonth(db, unit.tenant, tariffId, month),
  ])
  if (!tariff || !meter || !hasMonthRules(tariff)) return
  const days = findDays(tariff, meter, month)
  const target = computeMonth(tariff, days, await sumMonth(db, unit.tenant, tariff, days))
  const turn = (before?.turn ?? 0) + 1
  let isChanged = false
  for (const [type, amount] of target) {
    const exact = addExactly(amount, negateExactly(before?.charged[type] ?? '0'))
    if (exact === '0') continue
    isChanged = true
    chargeDifference(unit, tariff, days, { type, exact, turn, zone })
  }
  if (isChanged) putClosedMonth(unit, before, { tariffId, month, charged: Object.fromEntries(target), turn })
}

/**
 * Charges what the rules of a tariff for months add to the charges of ended months, and again if charges of them came late.
 * Each month is a transaction that fails if another one closed it meanwhile. Idempotent.
 */
export const closeMonths = async (
  app: Pick<App, 'db'>,
  { tenant, tariffId, from, to }: TaskData['billing.tariffs.close-months'],
  now: Date,
): Promise<void> => {
  const zone = await getSetting(app, tenant, GENERAL_SETTINGS.timezone)
  const today = toLocalDay(zone, now)
  for (
    let month = getFirstOfMonth(from);
    month <= to && getLastOfMonth(month) < today;
    month = getFirstOfNextMonth(month)
  )
    await runInUnit(app.db, { tenant, actor: null, now }, (unit) => closeMonth(app.db, unit, tariffId, month, zone))
}
