import { divideRounded, toDecimal } from '../../platform/money/decimal.ts'
import type { StoredBill } from '../bills/bill.ts'
import type { StoredSettlement } from '../settlements/settlement.ts'
import { type Books, chooseShiftedTax, getAccount, type PostedPartner, toPostingDay } from './accounts.ts'
import { type DatevPosting, post, requireAgreement, reversePostings } from './datev-posting.ts'

/** Finds the tax key whose rate gives exactly the tax of a bill. */
const findInputTaxKey = ({ inputTaxKeys }: Books, subtotal: number, tax: number): string | undefined =>
  Object.entries(inputTaxKeys).find(([percent]) => {
    const { digits, scale } = toDecimal(Number(percent))
    return Number(divideRounded(BigInt(subtotal) * digits, 100n * 10n ** BigInt(scale))) === tax
  })?.[1]

/**
 * Posts a bill: gross with the tax key if one rate explains its tax, and otherwise its net amount and its tax apart, so that
 * the amounts agree with it. Its payment goes out of the bank, and its cancellation takes it back.
 */
export const toBillPostings = (books: Books, bill: StoredBill, { account }: PostedPartner): DatevPosting[] => {
  const { issuedAt, paidAt, cancelledAt, totalAmount, taxTotal, billNumber: documentNumber, partnerName: text } = bill
  const shared = { side: 'H', account, day: toPostingDay(books, issuedAt), documentNumber, text } as const
  const [expense, tax] = [getAccount(books, 'expense'), taxTotal ?? 0]
  const taxKey = tax ? findInputTaxKey(books, totalAmount - tax, tax) : ''
  const postings =
    taxKey === undefined
      ? [
          ...post(totalAmount - tax, { ...shared, contraAccount: expense, taxKey: '' }),
          ...post(tax, { ...shared, contraAccount: getAccount(books, 'inputTax'), taxKey: '' }),
        ]
      : post(totalAmount, { ...shared, contraAccount: expense, taxKey })
  const owed = requireAgreement(postings, -totalAmount, documentNumber)
  if (cancelledAt) return [...owed, ...reversePostings(owed, toPostingDay(books, cancelledAt))]
  if (paidAt === null) return owed
  const payment = { ...shared, side: 'S', contraAccount: getAccount(books, 'bank'), taxKey: '' } as const
  return [...owed, ...post(totalAmount, { ...payment, day: toPostingDay(books, paidAt) })]
}

/**
 * Posts what a settlement owes: what a self-billing invoice taxes with the tax key of its rate, or its net amount and its tax
 * apart if no key is set, supplies from abroad with the key by which the tenant owes their tax, and the rest without tax.
 */
const postSupplies = (
  books: Books,
  { selfBilling }: StoredSettlement,
  own: number,
  shared: Parameters<typeof post>[1],
): DatevPosting[] => {
  if (!selfBilling) return post(own, shared)
  const { base, taxAmount, number, ratePercent, taxKind, isShifted } = selfBilling
  const taxed = { ...shared, text: `${number} ${shared.text}` }
  if (isShifted) {
    const shifted = chooseShiftedTax(books, shared.contraAccount, taxKind)
    return [...post(base, { ...taxed, ...shifted }), ...post(own - base, shared)]
  }
  if (!taxAmount) return post(own, shared)
  const taxKey = books.inputTaxKeys[String(ratePercent)]
  const supplies =
    taxKey === undefined
      ? [...post(base, taxed), ...post(taxAmount, { ...taxed, contraAccount: getAccount(books, 'inputTax') })]
      : post(base + taxAmount, { ...taxed, taxKey })
  return [...supplies, ...post(own - base - taxAmount, shared)]
}

/**
 * Posts an approved settlement, which is owed to the partner, without what it took over from others, since those are posted
 * themselves. The outgoing payment of a paid one pays all of it, and rejecting an approved one takes it back.
 */
export const toSettlementPostings = (
  books: Books,
  settlement: StoredSettlement,
  { account }: PostedPartner,
): DatevPosting[] => {
  const { approvedAt, paidAt, rejectedAt, totalAmount, carries, partnerName: text } = settlement
  if (approvedAt === null) return []
  const documentNumber = settlement.settlementNumber
  const own = totalAmount - carries.reduce((sum, { amount }) => sum + amount, 0)
  const shared = { account, taxKey: '', documentNumber, text }
  const expense = { ...shared, contraAccount: getAccount(books, 'expense'), day: toPostingDay(books, approvedAt) }
  const owed = requireAgreement(postSupplies(books, settlement, own, { ...expense, side: 'H' }), -own, documentNumber)
  if (rejectedAt !== null) return [...owed, ...reversePostings(owed, toPostingDay(books, rejectedAt))]
  if (paidAt === null) return owed
  const payment = { ...shared, contraAccount: getAccount(books, 'bank'), day: toPostingDay(books, paidAt) }
  return [...owed, ...requireAgreement(post(totalAmount, { ...payment, side: 'S' }), totalAmount, documentNumber)]
}
