import type { PaymentMethod } from '../../../schemas/billing/payments/payment.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { toLedgerDay } from '../ledger/ledger-entry.ts'
import { postReceivable } from '../ledger/post-receivable.ts'
import { computeBalance, paymentUri, type StoredPayment } from './payment.ts'
import { buildIncomingPaymentEvent } from './payment-event.ts'
import { payments } from './payment-store.ts'

interface NewPayment {
  partnerId: Id
  partnerName: string
  currency: string
  amount: number
  fee: number
  /** In UTC. */
  receivedAt: string
  method: PaymentMethod
  reference: string | null
  sourceKey: string | null
  allocations: StoredPayment['allocations']
}

/** Adds the record of a payment, whose invoices the caller changes. */
export const addPaymentRecord = (unit: Unit, given: NewPayment, zone: string): StoredPayment => {
  const history = { ...given, reversals: [], refunds: [] }
  const receivedOn = toLedgerDay(given.receivedAt, zone)
  return unit.create(payments, { ...history, receivedOn, ...computeBalance(history) }, 'stale')
}

/** Adds a payment with its entries in the partner's account and its event. */
export const addPayment = (unit: Unit, given: NewPayment, zone: string): StoredPayment => {
  const payment = addPaymentRecord(unit, given, zone)
  const { id, partnerId, currency, reference, receivedAt: at } = payment
  const record = { partnerId, currency, recordId: id, ref: paymentUri(id), number: reference, at }
  postReceivable(unit, { ...record, kind: 'payment', amount: -payment.amount }, zone)
  postReceivable(unit, { ...record, kind: 'fee', amount: -payment.fee }, zone)
  const { subject, data } = buildIncomingPaymentEvent(payment)
  unit.emit('finance.payment.completed', { subject, data: { ...data, paymentReference: reference } })
  return payment
}
