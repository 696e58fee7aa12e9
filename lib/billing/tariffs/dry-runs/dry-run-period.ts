import { RATE_UNITS, type RateUnit } from '../../../../schemas/billing/tariff.ts'
import type { TariffPeriodInput } from '../../../../schemas/billing/tariffs/tariff-dry-run.ts'
import { getSetting } from '../../../configuration/get-settings.ts'
import type { App } from '../../../platform/app/app.ts'
import { startOfDay } from '../../../platform/calendar/day.ts'
import { encodeTime, type Id } from '../../../platform/id.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { addExactly, negateExactly, roundExactly } from '../../../platform/money/exact-amount.ts'
import { invalid, orNotFound, Problem } from '../../../platform/problem.ts'
import { findAll } from '../../../platform/store/lists/list.ts'
import { scanPart } from '../../../platform/store/lists/scan-part.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import type { StoredCharge } from '../../charges/charge.ts'
import { charges } from '../../charges/charge-store.ts'
import { priceUnit } from '../price-hand-off.ts'
import type { StoredTariff } from '../tariff.ts'
import { findTariff, tariffs } from '../tariff-store.ts'

const CHARGES_AT_ONCE = 500
const MAX_CHARGES = 20_000

type Counted = StoredCharge & { tariffId: Id; quantity: number; chargeType: RateUnit }

const isCounted = (charge: StoredCharge): charge is Counted =>
  charge.tariffId !== null && charge.quantity !== null && RATE_UNITS.some((per) => per === charge.chargeType)

/** Reads what tariffs of the same partner and currency charged for these days. */
const readCounted = async (
  db: Table,
  tenant: Id,
  { partnerId, currency }: StoredTariff,
  { from, to }: TariffPeriodInput,
  zone: string,
): Promise<Counted[]> => {
  const found: Counted[] = []
  let after: string | null = encodeTime(startOfDay(zone, from))
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
    found.push(...part.items.filter(isCounted).filter(ofDays))
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

const sumUnit = (tariff: StoredTariff, per: RateUnit, own: readonly Counted[]) => {
  const exactAmount = own.reduce((sum, each) => addExactly(sum, priceAgain(tariff, each)), '0')
  const charged = own.map(({ amount, exactAmount: exact }) => exact ?? String(amount)).reduce(addExactly, '0')
  return {
    per,
    quantity: Number(own.map(({ quantity }) => String(quantity)).reduce(addExactly, '0')),
    amount: roundExactly(exactAmount),
    exactAmount,
    chargedAmount: roundExactly(charged),
  }
}

/** Computes what the days would have cost by the tariff, from the quantities that the tariffs of those days charged. */
export const dryRunPeriod = async (app: Pick<App, 'db'>, tenant: Id, id: string, period: TariffPeriodInput) => {
  if (period.to < period.from) throw invalid({ propertyPath: 'to', message: 'must not be before from' })
  const [found, zone] = await Promise.all([findTariff(app.db, tenant, id), getSetting(app, tenant, 'general.timezone')])
  const tariff = orNotFound(found)
  const all = await readCounted(app.db, tenant, tariff, period, zone)
  const usedIds = [...new Set(all.map(({ tariffId }) => tariffId))]
  const used = new Map((await findAll(app.db, tariffs, tenant, usedIds)).map((each) => [each.id, each]))
  const counted = all.filter(({ tariffId }) => used.get(tariffId)?.basis === tariff.basis)
  const byUnit = Map.groupBy(counted, ({ chargeType }) => chargeType)
  const units = RATE_UNITS.flatMap((per) => {
    const own = byUnit.get(per)
    return own ? [sumUnit(tariff, per, own)] : []
  })
  return {
    tariffId: tariff.id,
    ...period,
    currency: tariff.currency,
    totalAmount: sumAmounts(units.map(({ amount }) => amount)),
    chargedAmount: sumAmounts(units.map(({ chargedAmount }) => chargedAmount)),
    units,
    unknownUnits: RATE_UNITS.filter((per) => tariff.rates.some((rate) => rate.per === per) && !byUnit.has(per)),
  }
}
