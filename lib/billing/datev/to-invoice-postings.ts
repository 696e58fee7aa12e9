import type { Day } from '../../platform/calendar/day.ts'
import type { CreditLine, StoredCreditNote } from '../credit-notes/credit-note.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import type { LineTax } from '../tax.ts'
import { type Books, getRevenueAccount, toPostingDay } from './accounts.ts'
import { type DatevPosting, post, requireAgreement, reversePostings } from './datev-posting.ts'

type TaxedLine = Pick<CreditLine, 'amount' | 'taxAmount' | keyof LineTax>

interface Revenue {
  debtor: string
  side: 'S' | 'H'
  day: Day
  documentNumber: string
  text: string
}

/** Posts the lines gross against their revenue accounts, one posting for each account. */
const postRevenue = (books: Books, lines: readonly TaxedLine[], { debtor, ...rest }: Revenue): DatevPosting[] => {
  const groups = Map.groupBy(lines, (line) => JSON.stringify(getRevenueAccount(books, line)))
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).flatMap((first) => {
      const { account: contraAccount, taxKey, foreign } = getRevenueAccount(books, first)
      const gross = own.reduce((sum, { amount, taxAmount }) => sum + amount + taxAmount, 0)
      return post(gross, { ...rest, account: debtor, contraAccount, taxKey, foreign })
    }),
  )
}

/** Posts an invoice on the day of its issue, and takes it back on the day of its cancellation. */
export const toInvoicePostings = (
  books: Books,
  invoice: StoredInvoice,
  lines: readonly TaxedLine[],
  debtor: string,
): DatevPosting[] => {
  const { issuedAt, cancelledAt, grandTotal, partnerName: text } = invoice
  if (issuedAt === null) return []
  const documentNumber = invoice.invoiceNumber ?? invoice.id
  const revenue = { debtor, side: 'S', day: toPostingDay(books, issuedAt), documentNumber, text } as const
  const issued = requireAgreement(postRevenue(books, lines, revenue), grandTotal, documentNumber)
  return cancelledAt === null ? issued : [...issued, ...reversePostings(issued, toPostingDay(books, cancelledAt))]
}

/** Posts a credit note on the day of its issue. */
export const toCreditNotePostings = (
  books: Books,
  note: StoredCreditNote,
  lines: readonly TaxedLine[],
  debtor: string,
): DatevPosting[] => {
  const { issuedAt, grandTotal, partnerName: text } = note
  if (issuedAt === null) return []
  const documentNumber = note.creditNoteNumber ?? note.id
  const revenue = { debtor, side: 'H', day: toPostingDay(books, issuedAt), documentNumber, text } as const
  return requireAgreement(postRevenue(books, lines, revenue), -grandTotal, documentNumber)
}
