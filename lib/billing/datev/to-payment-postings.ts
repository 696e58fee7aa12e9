import type { StoredPayment } from '../payments/payment.ts'
import { type Books, getAccount, type PostedPartner, toPostingDay } from './accounts.ts'
import { type DatevPosting, post, requireAgreement, reversePostings } from './datev-posting.ts'

/** The part of a payment that went to one invoice, or to none. */
interface Part {
  amount: number
  invoiceNumber: string | null
}

/**
 * Divides a payment by the invoices that it pays, so that DATEV clears each of them. An allocation that was taken back alone
 * counts for nothing; those that ended with the payment stay, since its reversal makes their invoices open again.
 */
const divideByInvoice = ({ amount, fee, allocations, reversals }: StoredPayment): Part[] => {
  const takenBack = new Set(reversals.flatMap(({ kind, allocationIds }) => (kind === 'payment' ? [] : allocationIds)))
  const kept = allocations.filter(({ id }) => !takenBack.has(id))
  const byInvoice = Map.groupBy(kept, ({ invoiceId }) => invoiceId)
  const parts = [...byInvoice.values()].map((own): Part => {
    const sum = own.reduce((total, allocation) => total + allocation.amount, 0)
    return { amount: sum, invoiceNumber: own[0]?.invoiceNumber ?? null }
  })
  const rest = parts.reduce((left, part) => left - part.amount, amount + fee)
  return [...parts, { amount: rest, invoiceNumber: null }]
}

/** Takes the parts from the money that arrived, and what this does not cover from the fee. */
const divideMoney = (payment: StoredPayment) => {
  let left = payment.amount
  return divideByInvoice(payment).map(({ amount, invoiceNumber }) => {
    const money = Math.min(left, amount)
    left -= money
    return { invoiceNumber, money, fee: amount - money }
  })
}

/**
 * Posts what a partner paid: the amount against the bank, and a fee that was deducted on the way as an expense, for each
 * invoice with its number. What pays none has the reference of the payment. A reversal of the payment takes all of it back,
 * and refunds go out of the bank. The credit of a credit note is posted with the credit note.
 */
export const toPaymentPostings = (books: Books, payment: StoredPayment, { account }: PostedPartner): DatevPosting[] => {
  const { id, amount, fee, method, receivedAt, reversals, refunds, partnerName } = payment
  const reference = payment.reference ?? id
  const name = (invoiceNumber: string | null) =>
    invoiceNumber === null
      ? { documentNumber: reference, text: partnerName }
      : {
          documentNumber: invoiceNumber,
          text: payment.reference ? `${payment.reference}, ${partnerName}` : partnerName,
        }
  const bank = { account, taxKey: '', contraAccount: getAccount(books, 'bank') }
  const fees = { ...bank, contraAccount: getAccount(books, 'fees') }
  const day = toPostingDay(books, receivedAt)
  const isMoney = method !== 'credit_note'
  const received = isMoney
    ? requireAgreement(
        divideMoney(payment).flatMap((part) => [
          ...post(part.money, { ...bank, ...name(part.invoiceNumber), side: 'H', day }),
          ...post(part.fee, { ...fees, ...name(part.invoiceNumber), side: 'H', day }),
        ]),
        -(amount + fee),
        reference,
      )
    : []
  const reversal = reversals.find(({ kind }) => kind === 'payment')
  return [
    ...received,
    ...(reversal ? reversePostings(received, toPostingDay(books, reversal.at)) : []),
    ...refunds.flatMap((refund) =>
      post(refund.amount, { ...bank, ...name(null), side: 'S', day: toPostingDay(books, refund.refundedAt) }),
    ),
  ]
}
