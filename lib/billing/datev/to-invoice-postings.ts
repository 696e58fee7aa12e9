import type { Day } from '../../platform/calendar/day.ts'
import type { CreditLine, StoredCreditNote } from '../credit-notes/credit-note.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import type { LineTax } from '../tax.ts'
import { type Books, getRevenueAccount, type PostedPartner, toPostingDay } from './accounts.ts'
import { type DatevPosting, post, requireAgreement, reversePostings } from './datev-posting.ts'

type TaxedLine = Pick<CreditLine, 'amount' | 'taxAmount' | keyof LineTax>

interface Revenue {
  debtor: PostedPartner
  side: 'S' | 'H'
  day: Day
  supplyDay: Day | null
  documentNumber: string
  text: string
}

/** Posts the lines gross against their revenue accounts, one posting for each account. */
const postRevenue = (books: Books, lines: readonly TaxedLine[], { debtor, ...rest }: Revenue): DatevPosting[] => {
  const findAccount = (line: TaxedLine) => getRevenueAccount(books, line, debtor.vatId)
  const groups = Map.groupBy(lines, (line) => JSON.stringify(findAccount(line)))
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).flatMap((first) => {
      const { account: contraAccount, ...tax } = findAccount(first)
      const gross = own.reduce((sum, { amount, taxAmount }) => sum + amount + taxAmount, 0)
      return post(gross, { ...rest, account: debtor.account, contraAccount, ...tax })
    }),
  )
}

/** Returns the day on which tax of an invoice becomes due: that of the supply, or the last one of its period. */
const findSupplyDay = ({ supplyDate, supplyPeriod }: StoredInvoice): Day | null =>
  supplyDate ?? supplyPeriod?.to ?? null

/** Posts an invoice on the day of its issue, and takes it back on the day of its cancellation. */
export const toInvoicePostings = (
  books: Books,
  invoice: StoredInvoice,
  lines: readonly TaxedLine[],
  debtor: PostedPartner,
): DatevPosting[] => {
  const { issuedAt, cancelledAt, grandTotal, partnerName: text } = invoice
  if (issuedAt === null) return []
  const documentNumber = invoice.invoiceNumber ?? invoice.id
  const supplyDay = findSupplyDay(invoice)
  const revenue = { debtor, side: 'S', day: toPostingDay(books, issuedAt), supplyDay, documentNumber, text } as const
  const issued = requireAgreement(postRevenue(books, lines, revenue), grandTotal, documentNumber)
  return cancelledAt === null ? issued : [...issued, ...reversePostings(issued, toPostingDay(books, cancelledAt))]
}

/**
 * Posts a credit note on the day of its issue, in whose period the tax changes. It carries the number of the invoice that it
 * credits, and its own in the text.
 */
export const toCreditNotePostings = (
  books: Books,
  note: StoredCreditNote,
  lines: readonly TaxedLine[],
  debtor: PostedPartner,
): DatevPosting[] => {
  const { issuedAt, grandTotal, partnerName, invoiceNumber } = note
  if (issuedAt === null) return []
  const own = note.creditNoteNumber ?? note.id
  const documentNumber = invoiceNumber ?? own
  const text = invoiceNumber === null ? partnerName : `${own}, ${partnerName}`
  const day = toPostingDay(books, issuedAt)
  const revenue = { debtor, side: 'H', day, supplyDay: null, documentNumber, text } as const
  return requireAgreement(postRevenue(books, lines, revenue), -grandTotal, documentNumber)
}
