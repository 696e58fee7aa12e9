import type { InvoiceState, LineItem, LineItemInput } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge, computeTaxes, multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import type { Moves } from '../../platform/moves.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
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
  /** Total of the credit notes that are not cancelled; drafts count, because they reserve their amount. */
  credited: number
  /** The part of `credited` whose credit notes are issued, which cannot be undone. */
  creditIssued: number
  /** The part of `credited` that applied credit notes took off the open amount. */
  applied: number
  notes: string | null
  lineItemCount: number
  issuedAt: string | null
  paidAt: string | null
  cancelledAt: string | null
  cancellationReason: string | null
  paymentReference: string | null
  channelId: Id | null
  recurringProfileId: Id | null
  /** First day of the recurring profile's period that the invoice bills. */
  periodStart: string | null
  /** Present while orders are still being added; `issue`: issue the invoice when all are. */
  drawing?: { issue: boolean } | null
  /** Timestamps of the reminders sent. */
  reminded: { beforeDue?: string; afterDue?: string }
}

export const INVOICE_MOVES = {
  issue: { from: ['draft'], to: 'issued' },
  mark_paid: { from: ['issued', 'overdue'], to: 'paid' },
  fall_due: { from: ['issued'], to: 'overdue' },
  cancel: { from: ['draft', 'issued', 'overdue'], to: 'cancelled' },
} as const satisfies Moves<InvoiceState, string>

export const invoiceUri = (id: Id) => `commerce:///billing/invoices/${id}`

/** Returns the amount still to be paid; 0 unless the invoice is issued or overdue. */
export const computeOpenAmount = ({ status, grandTotal, applied }: StoredInvoice): number =>
  status === 'issued' || status === 'overdue' ? grandTotal - applied : 0

export const MAX_DECIMALS = 6
/** Keeps the lines of an invoice within one item of the table. */
export const MAX_LINES_BYTES = 300_000

export interface TaxRates {
  rates: Readonly<Record<string, number>>
  defaultCategory: string
}

/** A line as it is given, with the order that it bills. */
export type UnpricedLine = LineItemInput & { orderId?: Id | null }

const findAmountViolations = (lines: readonly LineItemInput[], path: string): Violation[] =>
  lines.flatMap(({ quantity, unitPrice }, i) => {
    if (countDecimalPlaces(quantity) > MAX_DECIMALS)
      return [{ propertyPath: `${path}[${i}].quantity`, message: `must have at most ${MAX_DECIMALS} decimals` }]
    try {
      multiplyPrice(quantity, unitPrice)
      return []
    } catch {
      return [
        {
          propertyPath: `${path}[${i}].unitPrice`,
          message: 'must give a smaller amount when multiplied by the quantity',
        },
      ]
    }
  })

/** Finds what is wrong with the amount of one line that a request consists of. */
export const findLineViolations = (line: LineItemInput): Violation[] =>
  findAmountViolations([line], '').map(({ propertyPath, message }) => ({
    propertyPath: propertyPath.replace('[0].', ''),
    message,
  }))

export interface PricedLines {
  lines: LineItem[]
  subtotal: number
  taxTotal: number
  grandTotal: number
}

/** Prices the lines and sums them up. Throws one problem with all violations. */
export const priceLines = (
  given: readonly UnpricedLine[],
  { rates, defaultCategory }: TaxRates,
  newId: () => Id,
  path = 'lineItems',
): PricedLines => {
  const violations = findAmountViolations(given, path)
  if (Buffer.byteLength(JSON.stringify(given)) > MAX_LINES_BYTES)
    violations.push({ propertyPath: path, message: `must not exceed ${MAX_LINES_BYTES / 1000} kB in total` })
  if (violations.length) throw invalid(...violations)
  const lines = given.map(({ description, quantity, unitPrice, reference, taxCategoryId, orderId }) => {
    const category = taxCategoryId ?? defaultCategory
    const taxRatePercent = Object.hasOwn(rates, category) ? (rates[category] ?? 0) : 0
    const amount = multiplyPrice(quantity, unitPrice)
    const tax = { taxCategoryId: category, taxAmount: 0, taxRatePercent }
    const named = { id: newId(), description, reference: reference ?? null, orderId: orderId ?? null }
    return { ...named, quantity, unitPrice, amount, ...tax }
  })
  try {
    const subtotal = sumAmounts(lines.map(({ amount }) => amount))
    const { taxAmounts } = computeTaxes(lines)
    const taxTotal = sumAmounts(taxAmounts)
    const grandTotal = sumAmounts([subtotal, taxTotal])
    return {
      lines: lines.map((line, i) => ({ ...line, taxAmount: taxAmounts[i] ?? 0 })),
      subtotal,
      taxTotal,
      grandTotal,
    }
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    throw invalid({ propertyPath: path, message: 'must have a smaller total' })
  }
}

type Issuable = Pick<StoredInvoice, 'lineItemCount' | 'grandTotal' | 'drawing'>

const STILL_DRAWING = 'Orders of the channel are still being added to the invoice. Try again in a moment.'

const explainNotIssuable = ({ lineItemCount, grandTotal, drawing }: Issuable): string | undefined => {
  if (drawing) return STILL_DRAWING
  if (!lineItemCount) return 'The invoice has no lines, so there is nothing to bill.'
  return grandTotal < 0 ? 'The total is below 0. Invoices bill what a partner owes you.' : undefined
}

export const isIssuable = (draft: Issuable): boolean => explainNotIssuable(draft) === undefined

export const checkIssuable = (draft: Issuable): void => {
  const reason = explainNotIssuable(draft)
  if (reason) throw new Problem('OPERATION_NOT_ALLOWED', reason)
}

/** Throws unless the invoice is a draft with all its lines. */
export const checkDraftInvoice = ({ status, drawing }: Pick<StoredInvoice, 'status' | 'drawing'>): void => {
  if (status !== 'draft')
    throw new Problem('OPERATION_NOT_ALLOWED', `The invoice is ${status}. Only a draft can be changed or deleted.`)
  if (drawing) throw new Problem('OPERATION_NOT_ALLOWED', STILL_DRAWING)
}

/** Lists the orders that lines billed before a change and none bills after it. */
export const listUnbilledByChange = (
  orders: readonly Id[],
  before: readonly Pick<LineItem, 'orderId'>[],
  after: readonly Pick<LineItem, 'orderId'>[],
): Id[] => {
  const [were, are] = [before, after].map((lines) => new Set(lines.map(({ orderId }) => orderId)))
  return orders.filter((order) => !after.length || (were?.has(order) && !are?.has(order)))
}

export const checkPaidAt = ({ issuedAt }: StoredInvoice, paidAt: string, now: Date): void => {
  const paid = Date.parse(paidAt)
  if (paid > now.getTime()) throw invalid({ propertyPath: 'paidAt', message: 'must not be in the future' })
  if (issuedAt && paid < Date.parse(issuedAt))
    throw invalid({ propertyPath: 'paidAt', message: 'must not be before the invoice was issued' })
}

/** Throws if the invoice is paid or credited, because such an invoice stays in the books. */
export const checkCancellable = ({ status, creditIssued }: StoredInvoice): void => {
  if (status === 'paid')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The invoice is paid. Create a credit note instead.')
  if (creditIssued)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The invoice has an issued credit note. Credit the remaining amount instead.',
    )
}
