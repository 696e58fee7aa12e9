import type { Unit } from '../../platform/store/unit.ts'
import { postReceivable } from '../ledger/post-receivable.ts'
import { invoiceUri, type StoredInvoice } from './invoice.ts'

type Posted = Pick<StoredInvoice, 'id' | 'partnerId' | 'currencyCode' | 'invoiceNumber' | 'issuedAt' | 'grandTotal'>

const describeInvoice = ({ id, partnerId, currencyCode, invoiceNumber }: Posted) => ({
  partnerId,
  currency: currencyCode,
  recordId: id,
  ref: invoiceUri(id),
  number: invoiceNumber,
})

/** Posts an invoice that is issued now to the partner's receivable account. */
export const postInvoice = (unit: Unit, invoice: Posted, zone: string): void => {
  const issued = { kind: 'invoice', at: unit.now.toISOString(), amount: invoice.grandTotal } as const
  postReceivable(unit, { ...describeInvoice(invoice), ...issued }, zone)
}

/** Takes a cancelled invoice out of the account, if it was issued. */
export const postCancellation = (unit: Unit, invoice: Posted, zone: string): void => {
  if (invoice.issuedAt === null) return
  const cancelled = { kind: 'cancellation', at: unit.now.toISOString(), amount: -invoice.grandTotal } as const
  postReceivable(unit, { ...describeInvoice(invoice), ...cancelled }, zone)
}
