import type { InvoiceState, LineItem, LineItemInput } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import { AmountTooLarge, computeTaxes, multiplyPrice, sumAmounts } from '../../platform/money/money.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import type { Moves } from '../../platform/states.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Due } from '../../platform/store/table/due.ts'

export interface StoredInvoice extends Stored, Due {
  partnerId: Id
  partnerName: string
  currencyCode: string
  status: InvoiceState
  invoiceNumber: string | null
  dueDate: string
  subtotal: number
  taxTotal: number
  grandTotal: number
  /** Of its credit notes that are not cancelled: drafts reserve too. */
  credited: number
  /** Of that, what is issued and will stay. */
  creditIssued: number
  /** Of that, what applied credit notes took off. */
  applied: number
  notes: string | null
  lineItemCount: number
  issuedAt: string | null
  paidAt: string | null
  cancelledAt: string | null
  cancellationReason: string | null
  paymentReference: string | null
  /** Where it comes from, if not from a request. */
  channelId: Id | null
  recurringProfileId: Id | null
  /** The day on which the period begins that a recurring profile bills with it. */
  periodStart: string | null
  /** While lines are still drawn from the channel's orders, and whether it is to be issued then. */
  drawing?: { issue: boolean } | null
  /** Reminders that were sent, by what they come before or after. */
  reminded: { beforeDue?: string; afterDue?: string }
}

export const INVOICE_MOVES = {
  issue: { from: ['draft'], to: 'issued' },
  mark_paid: { from: ['issued', 'overdue'], to: 'paid' },
  fall_due: { from: ['issued'], to: 'overdue' },
  cancel: { from: ['draft', 'issued', 'overdue'], to: 'cancelled' },
} as const satisfies Moves<InvoiceState, string>

export const invoiceUri = (id: Id) => `commerce:///billing/invoices/${id}`

/** What is still to be paid. */
export const openAmount = ({ status, grandTotal, applied }: StoredInvoice): number =>
  status === 'issued' || status === 'overdue' ? grandTotal - applied : 0

export const MAX_DECIMALS = 6
/** So that an invoice's lines fit one item of the table. */
export const MAX_BYTES = 300_000

export interface Rates {
  rates: Readonly<Record<string, number>>
  defaultCategory: string
}

const findAmountViolations = (lines: readonly LineItemInput[], path: string): Violation[] =>
  lines.flatMap(({ quantity, unitPrice }, i) => {
    if (countDecimalPlaces(quantity) > MAX_DECIMALS)
      return [{ propertyPath: `${path}[${i}].quantity`, message: `must have at most ${MAX_DECIMALS} decimals` }]
    try {
      multiplyPrice(quantity, unitPrice)
      return []
    } catch {
      return [{ propertyPath: `${path}[${i}].unitPrice`, message: 'makes an amount that is too large' }]
    }
  })

export interface Priced {
  lines: LineItem[]
  subtotal: number
  taxTotal: number
  grandTotal: number
}

/** The lines as they are billed, and their totals; everything that is wrong with them at once. */
export const priceLines = (
  given: readonly LineItemInput[],
  { rates, defaultCategory }: Rates,
  newId: () => Id,
  path = 'lineItems',
): Priced => {
  const violations = findAmountViolations(given, path)
  if (Buffer.byteLength(JSON.stringify(given)) > MAX_BYTES)
    violations.push({ propertyPath: path, message: `must not be more than ${MAX_BYTES / 1000} kB together` })
  if (violations.length) throw invalid(...violations)
  const lines = given.map(({ description, quantity, unitPrice, reference, taxCategoryId }) => {
    const category = taxCategoryId ?? defaultCategory
    const taxRatePercent = Object.hasOwn(rates, category) ? (rates[category] as number) : 0
    const amount = multiplyPrice(quantity, unitPrice)
    const tax = { taxCategoryId: category, taxAmount: 0, taxRatePercent }
    return { id: newId(), description, quantity, unitPrice, amount, reference: reference ?? null, ...tax }
  })
  try {
    const subtotal = sumAmounts(lines.map(({ amount }) => amount))
    const { taxAmounts } = computeTaxes(lines)
    const taxTotal = sumAmounts(taxAmounts)
    const grandTotal = sumAmounts([subtotal, taxTotal])
    return {
      lines: lines.map((line, i) => ({ ...line, taxAmount: taxAmounts[i] as number })),
      subtotal,
      taxTotal,
      grandTotal,
    }
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    throw invalid({ propertyPath: path, message: 'make a total that is too large' })
  }
}

type Issuable = Pick<StoredInvoice, 'lineItemCount' | 'grandTotal' | 'drawing'>

const explainNotIssuable = ({ lineItemCount, grandTotal, drawing }: Issuable): string | undefined => {
  if (drawing) return 'Lines are still drawn from the orders of the channel; try again in a moment.'
  if (!lineItemCount) return 'The invoice has no lines; there is nothing to bill.'
  return grandTotal < 0 ? 'The total is below 0; what you owe a partner is not an invoice.' : undefined
}

export const isIssuable = (draft: Issuable): boolean => explainNotIssuable(draft) === undefined

export const checkIssuable = (draft: Issuable): void => {
  const why = explainNotIssuable(draft)
  if (why) throw new Problem('OPERATION_NOT_ALLOWED', why)
}

/** Somebody cannot pay before there was something to pay, nor in the future. */
export const checkPaidAt = ({ issuedAt }: StoredInvoice, paidAt: string, now: Date): void => {
  const paid = Date.parse(paidAt)
  if (paid > now.getTime()) throw invalid({ propertyPath: 'paidAt', message: 'must not be in the future' })
  if (issuedAt && paid < Date.parse(issuedAt))
    throw invalid({ propertyPath: 'paidAt', message: 'must not be before the invoice was issued' })
}

/** A paid invoice, and one that credit was given for, stay in the books. */
export const checkCancellable = ({ status, creditIssued }: StoredInvoice): void => {
  if (status === 'paid')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The invoice is paid; to take it back, create a credit note.')
  if (creditIssued)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The invoice has an issued credit note; credit what is left instead.')
}
