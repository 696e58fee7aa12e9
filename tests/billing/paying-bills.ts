import type { StoredBill } from '../../lib/billing/bills/bill.ts'
import type { StoredLedgerEntry } from '../../lib/billing/ledger/ledger-entry.ts'
import type { StoredPaymentRun, StoredRunItem } from '../../lib/billing/payment-runs/payment-run.ts'
import type { StoredSettlement } from '../../lib/billing/settlements/settlement.ts'
import { app } from '../../lib/platform/app/app.ts'
import { fromItem, partition, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { set } from './settling.ts'

export const BILLS = '/api/billing/bills'

let made = 0

/** Records a bill, by default of 119.00 EUR that is due on 31 March 2026. */
export const aBill = async (member: Member, partnerId: string, fields: object = {}) => {
  const { body } = await member.post(BILLS, {
    partnerId,
    billNumber: `R-${++made}`,
    currency: 'EUR',
    totalAmount: 11_900,
    issuedAt: '2026-03-01',
    dueAt: '2026-03-31',
    ...fields,
  })
  return body
}

export const ofBill = ({ id }: { id: string }, action = '') => `${BILLS}/${id}${action && `/${action}`}`

export const REFERENCE = { paymentReference: 'SEPA 4711' }

/** The body that each action on a bill needs. */
export const SENT: Record<string, object | undefined> = {
  'mark-paid': REFERENCE,
  dispute: { reason: 'Two pallets were damaged' },
  cancel: { reason: 'The partner sent a corrected bill' },
}

export const act = (member: Member, bill: { id: string }, action: string) =>
  member.post(ofBill(bill, action), SENT[action])

export const readStored = async <T extends Stored>(tenant: string, name: string): Promise<T[]> =>
  (await app().db.query({ pk: partition(tenant, name) })).map(fromItem<T>)

export const readLedger = (tenant: string) => readStored<StoredLedgerEntry>(tenant, 'ledger-entry')

/** Lists bills whose entries in the ledger do not add up to what is owed for them; there must never be any. */
export const findBillFaults = async (tenant: string): Promise<string[]> => {
  const [bills, entries] = await Promise.all([readStored<StoredBill>(tenant, 'bill'), readLedger(tenant)])
  return bills.flatMap(({ id, status, totalAmount }) => {
    const own = entries.filter(({ recordId }) => recordId === id)
    const owed = own.reduce((sum, { amount }) => sum + amount, 0)
    const payments = own.filter(({ recordKind }) => recordKind === 'outgoing_payment')
    const isOpen = status !== 'paid' && status !== 'cancelled'
    return [
      ...(owed === (isOpen ? totalAmount : 0) ? [] : [`${owed} is owed for bill ${id}, which is ${status}`]),
      ...(payments.length === (status === 'paid' ? 1 : 0) ? [] : [`bill ${id} has ${payments.length} payments`]),
    ]
  })
}

export const RUNS = '/api/billing/payment-runs'

export const ofRun = ({ id }: { id: string }, action = '') => `${RUNS}/${id}${action && `/${action}`}`

export const DEBTOR = { accountHolder: 'Südlicht GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }

const PAYEE = {
  bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  address: { line1: 'Am Sandtorkai 1', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
}

/** Creates a partner that a bank can pay. */
export const aPayee = (member: Member, fields: object = {}) => aPartner(member, { ...PAYEE, ...fields })

/** Creates a tenant that can pay: its settings have an account. */
export const aPayer = async () => {
  const member = await aMember()
  await set(member, { 'billing.bankAccount': DEBTOR })
  return member
}

/** Records bills that are scheduled for today. */
export const scheduledBills = async (member: Member, partnerId: string, amounts: readonly number[]) => {
  const all: { id: string; billNumber: string; totalAmount: number }[] = []
  for (const totalAmount of amounts) {
    const bill = await aBill(member, partnerId, { totalAmount })
    await act(member, bill, 'approve')
    await act(member, bill, 'schedule')
    all.push(bill)
  }
  return all
}

export const run = (member: Member, fields: object, headers: Record<string, string> = {}) =>
  member.post(RUNS, fields, headers)

/** Lists where runs, their items and what they pay disagree; there must never be any such place. */
export const findRunFaults = async (tenant: string): Promise<string[]> => {
  const [runs, items, bills, settlements] = await Promise.all([
    readStored<StoredPaymentRun>(tenant, 'payment-run'),
    readStored<StoredRunItem>(tenant, 'payment-run-item'),
    readStored<StoredBill>(tenant, 'bill'),
    readStored<StoredSettlement>(tenant, 'settlement'),
  ])
  const faults: string[] = []
  for (const each of runs) {
    const own = items.filter(({ runId }) => runId === each.id)
    const live = own.filter(({ status }) => status !== 'removed')
    const counted = {
      itemCount: live.length,
      totalAmount: live.reduce((sum, { amount }) => sum + amount, 0),
      pendingCount: own.filter(({ status }) => status === 'pending').length,
      paidCount: own.filter(({ status }) => status === 'paid').length,
      rejectedCount: own.filter(({ status }) => status === 'rejected').length,
    }
    for (const [name, value] of Object.entries(counted))
      if (each[name as keyof typeof counted] !== value) faults.push(`run ${each.id}: ${name} should be ${value}`)
    const isOver = each.status === 'completed' || (each.status === 'cancelled' && !each.work)
    if (isOver && counted.pendingCount) faults.push(`run ${each.id} is ${each.status} with pending items`)
    if (each.status === 'submitted' && !each.work && !counted.pendingCount) faults.push(`run ${each.id} has no end`)
  }
  for (const { id, status, paymentRunId = null, totalAmount } of [...bills, ...settlements]) {
    const own = items.filter(({ recordId }) => recordId === id)
    const holding = own.filter((item) => item.status === 'pending' || item.status === 'paid')
    if (holding.length > 1) faults.push(`${id} is in ${holding.length} runs`)
    if ((holding[0]?.runId ?? null) !== paymentRunId) faults.push(`${id} does not know its run`)
    if (holding[0] && holding[0].amount !== totalAmount) faults.push(`${id} has another amount in its run`)
    if (holding[0]?.status === 'paid' && status !== 'paid') faults.push(`${id} is ${status}, but its run paid it`)
    if (holding[0]?.status === 'pending' && status !== 'scheduled' && status !== 'approved')
      faults.push(`${id} is ${status} while a run may pay it`)
  }
  return faults
}
