import type { OrderState } from '../../../schemas/sales/order.ts'
import type { TimelineStep } from '../../../schemas/sales/orders/order-timeline.ts'
import type { Step } from '../../platform/store/entities/timeline.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findChanges } from './find-changes.ts'

const BECAME = {
  accepted: 'order.accepted',
  held: 'order.held',
  rejected: 'order.rejected',
  cancelled: 'order.cancelled',
} as const satisfies Record<OrderState, TimelineStep>

/** Tells what became of the order, and the rule set that decided it; without one it was whoever caused the work. */
const tellStatus = ({ status, decided, decidedBy }: StoredOrder): Step => ({
  step: BECAME[status],
  ...(status === decided &&
    decidedBy?.ruleSetId && { cause: `commerce:///sales/acceptance-rule-sets/${decidedBy.ruleSetId}` }),
})

const tellMoney = (after: StoredOrder, before: StoredOrder): Step[] => [
  ...(after.paymentStatus === before.paymentStatus
    ? []
    : [{ step: 'order.payment_changed', details: { code: after.paymentStatus } } as const]),
  ...(after.refundedAmount > before.refundedAmount
    ? [
        {
          step: 'order.refunded',
          details: { amount: after.refundedAmount - before.refundedAmount, currency: after.currency },
        } as const,
      ]
    : []),
]

/** Members whose change is a step of its own. */
const OWN_STEPS = ['status', 'holdReason', 'paymentStatus', 'refundedAmount']

const tellChange = (after: StoredOrder, before: StoredOrder): Step[] => {
  if (after.revision === before.revision) return []
  const fields = [...new Set(findChanges(before, after).map(({ field }) => field))]
  const others = fields.filter((field) => !OWN_STEPS.includes(field))
  return others.length ? [{ step: 'order.changed', details: { revision: after.revision, fields: others } }] : []
}

const tellHold = (after: StoredOrder, before: StoredOrder): Step[] =>
  after.holdReason === before.holdReason
    ? []
    : [{ step: after.holdReason === null ? 'order.released' : 'order.put_on_hold' }]

const isNoted = (after: StoredOrder, before: StoredOrder) =>
  after.note !== before.note || after.tags.join('\n') !== before.tags.join('\n')

/** Tells the steps of an order itself that a change of it is. */
export const tellOrderSteps = (after: StoredOrder, before: StoredOrder | undefined): readonly Step[] =>
  before
    ? [
        ...tellChange(after, before),
        ...tellMoney(after, before),
        ...(after.status === before.status ? [] : [tellStatus(after)]),
        ...tellHold(after, before),
        ...(isNoted(after, before) ? [{ step: 'order.noted' } as const] : []),
      ]
    : [{ step: 'order.imported' }, tellStatus(after)]
