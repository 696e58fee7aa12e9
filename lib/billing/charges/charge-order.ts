import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildUnsettled } from './charge.ts'
import { charges } from './charge-store.ts'

/** Amount owed to a partner for an order sold on its behalf. */
interface OrderCharge {
  orderId: Id
  subject: string
  description: string
  /** In minor units; below 0 if less is owed than before. */
  amount: number
  currency: string
}

/** `today` is the day in the tenant's time zone, which decides the settlement period of the charge. */
export const chargeOrder = (unit: Unit, partnerId: Id, { orderId, ...owed }: OrderCharge, today: Day): void => {
  if (owed.amount)
    unit.create(charges, {
      ...owed,
      partnerId,
      scope: 'sales',
      chargeType: 'order',
      occurredAt: unit.now.toISOString(),
      occurredOn: today,
      ...buildUnsettled({ partnerId, currency: owed.currency }),
    })
}
