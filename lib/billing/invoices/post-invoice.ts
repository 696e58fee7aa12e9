import type { Unit } from '../../platform/store/unit.ts'
import { postReceivable } from '../ledger/post-receivable.ts'
import { invoiceUri, type StoredInvoice } from './invoice.ts'

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
