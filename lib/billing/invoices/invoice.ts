import {
  type InvoiceState,
  LINES_BOUND,
  type LineItem,
  type LineItemInput,
  MAX_LINES_BYTES,
  type SupplyPeriod,
} from '../../../schemas/billing/invoice.ts'
import type { SentReminder } from '../../../schemas/billing/sending/reminder.ts'
import type { DeliverTo } from '../../../schemas/billing/tax-fields.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { NOT_A_MOMENT, toMoment } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge, multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import type { Moves } from '../../platform/moves.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Due } from '../../platform/store/table/due.ts'
import { sumLines, taxLines } from '../fit-taxes.ts'
import { isMixed, type LineTax, type TaxRates } from '../tax.ts'
import { chooseTax, type SupplyPlace } from '../taxes/supply-place.ts'

export interface StoredInvoice extends Stored, Due {
  partnerId: Id
  partnerName: string
  currencyCode: string
  status: InvoiceState
  invoiceNumber: string | null
  dueDate: string
  /** Day of the supply; the day of the issue unless it or a period is given. */
  supplyDate: string | null
  supplyPeriod: SupplyPeriod | null
  /** Where the goods go, if not to the partner. */
  deliverTo: DeliverTo | null
  /** Country from which the goods leave; null: as the settings say. */
  dispatchCountry: string | null
  /** True if unit prices contain tax, as those of orders do; `amount` of a line never does. */
  pricesIncludeTax: boolean
  subtotal: number
  taxTotal: number
  grandTotal: number
  /** Total of the credit notes that are not cancelled; drafts count, because they reserve their amount. */
  credited: number
  /** The part of `credited` whose credit notes are issued, which cannot be undone. */
  creditIssued: number
  /** The part of `credited` that applied credit notes took off the open amount. */
  applied: number
  /** Total of the credit notes that are issued and not applied yet. */
  creditToApply: number
  /** Sum of the payments allocated to it. */
  allocated: number
  /** The payment or credit note that left nothing open, from which `paidAt` follows; null while something is open. */
  closing: { paidAt: string; paymentReference: string | null } | null
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
  /** Set while orders are still being added; `issue`: issue the invoice when all are. */
  drawing: { issue: boolean } | null
  /** Reminders of levels that were sent, oldest first; the next one has the level after the last. */
  reminders: SentReminder[]
  /** Time at which reminders were stopped by hand. */
  remindersStoppedAt: string | null
  /** Timestamps of the reminders sent. */
  reminded: { beforeDue?: string; afterDue?: string }
}

export const INVOICE_MOVES = {
  issue: { from: ['draft'], to: 'issued' },
  mark_paid: { from: ['issued', 'overdue'], to: 'paid' },
  fall_due: { from: ['issued'], to: 'overdue' },
  cancel: { from: ['draft', 'issued', 'overdue'], to: 'cancelled' },
  reopen: { from: ['paid'], to: 'issued' },
} as const satisfies Moves<InvoiceState, string>

export const invoiceUri = (id: Id) => `commerce:///billing/invoices/${id}`

type PaidInvoice = Pick<StoredInvoice, 'status' | 'grandTotal' | 'applied' | 'allocated'>

/** Returns the amount still to be paid: the total less applied credit notes and payments; 0 for a draft or cancelled one. */
export const computeOpenAmount = ({ status, grandTotal, applied, allocated }: PaidInvoice): number =>
  status === 'draft' || status === 'cancelled' ? 0 : grandTotal - applied - allocated

export type OwedInvoice = PaidInvoice & Pick<StoredInvoice, 'creditToApply'>

/** Returns what the partner may be reminded of: the open amount less the credit notes that are issued and not applied yet. */
export const computeOwedAmount = (invoice: OwedInvoice): number =>
  Math.max(0, computeOpenAmount(invoice) - invoice.creditToApply)

/** Returns the total of the fees. They are owed beside the invoice, whose total never changes once it is issued. */
export const sumReminderFees = ({ reminders }: Pick<StoredInvoice, 'reminders'>): number =>
  sumAmounts(reminders.map(({ fee }) => fee))

export const MAX_DECIMALS = 6

/** A new line, or a priced one, which keeps its tax, with the order that it bills. */
export type UnpricedLine = LineItemInput &
  Partial<LineTax> &
  Partial<Pick<LineItem, 'orderId' | 'orderLineId' | 'supply'>>

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

