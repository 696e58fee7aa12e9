import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Stale } from '../../platform/store/transaction.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { moveBill } from '../bills/bill.ts'
import { bills } from '../bills/bill-store.ts'
import { payBill } from '../bills/decisions/mark-bill-paid.ts'
import { paySettlement } from '../settlements/decisions/mark-settlement-paid.ts'
import { settlements } from '../settlements/settlement-store.ts'
import { type Payable, readPayables } from './payable.ts'
import { countDecided, type Decision, moveItem, type RunCounts, type StoredRunItem } from './payment-run.ts'
import { paymentRunItems, readNextItems } from './payment-run-store.ts'

type Using = Pick<App, 'db'>

/** Paying a bill takes about ten actions, freeing it takes two. */
export const MAX_DECIDED_PER_TRANSACTION = { confirm: 7, reject: 12, remove: 12, free: 40 } as const

const pay = async (
  app: Using,
  unit: Unit,
  { kind, record }: Payable,
  payment: { paidBy: Id | null; paymentReference: string },
  zone: string,
): Promise<void> => {
  const paid = { ...payment, paymentMethod: 'bank_transfer' } as const
  if (kind === 'bill') await payBill(app, unit, record, paid, zone)
  else await paySettlement(app, unit, record, paid, zone)
}

/** Frees a bill or settlement for other runs. A bill whose payment failed is approved again, with the reason. */
const release = (unit: Unit, { kind, record }: Payable, failure: string | null): void => {
  if (kind === 'settlement') unit.update(settlements, record, { paymentRunId: null })
  else if (failure === null) unit.update(bills, record, { paymentRunId: null })
  else
    unit.update(bills, record, {
      status: moveBill(record, 'fail_payment'),
      paymentRunId: null,
      scheduledPaymentDate: null,
      paymentFailureReason: failure,
    })
}

const decideItem = (unit: Unit, item: StoredRunItem, { action, text }: Decision): StoredRunItem =>
  unit.update(paymentRunItems, item, {
    status: moveItem(item, action),
    rejectionReason: action === 'confirm' ? null : text,
    decidedAt: unit.now.toISOString(),
  })

/** Decides the next items, except those that were decided before. Returns the counts of the run and what is left to decide. */
export const decideItems = async (
  app: Using,
  unit: Unit,
  run: RunCounts & { id: Id },
  decision: Decision,
  { count, zone }: { count: number; zone: string },
): Promise<{ counts: RunCounts; items: StoredRunItem[]; next: Decision | null }> => {
  const { action, text, by } = decision
  const { items, next } = await readNextItems(app.db, unit.tenant, run.id, decision, count)
  const pending = items.filter(({ status, runId }) => status === 'pending' && runId === run.id)
  const payables = await readPayables(
    app.db,
    unit.tenant,
    pending.map(({ recordKind: kind, recordId: id }) => ({ kind, id })),
  )
  const decided: StoredRunItem[] = []
  for (const [i, item] of pending.entries()) {
    const payable = payables[i]
    // Another worker decided the item after it was read here.
    if (payable?.record.paymentRunId !== run.id || payable.record.status === 'paid') throw new Stale()
    if (action === 'confirm') await pay(app, unit, payable, { paidBy: by, paymentReference: text ?? item.id }, zone)
    else release(unit, payable, action === 'free' ? null : text)
    decided.push(decideItem(unit, item, decision))
  }
  return { counts: countDecided(run, action, decided), items: decided, next }
}
