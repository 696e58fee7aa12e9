import type { Column, PrintedDocument, Row, Sum } from '../document/printing/printed.ts'
import { sumAmounts } from '../platform/money/money.ts'

/** A line of an invoice or of a credit note. */
interface Line {
  description: string
  quantity: number
  unitPrice: number
  amount: number
  taxRatePercent: number
  taxAmount: number
  reference?: string | null
}

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

const listLines = (lines: readonly Line[]): Table => ({
  columns: DETAILED,
  rows: lines.map(
    ({ description, quantity, unitPrice, taxRatePercent, amount, reference }, i): Row => ({
      cells: [i + 1, description, quantity, unitPrice, taxRatePercent, amount],
      note: reference ?? null,
    }),
  ),
})

const listRates = (lines: readonly Line[]) =>
  [...new Set(lines.map(({ taxRatePercent }) => taxRatePercent))]
    .sort((a, b) => b - a)
    .map((rate) => ({ rate, lines: lines.filter(({ taxRatePercent }) => taxRatePercent === rate) }))

const sumLinesByRate = (lines: readonly Line[]): Table => ({
  columns: SUMMED,
  rows: listRates(lines).map(({ rate, lines: at }) => ({
    cells: [rate, at.length, sumAmounts(at.map(({ amount }) => amount))],
  })),
})

/** What the lines say of each rate; a document without any tax says nothing of it. */
const sumTaxes = (lines: readonly Line[]): Sum[] => {
  const rates = listRates(lines)
  if (rates.every(({ rate }) => rate === 0)) return []
  return rates.map(({ rate, lines: at }) => ({
    label: 'taxAtRate',
    percent: rate,
    amount: sumAmounts(at.map(({ taxAmount }) => taxAmount)),
  }))
}

/** The lines one by one, or one row for each tax rate. */
export const layOutLines = (lines: readonly Line[], isDetailed: boolean): Table =>
  isDetailed ? listLines(lines) : sumLinesByRate(lines)

/** What stands between the lines and the total. */
export const layOutTaxes = (subtotal: number, lines: readonly Line[]): Sum[] => {
  const taxes = sumTaxes(lines)
  return taxes.length ? [{ label: 'subtotal', amount: subtotal }, ...taxes] : []
}
