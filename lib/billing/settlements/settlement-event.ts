import { type StoredSettlement, settlementUri } from './settlement.ts'

/** Subject and data that every event of a settlement has. */
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

/** Data that the events of an outgoing payment have; a settlement without a payable amount emits none. */
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
