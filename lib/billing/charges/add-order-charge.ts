import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildUnsettled, WITHOUT_TARIFF } from './charge.ts'
import { createCharge } from './charge-store.ts'

/** Amount owed to a partner for an order sold on its behalf. */
interface OrderCharge {
  partnerId: Id
  chargeType: string
  subject: string
  description: string
  /** In minor units; below 0 if less is owed than before. Nothing is charged if it is 0. */
  amount: number
  currency: string
  occurredAt: Date
  /** The day in the tenant's time zone, which decides the settlement period of the charge. */
  occurredOn: Day
}

const MAX_DESCRIPTION = 500

export const addOrderCharge = (unit: Unit, { occurredAt, description, ...owed }: OrderCharge): void => {
  if (owed.amount)
    createCharge(unit, {
      ...owed,
      scope: 'sales',
      description: description.slice(0, MAX_DESCRIPTION),
      occurredAt: occurredAt.toISOString(),
      ...WITHOUT_TARIFF,
      ...buildUnsettled(owed),
    })
}
