import { MAX_LEFT_OUT } from '../../../schemas/billing/payments/payment-run.ts'
import { findPartners } from '../../partner/find-partners.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { App } from '../../platform/app/app.ts'
import { getNextId, type Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { bills } from '../bills/bill-store.ts'
import { settlements } from '../settlements/settlement-store.ts'
import {
  buildPayee,
  findObstacle,
  findPayeeFaults,
  getPayableNumber,
  getPayableUri,
  listInvolved,
  type Payable,
  readPayables,
} from './payable.ts'
import type { LeftOut, PayableRef, RunCounts, StoredPaymentRun, StoredRunItem } from './payment-run.ts'
import { paymentRunItems } from './payment-run-store.ts'

export const MAX_COLLECTED_PER_TRANSACTION = 28

/** Adds an item, and marks the bill or settlement as being in the run. Two runs that want it collide at its revision. */
const addItem = (
  unit: Unit,
  { runId, id }: { runId: Id; id: Id },
  { payable, partner }: { payable: Payable; partner: StoredPartner },
): StoredRunItem => {
  const { kind, record } = payable
  if (kind === 'bill') unit.update(bills, record, { paymentRunId: runId })
  else unit.update(settlements, record, { paymentRunId: runId })
  return unit.create(
    paymentRunItems,
    {
      id,
      runId,
      recordKind: kind,
      recordId: record.id,
      number: getPayableNumber(payable),
      partnerId: partner.id,
      partnerName: partner.name,
      amount: record.totalAmount,
      payee: buildPayee(partner),
      status: 'pending',
      rejectionReason: null,
      decidedAt: null,
    },
    'stale',
  )
}

type Collected = Pick<StoredPaymentRun, keyof RunCounts | 'involved' | 'leftOut' | 'leftOutCount'>

const findReason = (payable: Payable | undefined, partner: StoredPartner | undefined): string | undefined => {
  if (!payable || !partner) return 'It does not exist any more.'
  const [fault] = findPayeeFaults(partner)
  return findObstacle(payable) ?? (fault && `The partner ${fault}.`)
}

/**
 * Adds bills and settlements to a run, and leaves out those that cannot be paid any more. Returns the changes of the run and
 * its new items.
 */
export const collectItems = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  run: Collected & { id: Id },
  refs: readonly PayableRef[],
): Promise<{ collected: Collected; items: StoredRunItem[] }> => {
  const payables = await readPayables(db, unit.tenant, refs)
  const partners = await findPartners(
    db,
    unit.tenant,
    payables.flatMap((payable) => payable?.record.partnerId ?? []),
  )
  const involved = new Set(run.involved)
  const leftOut: LeftOut[] = []
  const items: StoredRunItem[] = []
  let id = unit.newId()
  for (const [i, ref] of refs.entries()) {
    const payable = payables[i]
    const partner = payable && partners.get(payable.record.partnerId)
    const reason = findReason(payable, partner)
    if (!payable || !partner || reason) {
      leftOut.push({ subject: getPayableUri(ref), reason: reason ?? '' })
      continue
    }
    // Ids that follow each other keep the order of the items.
    id = items.length ? getNextId(id) : id
    items.push(addItem(unit, { runId: run.id, id }, { payable, partner }))
    for (const each of listInvolved(payable)) involved.add(each)
  }
  const collected = {
    itemCount: run.itemCount + items.length,
    totalAmount: items.reduce((sum, { amount }) => sum + amount, run.totalAmount),
    pendingCount: run.pendingCount + items.length,
    paidCount: run.paidCount,
    rejectedCount: run.rejectedCount,
    involved: [...involved],
    leftOutCount: run.leftOutCount + leftOut.length,
    leftOut: [...run.leftOut, ...leftOut].slice(0, MAX_LEFT_OUT),
  }
  return { collected, items }
}
