import type { Column, PrintedDocument, Row, Sum } from '../document/printing/printed-document.ts'
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
  rows: listRates(lines).map(({ rate, lines: own }) => ({
    cells: [rate, own.length, sumAmounts(own.map(({ amount }) => amount))],
  })),
})

/** Returns one sum for each tax rate, and none if every rate is 0. */
const sumTaxes = (lines: readonly Line[]): Sum[] => {
  const rates = listRates(lines)
  if (rates.every(({ rate }) => rate === 0)) return []
  return rates.map(({ rate, lines: own }) => ({
    label: 'taxAtRate',
    percent: rate,
    amount: sumAmounts(own.map(({ taxAmount }) => taxAmount)),
  }))
}

/** Lays out one row for each line, or one for each tax rate if the document is not detailed. */
export const layOutLines = (lines: readonly Line[], isDetailed: boolean): Table =>
  isDetailed ? listLines(lines) : sumLinesByRate(lines)

/** Lays out the sums between the lines and the total. */
export const layOutTaxes = (subtotal: number, lines: readonly Line[]): Sum[] => {
  const taxes = sumTaxes(lines)
  return taxes.length ? [{ label: 'subtotal', amount: subtotal }, ...taxes] : []
}
