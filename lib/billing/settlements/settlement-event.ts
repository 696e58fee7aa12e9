import { type StoredSettlement, settlementUri } from './settlement.ts'

/** Builds the subject and data that all events of a settlement have. */
export const buildSettlementEvent = (settlement: StoredSettlement) => ({
  subject: settlementUri(settlement.id),
  data: {
    settlementId: settlement.id,
    settlementNumber: settlement.settlementNumber,
    partnerId: settlement.partnerId,
    partnerName: settlement.partnerName,
    periodStartDate: settlement.periodStartDate,
    periodEndDate: settlement.periodEndDate,
    totalAmount: settlement.totalAmount,
    currency: settlement.currency,
  },
})

/** Builds the data that all events of an outgoing payment have. */
export const buildPaymentEvent = ({
  id,
  partnerId,
  partnerName,
  totalAmount,
  currency,
  paymentReference,
}: StoredSettlement) => ({
  paymentId: id,
  partnerId,
  partnerName,
  amount: totalAmount,
  currency,
  paymentReference,
})
