import type { LineItem } from '../../schemas/invoice.ts'
import type { Partner } from '../../schemas/partner.ts'
import type { Stationery } from '../document/letterhead.ts'
import type { Column, PrintedDocument, Row, Sum } from '../document/printed.ts'
import { sumOf } from '../money/money.ts'
import type { WithLines } from './invoice-store.ts'

type Table = Pick<PrintedDocument, 'columns' | 'rows'>

const DETAILED: readonly Column[] = [
  { label: 'position', kind: 'code' },
  { label: 'description', kind: 'text' },
  { label: 'quantity', kind: 'quantity' },
  { label: 'unitPrice', kind: 'money' },
  { label: 'tax', kind: 'percent' },
  { label: 'amount', kind: 'money' },
]

const SUMMED: readonly Column[] = [
  { label: 'tax', kind: 'percent' },
  { label: 'items', kind: 'quantity' },
  { label: 'amount', kind: 'money' },
]

const detailed = (lines: readonly LineItem[]): Table => ({
  columns: DETAILED,
  rows: lines.map(
    ({ description, quantity, unitPrice, taxRatePercent, amount, reference }, i): Row => ({
      cells: [i + 1, description, quantity, unitPrice, taxRatePercent, amount],
      note: reference,
    }),
  ),
})

const byRate = (lines: readonly LineItem[]) =>
  [...new Set(lines.map(({ taxRatePercent }) => taxRatePercent))]
    .sort((a, b) => b - a)
    .map((rate) => ({ rate, lines: lines.filter(({ taxRatePercent }) => taxRatePercent === rate) }))

const summed = (lines: readonly LineItem[]): Table => ({
  columns: SUMMED,
  rows: byRate(lines).map(({ rate, lines: at }) => ({
    cells: [rate, at.length, sumOf(at.map(({ amount }) => amount))],
  })),
})

/** What the lines say of each rate; a document without any tax says nothing of it. */
const taxSums = (lines: readonly LineItem[]): Sum[] => {
  const rates = byRate(lines)
  if (rates.every(({ rate }) => rate === 0)) return []
  return rates.map(({ rate, lines: at }) => ({
    label: 'taxAtRate',
    percent: rate,
    amount: sumOf(at.map(({ taxAmount }) => taxAmount)),
  }))
}

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, overdue: null, paid: null } as const

/** An invoice as it is printed: its stored amounts, none of them reckoned again. */
export const printedInvoice = (
  invoice: WithLines,
  {
    name,
    locale,
    billingContact,
    address,
    taxId,
  }: Pick<Partner, 'name' | 'locale' | 'billingContact' | 'address' | 'taxId'>,
  { issuer, locale: usual, zone }: Stationery,
  includeDetails: boolean,
): PrintedDocument => {
  const { lineItems, invoiceNumber, dueDate, issuedAt, status } = invoice
  const taxes = taxSums(lineItems)
  const asksToPay = status !== 'cancelled' && invoice.grandTotal > 0
  return {
    kind: 'invoice',
    number: invoiceNumber,
    locale: locale ?? usual,
    zone,
    currency: invoice.currencyCode,
    mark: MARKS[status],
    issuer,
    recipient: { name, contact: billingContact?.name ?? null, address, taxId },
    facts: [
      { label: 'issueDate', kind: 'date', value: issuedAt },
      { label: 'dueDate', kind: 'date', value: dueDate },
      { label: 'yourTaxId', kind: 'code', value: taxId },
    ],
    ...(includeDetails ? detailed(lineItems) : summed(lineItems)),
    sums: [
      ...(taxes.length ? [{ label: 'subtotal', amount: invoice.subtotal } as const, ...taxes] : []),
      { label: 'total', amount: invoice.grandTotal, strong: true },
    ],
    payment: asksToPay ? { amount: invoice.grandTotal, dueDate, reference: invoiceNumber } : null,
    notes: invoice.notes,
    at: issuedAt ?? invoice.createdAt,
  }
}
