import { anInvoice, aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'

let made = 0

/** Records a bill over 119.00 EUR of a new partner. */
export const aBill = async (member: Member) =>
  (
    await member.post('/api/billing/bills', {
      ...{ partnerId: (await aPartner(member)).id, billNumber: `BILL-${++made}`, currency: 'EUR' },
      ...{ totalAmount: 11_900, issuedAt: '2026-03-01', dueAt: '2026-03-31T00:00:00+02:00' },
    })
  ).body

/** Creates a draft of a credit note for a new invoice. */
export const aCreditNote = async (member: Member) => {
  const { id: invoiceId } = await anInvoice(member, { issueImmediately: true })
  return (await member.post('/api/billing/credit-notes', { invoiceId, reason: 'Damaged goods' })).body
}
