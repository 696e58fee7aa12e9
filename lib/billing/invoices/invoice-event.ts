import { invoiceUri, type StoredInvoice } from './invoice.ts'

/** Builds the subject and data that all events of an invoice have. */
export const buildInvoiceEvent = ({
  id,
  invoiceNumber,
  partnerId,
  partnerName,
  grandTotal,
  currencyCode,
  dueDate,
}: StoredInvoice) => ({
  subject: invoiceUri(id),
  data: {
    invoiceId: id,
    invoiceNumber: invoiceNumber ?? '',
    partnerId,
    partnerName,
    totalAmount: grandTotal,
    currency: currencyCode,
    dueDate,
  },
})
