import { readCreditNote } from '../../billing/credit-notes/credit-order.ts'
import type { ReadRefund, Refund } from '../../sales/refund-notes/refund-note.ts'
import { findReturn } from './return-store.ts'

/** Reads what a resolved return gives back: the named amount, or that of its credit note once that is issued. */
export const readRefund: ReadRefund = async ({ db }, tenant, returnId): Promise<Refund | undefined> => {
  const found = await findReturn(db, tenant, returnId)
  if (found?.status !== 'resolved') return undefined
  const { returnNumber, refundAmount, currency, creditNoteId } = found
  const note = creditNoteId ? await readCreditNote(db, tenant, creditNoteId) : undefined
  const credit = note?.creditNoteNumber ? note : undefined
  const amount =
    refundAmount === null
      ? { amount: credit?.grandTotal ?? null, currency: credit?.currencyCode ?? null }
      : { amount: refundAmount, currency }
  return { returnNumber, creditNoteNumber: credit?.creditNoteNumber ?? null, ...amount }
}
