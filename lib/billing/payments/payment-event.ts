import { listLiveAllocations, paymentUri, type StoredPayment } from './payment.ts'

/** Builds the subject and data that all events of a payment have. They name the invoice if there is exactly one. */
export const buildPaymentEvent = (payment: StoredPayment) => {
  const { id, partnerName, amount, currency } = payment
  const live = listLiveAllocations(payment)
  const [only] = new Set(live.map(({ invoiceId }) => invoiceId)).size === 1 ? live : []
  return {
    subject: paymentUri(id),
    data: {
      paymentId: id,
      invoiceId: only?.invoiceId ?? null,
      invoiceNumber: only?.invoiceNumber ?? null,
      partnerName,
      amount,
      currency,
    },
  }
}