/** Finds lines that one document cannot have together. */
export const findSizeViolations = (bytes: number, path: string): Violation[] =>
  bytes > MAX_LINES_BYTES ? [{ propertyPath: path, message: `must have ${LINES_BOUND}` }] : []

/** Counts the bytes of the lines; a reason is stored with each line that it explains. */
export const countBytes = (lines: readonly UnpricedLine[], taxRates: TaxRates): number => {
  const reasons = lines.map((line) => chooseTax(line, taxRates).taxReason)
  // What orders say of their supplies is short and can be compressed.
  const texts = JSON.stringify(lines, (name, value) => (name === 'supply' ? undefined : value))
  return Buffer.byteLength(texts) + Buffer.byteLength(reasons.join(''))
}

interface Pricing {
  taxRates: TaxRates
  /** Where and to whom the lines are supplied; undefined while nobody knows, as in a plan of invoices. */
  place?: SupplyPlace
  pricesIncludeTax: boolean
  newId: () => Id
  path?: string
}

/** Prices the lines and sums them up. Throws one problem with all violations. */
export const priceLines = (
  given: readonly UnpricedLine[],
  { taxRates, place, pricesIncludeTax, newId, path = 'lineItems' }: Pricing,
): PricedLines => {
  const violations = [...findAmountViolations(given, path), ...findSizeViolations(countBytes(given, taxRates), path)]
  if (violations.length) throw invalid(...violations)
  const lines = given.map((line) => {
    const { description, quantity, unitPrice, reference = null, orderId = null, orderLineId = null } = line
    const { supplyType = null, supply = null } = line
    const amount = multiplyPrice(quantity, unitPrice)
    const named = { id: newId(), description, reference, orderId, orderLineId, supplyType, supply }
    return { ...named, quantity, unitPrice, amount, taxAmount: 0, ...chooseTax(line, taxRates, place) }
  })
  try {
    const taxed = taxLines(lines, pricesIncludeTax)
    const { amount: subtotal, taxAmount: taxTotal } = sumLines(taxed)
    return { lines: taxed, subtotal, taxTotal, grandTotal: sumAmounts([subtotal, taxTotal]) }
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    throw invalid({ propertyPath: path, message: 'must have a smaller total' })
  }
}

type Issuable = Pick<StoredInvoice, 'lineItemCount' | 'grandTotal' | 'drawing'> & { lines: readonly LineTax[] }

const STILL_DRAWING = 'Orders of the channel are still being added to the invoice. Try again in a moment.'

const explainNotIssuable = ({ lineItemCount, grandTotal, drawing, lines }: Issuable): string | undefined => {
  if (drawing) return STILL_DRAWING
  if (!lineItemCount) return 'The invoice has no lines, so there is nothing to bill.'
  if (grandTotal < 0) return 'The total is below 0. Invoices bill what a partner owes you.'
  return isMixed(lines)
    ? 'Lines outside the scope of tax cannot be on an invoice with other lines. Make two invoices.'
    : undefined
}

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

/**
 * Returns when the invoice was paid, in UTC. A day begins in the tenant's time zone; the day of the issue begins with the
 * issue.
 */
export const readPaidAt = ({ issuedAt }: StoredInvoice, given: string, zone: string, now: Date): string => {
  const refuse = (message: string) => invalid({ propertyPath: 'paidAt', message })
  const isDayOfIssue = issuedAt !== null && given === toLocalDay(zone, new Date(issuedAt))
  const paidAt = isDayOfIssue ? issuedAt : toMoment(given, zone)
  if (paidAt === undefined) throw refuse(NOT_A_MOMENT)
  if (paidAt > now.toISOString()) throw refuse('must not be in the future')
  if (issuedAt && paidAt < issuedAt) throw refuse('must not be before the invoice was issued')
  return paidAt
}

/** Throws if the invoice is paid, even in part, or credited, because such an invoice stays in the books. */
export const checkCancellable = ({ status, creditIssued, allocated }: StoredInvoice): void => {
  if (status === 'paid')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The invoice is paid. Create a credit note instead.')
  if (allocated)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'A payment is allocated to the invoice. Reverse the allocation first, or create a credit note instead.',
    )
  if (creditIssued)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The invoice has an issued credit note. Credit the remaining amount instead.',
    )
}
