import type { Members } from '../../platform/store/lists/list.ts'
import type { StoredPayment } from './payment.ts'

export const presentPayment = (payment: StoredPayment) => {
  const reversedAt = new Map(payment.reversals.flatMap(({ allocationIds, at }) => allocationIds.map((id) => [id, at])))
  return {
    ...payment,
    allocations: payment.allocations.map((each) => ({ ...each, reversedAt: reversedAt.get(each.id) ?? null })),
  }
}

export const presentPayments = ({ items, totalItems }: Members<StoredPayment>) => ({
  items: items.map(presentPayment),
  totalItems,
})
