import type { StoredBill } from '../../lib/billing/bills/bill.ts'
import type { StoredLedgerEntry } from '../../lib/billing/ledger/ledger-entry.ts'
import { app } from '../../lib/platform/app/app.ts'
import { fromItem, partition, type Stored } from '../../lib/platform/store/entities/entity.ts'
import type { Member } from '../support/client.ts'

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
