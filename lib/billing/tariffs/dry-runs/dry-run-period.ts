import { RATE_UNITS, type RateUnit } from '../../../../schemas/billing/tariff.ts'
import type { TariffPeriodInput } from '../../../../schemas/billing/tariffs/tariff-dry-run.ts'
import type { App } from '../../../platform/app/app.ts'
import { addDays, countDaysBetween, startOfDay } from '../../../platform/calendar/day.ts'
import { clampDayOfMonth, toMonth } from '../../../platform/calendar/month.ts'
import { encodeTime, type Id } from '../../../platform/id.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { addExactly, type ExactAmount, negateExactly, roundExactly } from '../../../platform/money/exact-amount.ts'
import { invalid, orNotFound, Problem } from '../../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../../platform/settings/general-settings.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import { findAll } from '../../../platform/store/lists/list.ts'
import { scanPart } from '../../../platform/store/lists/scan-part.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import type { StoredCharge } from '../../charges/charge.ts'
import { charges } from '../../charges/charge-store.ts'
import { computeMonth, MINIMUM, volumeOf } from '../months/compute-month.ts'
import { priceMonth, priceUnit } from '../price-hand-off.ts'
import type { StoredTariff } from '../tariff.ts'
import { findTariff, tariffs } from '../tariff-store.ts'

const CHARGES_AT_ONCE = 500
const MAX_CHARGES = 40_000
/** A year; each of its months may have a minimum. */
const MAX_DAYS = 366
/** The id of the charge of a return is as old as its request, which came before the pieces. */
const DAYS_BEFORE = 60

type OfTariff = StoredCharge & { tariffId: Id; quantity: number }
type Counted = OfTariff & { chargeType: RateUnit }

const isOfTariff = (charge: StoredCharge): charge is OfTariff => charge.tariffId !== null && charge.quantity !== null

const isCounted = (charge: OfTariff): charge is Counted => RATE_UNITS.some((per) => per === charge.chargeType)

/** Reads what tariffs of the same partner and currency charged for these days. */
const readOfTariffs = async (
  db: Table,
  tenant: Id,
  { partnerId, currency }: StoredTariff,
  { from, to }: TariffPeriodInput,
  zone: string,
): Promise<OfTariff[]> => {
  const found: OfTariff[] = []
  let after: string | null = encodeTime(startOfDay(zone, addDays(from, -DAYS_BEFORE)))
  for (let read = 0; after !== null; read += CHARGES_AT_ONCE) {
    if (read >= MAX_CHARGES)
      throw new Problem('OPERATION_NOT_ALLOWED', `The partner has more than ${MAX_CHARGES} charges since ${from}.`)
    const part: { items: StoredCharge[]; next: string | null } = await scanPart(db, charges, tenant, {
      by: { partnerId },
      after,
      limit: CHARGES_AT_ONCE,
    })
    const ofDays = ({ occurredOn, currency: own }: StoredCharge) =>
      occurredOn >= from && occurredOn <= to && own === currency
    found.push(...part.items.filter(isOfTariff).filter(ofDays))
    after = part.next
  }
  return found
}

/** Prices again what was charged once; what was taken back is taken back at the new price. */
const priceAgain = (tariff: StoredTariff, { chargeType, quantity }: Counted): string => {
  const priced = priceUnit(tariff, chargeType, Math.abs(quantity))
  const exact = priced ? (priced.exactAmount ?? String(priced.amount)) : '0'
  return quantity < 0 ? negateExactly(exact) : exact
}

const sumQuantities = (own: readonly OfTariff[]): number =>
  Number(own.map(({ quantity }) => String(quantity)).reduce(addExactly, '0'))

const sumExactly = (own: readonly OfTariff[]): ExactAmount =>
  own.map(({ amount, exactAmount }) => exactAmount ?? String(amount)).reduce(addExactly, '0')

