import type { StoredPayment } from '../payments/payment.ts'
import { type Books, getAccount, toPostingDay } from './accounts.ts'
import { type DatevPosting, post, requireAgreement, reversePostings } from './datev-posting.ts'

/**
 * Posts what a partner paid: the amount against the bank, and a fee that was deducted on the way as an expense. A reversal of
 * the payment takes both back, and refunds go out of the bank. The credit of a credit note is posted with the credit note.
 */
export const toPaymentPostings = (books: Books, payment: StoredPayment, debtor: string): DatevPosting[] => {
  const { id, amount, fee, method, reference, receivedAt, reversals, refunds, partnerName: text } = payment
  const documentNumber = reference ?? id
  const shared = { account: debtor, taxKey: '', documentNumber, text }
  const bank = { ...shared, contraAccount: getAccount(books, 'bank') }
  const day = toPostingDay(books, receivedAt)
  const isMoney = method !== 'credit_note'
  const received = isMoney
    ? requireAgreement(
        [
          ...post(amount, { ...bank, side: 'H', day }),
          ...post(fee, { ...shared, contraAccount: getAccount(books, 'fees'), side: 'H', day }),
        ],
        -(amount + fee),
        documentNumber,
      )
    : []
  const reversal = reversals.find(({ kind }) => kind === 'payment')
  return [
    ...received,
    ...(reversal ? reversePostings(received, toPostingDay(books, reversal.at)) : []),
    ...refunds.flatMap((refund) =>
      post(refund.amount, { ...bank, side: 'S', day: toPostingDay(books, refund.refundedAt) }),
    ),
  ]
}
