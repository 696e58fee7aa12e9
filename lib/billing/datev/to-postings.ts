import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import { divideRounded, toDecimal } from '../../platform/money/decimal.ts'
import type { StoredBill } from '../bills/bill.ts'
import type { CreditLine, StoredCreditNote } from '../credit-notes/credit-note.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import type { StoredSettlement } from '../settlements/settlement.ts'
import { type AccountSettings, getAccount, getRevenueAccount } from './accounts.ts'
import { type Posting, post, requireAgreement, reversePostings } from './posting.ts'

export interface Books extends AccountSettings {
  zone: string
}

type TaxedLine = Pick<CreditLine, 'amount' | 'taxAmount' | 'taxCategoryId' | 'taxRatePercent'>

const toDay = ({ zone }: Books, moment: string): Day => toLocalDay(zone, new Date(moment))

interface Revenue {
  debtor: string
  side: 'S' | 'H'
  day: Day
  documentNumber: string
  text: string
}

/** Posts the lines gross against their revenue accounts, one posting for each account. */
const postRevenue = (books: Books, lines: readonly TaxedLine[], { debtor, ...rest }: Revenue): Posting[] => {
  const groups = Map.groupBy(lines, ({ taxCategoryId, taxRatePercent }) => {
    const { account, taxKey } = getRevenueAccount(books, taxCategoryId, taxRatePercent)
    return `${account}#${taxKey}`
  })
  return [...groups].flatMap(([key, own]) => {
    const [contraAccount = '', taxKey = ''] = key.split('#')
    const gross = own.reduce((sum, { amount, taxAmount }) => sum + amount + taxAmount, 0)
    return post(gross, { ...rest, account: debtor, contraAccount, taxKey })
  })
}

/** Posts an invoice on the day of its issue, and takes it back on the day of its cancellation. */
export const toInvoicePostings = (
  books: Books,
  invoice: StoredInvoice,
  lines: readonly TaxedLine[],
  debtor: string,
): Posting[] => {
  const { issuedAt, cancelledAt, grandTotal, partnerName: text } = invoice
  if (issuedAt === null) return []
  const documentNumber = invoice.invoiceNumber ?? invoice.id
  const revenue = { debtor, side: 'S', day: toDay(books, issuedAt), documentNumber, text } as const
  const issued = requireAgreement(postRevenue(books, lines, revenue), grandTotal, documentNumber)
  return cancelledAt === null ? issued : [...issued, ...reversePostings(issued, toDay(books, cancelledAt))]
}

/** Posts a credit note on the day of its issue. */
export const toCreditNotePostings = (
  books: Books,
  note: StoredCreditNote,
  lines: readonly TaxedLine[],
  debtor: string,
): Posting[] => {
  const { issuedAt, grandTotal, partnerName: text } = note
  if (issuedAt === null) return []
  const documentNumber = note.creditNoteNumber ?? note.id
  const revenue = { debtor, side: 'H', day: toDay(books, issuedAt), documentNumber, text } as const
  return requireAgreement(postRevenue(books, lines, revenue), -grandTotal, documentNumber)
}

/** Finds the tax key whose rate gives exactly the tax of a bill. */
const findInputTaxKey = ({ inputTaxKeys }: Books, subtotal: number, tax: number): string | undefined =>
  Object.entries(inputTaxKeys).find(([percent]) => {
    const { digits, scale } = toDecimal(Number(percent))
    return Number(divideRounded(BigInt(subtotal) * digits, 100n * 10n ** BigInt(scale))) === tax
  })?.[1]

/**
 * Posts a bill: gross with the tax key if one rate explains its tax, and otherwise its net amount and its tax apart, so that
 * the amounts agree with it.
 */
export const toBillPostings = (books: Books, bill: StoredBill, creditor: string): Posting[] => {
  const { status, issuedAt, totalAmount, taxTotal, billNumber: documentNumber, partnerName: text } = bill
  if (status === 'cancelled') return []
  const shared = { side: 'H', account: creditor, day: toDay(books, issuedAt), documentNumber, text } as const
  const [expense, tax] = [getAccount(books, 'expense'), taxTotal ?? 0]
  const taxKey = tax ? findInputTaxKey(books, totalAmount - tax, tax) : ''
  const postings =
    taxKey === undefined
      ? [
          ...post(totalAmount - tax, { ...shared, contraAccount: expense, taxKey: '' }),
          ...post(tax, { ...shared, contraAccount: getAccount(books, 'inputTax'), taxKey: '' }),
        ]
      : post(totalAmount, { ...shared, contraAccount: expense, taxKey })
  return requireAgreement(postings, -totalAmount, documentNumber)
}

/**
 * Posts an approved settlement, which is owed to the partner, without what it took over from others, since those are posted
 * themselves. The outgoing payment of a paid one pays all of it, and rejecting an approved one takes it back.
 */
export const toSettlementPostings = (books: Books, settlement: StoredSettlement, creditor: string): Posting[] => {
  const { approvedAt, paidAt, rejectedAt, totalAmount, carries, partnerName: text } = settlement
  if (approvedAt === null) return []
  const documentNumber = settlement.settlementNumber
  const own = totalAmount - carries.reduce((sum, { amount }) => sum + amount, 0)
  const shared = { account: creditor, taxKey: '', documentNumber, text }
  const expense = { ...shared, contraAccount: getAccount(books, 'expense'), day: toDay(books, approvedAt) }
  const owed = requireAgreement(post(own, { ...expense, side: 'H' }), -own, documentNumber)
  if (rejectedAt !== null) return [...owed, ...reversePostings(owed, toDay(books, rejectedAt))]
  if (paidAt === null) return owed
  const payment = { ...shared, contraAccount: getAccount(books, 'bank'), day: toDay(books, paidAt) }
  return [...owed, ...requireAgreement(post(totalAmount, { ...payment, side: 'S' }), totalAmount, documentNumber)]
}
