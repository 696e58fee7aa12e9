import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildUnsettled, type StoredCharge } from '../charges/charge.ts'
import { charges } from '../charges/charge-store.ts'
import type { PricedUnit } from './price-hand-off.ts'
import type { StoredTariff } from './tariff.ts'

interface TariffCharge {
  /** Derived from what is charged, so that nothing is charged twice. */
  id: Id
  tariff: Pick<StoredTariff, 'partnerId' | 'currency'>
  priced: Pick<PricedUnit, 'per' | 'scope' | 'amount'>
  description: string
  /** URI of what the charge is for. */
  subject: string
  at: Date
  zone: string
}

const MAX_DESCRIPTION = 500

export const addTariffCharge = (
  unit: Unit,
  { id, tariff: { partnerId, currency }, priced: { per, scope, amount }, description, subject, at, zone }: TariffCharge,
): StoredCharge =>
  unit.create(charges, {
    id,
    partnerId,
    scope,
    chargeType: per,
    description: description.slice(0, MAX_DESCRIPTION),
    amount,
    currency,
    subject,
    occurredAt: at.toISOString(),
    occurredOn: toLocalDay(zone, at),
    ...buildUnsettled({ partnerId, currency }),
  })

/** Takes a charge back by a counter charge of the present day, since the original may be settled. */
export const reverseCharge = (unit: Unit, id: Id, before: StoredCharge, zone: string): StoredCharge =>
  addTariffCharge(unit, {
    id,
    tariff: before,
    priced: {
      per: before.chargeType as PricedUnit['per'],
      scope: before.scope as PricedUnit['scope'],
      amount: -before.amount,
    },
    description: `Reversed: ${before.description}`,
    subject: before.subject ?? '',
    at: unit.now,
    zone,
  })
