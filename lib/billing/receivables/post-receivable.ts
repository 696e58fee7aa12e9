import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { readRunningTotals } from '../../platform/store/lists/running-totals.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import { creditNoteUri } from '../credit-notes/credit-note.ts'
import { invoiceUri, type StoredInvoice } from '../invoices/invoice.ts'
import { type ReceivableKind, toLedgerDay } from '../ledger/ledger-entry.ts'
import { ledgerEntries } from '../ledger/ledger-store.ts'

/** A change of the amount that a partner owes. */
interface ReceivablePosting {
  partnerId: Id
  currency: string
  kind: ReceivableKind
  recordId: Id
  /** Resource URI of the record. */
  ref: string
  number: string | null
  at: string
  /** In minor units; above 0 raises what the partner owes, below 0 lowers it. */
  amount: number
}

/** Adds an entry to the partner's receivable account, in the transaction of the change that causes it. */
export const postReceivable = (unit: Unit, { kind, at, ...posting }: ReceivablePosting, zone: string): void => {
  if (!posting.amount) return
  const postedOn = toLedgerDay(at, zone)
  unit.create(ledgerEntries, {
    ...posting,
    recordKind: kind,
    issuedAt: at,
    dueAt: null,
    account: null,
    dueDay: postedOn,
    daysLate: 0,
    receivables: buildAccountKey(posting.partnerId, posting.currency),
    postedOn,
  })
}

type Posted = Pick<
  StoredInvoice,
  'id' | 'partnerId' | 'currencyCode' | 'invoiceNumber' | 'issuedAt' | 'grandTotal' | 'isPosted' | 'applied'
>

const describeInvoice = ({ id, partnerId, currencyCode, invoiceNumber }: Posted) => ({
  partnerId,
  currency: currencyCode,
  recordId: id,
  ref: invoiceUri(id),
  number: invoiceNumber,
})

/**
 * Posts an issued invoice, unless it is in the account already. An invoice that was issued before the account existed is
 * posted with its first change, less the credit notes that were applied by then.
 */
export const postInvoice = (unit: Unit, invoice: Posted, zone: string): { isPosted: true } => {
  if (invoice.isPosted) return { isPosted: true }
  const shared = { ...describeInvoice(invoice), at: invoice.issuedAt ?? unit.now.toISOString() }
  postReceivable(unit, { ...shared, kind: 'invoice', amount: invoice.grandTotal }, zone)
  postReceivable(unit, { ...shared, kind: 'credit_note', amount: -invoice.applied }, zone)
  return { isPosted: true }
}

/** Takes a cancelled invoice out of the account, if it is in there. */
export const postCancellation = (unit: Unit, invoice: Posted, zone: string): void => {
  if (!invoice.isPosted) return
  const cancelled = { kind: 'cancellation', at: unit.now.toISOString(), amount: -invoice.grandTotal } as const
  postReceivable(unit, { ...describeInvoice(invoice), ...cancelled }, zone)
}

interface AppliedNote {
  id: Id
  partnerId: Id
  currencyCode: string
  creditNoteNumber: string | null
  grandTotal: number
}

export const postAppliedNote = (unit: Unit, note: AppliedNote, zone: string): void => {
  const { id, partnerId, currencyCode: currency, creditNoteNumber: number, grandTotal } = note
  const record = { partnerId, currency, recordId: id, ref: creditNoteUri(id), number }
  postReceivable(unit, { ...record, kind: 'credit_note', at: unit.now.toISOString(), amount: -grandTotal }, zone)
}

/** Last day that the calendar of the ledger has. */
const END_OF_TIME = '9999-12-31'

/** Reads what a partner owes in a currency after all entries; below 0, the partner has more credit than it owes. */
export const readReceivableBalance = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  partnerId: Id,
  currency: string,
): Promise<bigint> => {
  const by = { receivables: buildAccountKey(partnerId, currency) }
  const account = { db, kind: ledgerEntries, tenant, by, field: 'postedOn' } as const
  return (await readRunningTotals(account, END_OF_TIME)).sums.amount ?? 0n
}
