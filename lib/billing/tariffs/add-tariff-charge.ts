import { toLocalDay } from '../../platform/calendar/day.ts'
import { toMonth } from '../../platform/calendar/month.ts'
import type { Id } from '../../platform/id.ts'
import { negateExactly, roundExactly } from '../../platform/money/exact-amount.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildUnsettled, type StoredCharge } from '../charges/charge.ts'
import { createCharge } from '../charges/charge-store.ts'
import type { PricedUnit } from './price-hand-off.ts'
import type { StoredTariff } from './tariff.ts'

interface TariffCharge {
  /** Derived from what is charged, so that nothing is charged twice. */
  id: Id
  tariff: Pick<StoredTariff, 'id' | 'partnerId' | 'currency'>
  /** True if the tariff has rules for whole months that count the charge. */
  isMonthly: boolean
  priced: Omit<PricedUnit, 'surcharge' | 'per'>
  /** What is charged, such as the unit of the rate. */
  chargeType: string
  description: string
  /** URI of what the charge is for. */
  subject: string
  at: Date
  zone: string
}

const MAX_DESCRIPTION = 500

export const addTariffCharge = (
  unit: Unit,
  {
    id,
    tariff: { id: tariffId, partnerId, currency },
    isMonthly,
    chargeType,
    priced,
    description,
    subject,
    at,
    zone,
  }: TariffCharge,
): StoredCharge => {
  const occurredOn = toLocalDay(zone, at)
  // The month was closed without this charge.
  if (isMonthly && toMonth(occurredOn) < toMonth(toLocalDay(zone, unit.now)))
    unit.schedule('billing.tariffs.close-months', { tenant: unit.tenant, tariffId, from: occurredOn, to: occurredOn })
  return createCharge(unit, {
    id,
    partnerId,
    tariffId,
    chargeType,
    description: description.slice(0, MAX_DESCRIPTION),
    scope: priced.scope,
    quantity: priced.quantity,
    rate: priced.rate,
    amount: priced.amount,
    exactAmount: priced.exactAmount,
    currency,
    subject,
    occurredAt: at.toISOString(),
    occurredOn,
    ...buildUnsettled({ partnerId, currency }),
    ...(isMonthly && { monthlyOf: tariffId }),
  })
}

/**
 * Takes a charge back by a counter charge of the present day, since the original may be settled. It has the opposite of what
 * the original costs exactly, whatever a settlement made of that.
 */
export const reverseCharge = (unit: Unit, id: Id, before: StoredCharge, zone: string): StoredCharge => {
  const { tariffId, partnerId, currency, quantity, rate, exactAmount: exact, chargeType, monthlyOf } = before
  const exactAmount = exact && negateExactly(exact)
  return addTariffCharge(unit, {
    id,
    tariff: { id: tariffId as Id, partnerId, currency },
    isMonthly: monthlyOf !== undefined,
    chargeType,
    priced: {
      scope: before.scope as PricedUnit['scope'],
      quantity: -(quantity ?? 0),
      rate,
      amount: exactAmount === null ? -before.amount : roundExactly(exactAmount),
      exactAmount,
    },
    description: `Reversed: ${before.description}`,
    subject: before.subject ?? '',
    at: unit.now,
    zone,
  })
}