/** Returns what tiers for months change of a unit, as if nothing had happened outside the days. */
const sumChanges = (tariff: StoredTariff, per: RateUnit, own: readonly Counted[]): ExactAmount =>
  [...Map.groupBy(own, ({ occurredOn }) => toMonth(occurredOn)).values()]
    .map((ofMonth) => priceMonth(tariff, per, sumQuantities(ofMonth)) ?? '0')
    .reduce(addExactly, '0')

const sumUnit = (tariff: StoredTariff, per: RateUnit, own: readonly Counted[], closing: readonly OfTariff[]) => {
  const priced = own.reduce((sum, each) => addExactly(sum, priceAgain(tariff, each)), '0')
  const exactAmount = addExactly(priced, sumChanges(tariff, per, own))
  const tiered = closing.filter(({ chargeType }) => chargeType === volumeOf(per))
  return {
    per,
    quantity: sumQuantities(own),
    amount: roundExactly(exactAmount),
    exactAmount,
    chargedAmount: roundExactly(sumExactly([...own, ...tiered])),
  }
}

/** Returns what the minimum adds to the charges of the months of which all days are asked for. */
const sumMinimums = (tariff: StoredTariff, counted: readonly Counted[], { from, to }: TariffPeriodInput): number => {
  let sum: ExactAmount = '0'
  for (let month = toMonth(from); month <= toMonth(to); month++) {
    const [first, last] = [clampDayOfMonth(month, 1), clampDayOfMonth(month, 31)]
    if (first < from || last > to) continue
    const own = counted.filter(({ occurredOn }) => occurredOn >= first && occurredOn <= last)
    const ofMonth = Map.groupBy(own, ({ chargeType }) => chargeType)
    const units = new Map(
      [...ofMonth].map(([per, all]) => {
        const exact = all.map((each) => priceAgain(tariff, each)).reduce(addExactly, '0')
        return [per, { quantity: sumQuantities(all), exact }]
      }),
    )
    const { [MINIMUM]: lack = '0' } = Object.fromEntries(
      computeMonth(tariff, { first, last, charged: { from: first, to: last } }, units),
    )
    sum = addExactly(sum, lack)
  }
  return roundExactly(sum)
}

/** Computes what the days would have cost by the tariff, from the quantities that the tariffs of those days charged. */
export const dryRunPeriod = async (app: Pick<App, 'db'>, tenant: Id, id: string, period: TariffPeriodInput) => {
  if (period.to < period.from) throw invalid({ propertyPath: 'to', message: 'must not be before from' })
  if (countDaysBetween(period.from, period.to) >= MAX_DAYS)
    throw invalid({ propertyPath: 'to', message: `must not make the period longer than ${MAX_DAYS} days` })
  const [found, zone] = await Promise.all([
    findTariff(app.db, tenant, id),
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
  ])
  const tariff = orNotFound(found)
  const all = await readOfTariffs(app.db, tenant, tariff, period, zone)
  const usedIds = [...new Set(all.map(({ tariffId }) => tariffId))]
  const used = new Map((await findAll(app.db, tariffs, tenant, usedIds)).map((each) => [each.id, each]))
  const ofBasis = all.filter(({ tariffId }) => used.get(tariffId)?.basis === tariff.basis)
  const counted = ofBasis.filter(isCounted)
  const byUnit = Map.groupBy(counted, ({ chargeType }) => chargeType)
  const units = RATE_UNITS.flatMap((per) => {
    const own = byUnit.get(per)
    return own ? [sumUnit(tariff, per, own, ofBasis)] : []
  })
  const minimumAmount = sumMinimums(tariff, counted, period)
  const chargedMinimum = sumExactly(ofBasis.filter(({ chargeType }) => chargeType === MINIMUM))
  return {
    tariffId: tariff.id,
    ...period,
    currency: tariff.currency,
    totalAmount: sumAmounts([...units.map(({ amount }) => amount), minimumAmount]),
    chargedAmount: sumAmounts([...units.map(({ chargedAmount }) => chargedAmount), roundExactly(chargedMinimum)]),
    minimumAmount,
    units,
    unknownUnits: RATE_UNITS.filter((per) => tariff.rates.some((rate) => rate.per === per) && !byUnit.has(per)),
  }
}
