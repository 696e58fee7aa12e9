import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { newIdInShardWith } from '../../platform/store/entities/sharded-id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildUnsettledKey } from './charge.ts'
import { charges } from './charge-store.ts'

/** What is owed to a partner for an order that was sold for it. */
interface Owed {
  orderId: Id
  subject: string
  description: string
  /** Below 0 where less is owed than before. */
  amount: number
  currency: string
}

/** `today`: where the tenant is, so that a settlement of this day's period has it. */
export const chargeOrder = (unit: Unit, partnerId: Id, { orderId, ...owed }: Owed, today: Day): void => {
  if (owed.amount)
    unit.create(charges, {
      ...owed,
      id: newIdInShardWith(orderId, unit.now),
      partnerId,
      scope: 'sales',
      chargeType: 'order',
      occurredAt: unit.now.toISOString(),
      occurredOn: today,
      settlementId: null,
      unsettledOf: buildUnsettledKey(partnerId, owed.currency),
    })
}
