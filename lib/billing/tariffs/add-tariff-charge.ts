import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { negateExactly, roundExactly } from '../../platform/money/exact-amount.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildUnsettled, type StoredCharge } from '../charges/charge.ts'
import { charges } from '../charges/charge-store.ts'
import type { PricedUnit } from './price-hand-off.ts'
import type { StoredTariff } from './tariff.ts'

interface TariffCharge {
  /** Derived from what is charged, so that nothing is charged twice. */
  id: Id
  tariff: Pick<StoredTariff, 'id' | 'partnerId' | 'currency'>
  priced: Omit<PricedUnit, 'surcharge'>
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
    priced: { per: chargeType, ...priced },
    description,
    subject,
    at,
    zone,
  }: TariffCharge,
): StoredCharge =>
  unit.create(charges, {
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
    occurredOn: toLocalDay(zone, at),
    ...buildUnsettled({ partnerId, currency }),
  })

/**
 * Takes a charge back by a counter charge of the present day, since the original may be settled. It has the opposite of what
 * the original costs exactly, whatever a settlement made of that.
 */
export const reverseCharge = (unit: Unit, id: Id, before: StoredCharge, zone: string): StoredCharge => {
  const { tariffId, partnerId, currency, quantity, rate, exactAmount: exact } = before
  const exactAmount = exact && negateExactly(exact)
  return addTariffCharge(unit, {
    id,
    tariff: { id: tariffId as Id, partnerId, currency },
    priced: {
      per: before.chargeType as PricedUnit['per'],
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
