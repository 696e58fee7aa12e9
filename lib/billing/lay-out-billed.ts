import { type ExplainedKind, REASONED_KINDS, type TaxKind } from '../../schemas/billing/tax.ts'
import type { Column, PrintedDocument, Row, Sum } from '../document/printing/printed-document.ts'
import type { Stationery } from '../document/printing/stationery.ts'
import { sumAmounts } from '../platform/money/amounts.ts'
import { describeRecipient, type PrintedPartner } from './describe-recipient.ts'
import { includeTax } from './fit-taxes.ts'
import type { LineTax } from './tax.ts'

interface Line extends LineTax {
  description: string
  quantity: number
  unitPrice: number
  amount: number
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

/** Returns what the line costs at its printed price. */
type ReadCost = (line: Line) => number

const listLines = (lines: readonly Line[], readCost: ReadCost): Table => ({
  columns: DETAILED,
  rows: lines.map((line, i): Row => {
    const { description, quantity, unitPrice, taxRatePercent, reference } = line
    return { cells: [i + 1, description, quantity, unitPrice, taxRatePercent, readCost(line)], note: reference ?? null }
  }),
})

const listRates = (lines: readonly Line[]) =>
  [...new Set(lines.map(({ taxRatePercent }) => taxRatePercent))]
    .sort((a, b) => b - a)
    .map((rate) => ({ rate, lines: lines.filter(({ taxRatePercent }) => taxRatePercent === rate) }))

const sumLinesByRate = (lines: readonly Line[], readCost: ReadCost): Table => ({
  columns: SUMMED,
  rows: listRates(lines).map(({ rate, lines: own }) => ({
    cells: [rate, own.length, sumAmounts(own.map(readCost))],
  })),
})

const isExplainedKind = (kind: TaxKind): kind is ExplainedKind => REASONED_KINDS.includes(kind)

interface TaxGroup {
  rate: number
  kind: ExplainedKind | null
  /** Null if it is the seller's. */
  country: string | null
  lines: Line[]
}

/** Groups lines as the law asks for: by rate and country, and without tax by its kind. */
const listTaxGroups = (lines: readonly Line[]): TaxGroup[] =>
  listRates(lines).flatMap(({ rate, lines: own }) => {
    const groups = Map.groupBy(own, ({ taxKind, taxCountry }) => {
      const kind = !rate && isExplainedKind(taxKind) ? taxKind : ''
      return `${kind} ${taxCountry ?? ''}`
    })
    return [...groups].map(([name, each]) => {
      const [kind, country] = name.split(' ')
      return { rate, kind: (kind || null) as ExplainedKind | null, country: country || null, lines: each }
    })
  })

/** Returns one sum for each group, with its base if there are several, and none if there is no tax. */
const sumTaxes = (lines: readonly Line[]): Sum[] => {
  const groups = listTaxGroups(lines)
  if (groups.every(({ rate, kind }) => rate === 0 && (kind === null || groups.length === 1))) return []
  return groups.map(({ rate, kind, country, lines: own }): Sum => {
    const amount = sumAmounts(own.map(({ taxAmount }) => taxAmount))
    const taxed = { amount, ...(country !== null && { country }) }
    if (groups.length === 1) return { label: 'taxAtRate', percent: rate, ...taxed }
    const base = sumAmounts(own.map((line) => line.amount))
    return kind ? { label: 'noTaxOn', kind, base, ...taxed } : { label: 'taxAtRateOn', percent: rate, base, ...taxed }
  })
}

/** Lists the reasons why there is no tax, each once, in the order of the lines. */
const listRemarks = (lines: readonly Line[]): NonNullable<PrintedDocument['remarks']> => {
  const remarks = lines.flatMap(({ taxKind, taxReason, taxReasonCode }) =>
    isExplainedKind(taxKind)
      ? [{ label: taxKind, text: taxReason ?? (taxKind === 'exempt' ? taxReasonCode : null) }]
      : [],
  )
  return [...new Map(remarks.map((remark) => [JSON.stringify(remark), remark])).values()]
}

/** An invoice or a credit note. */
interface Billed {
  currencyCode: string
  pricesIncludeTax: boolean
  subtotal: number
  taxTotal: number
  grandTotal: number
  lineItems: readonly Line[]
  issuedAt: string | null
  createdAt: string
}

/** Lays out the sums between the lines and the total. */
const layOutTaxes = ({ subtotal, lineItems, pricesIncludeTax }: Billed): Sum[] => {
  const taxes = sumTaxes(lineItems)
  return taxes.length ? [{ label: pricesIncludeTax ? 'net' : 'subtotal', amount: subtotal }, ...taxes] : []
}

interface Specifics {
  facts: PrintedDocument['facts']
  totalLabel: Sum['label']
  /** Lays out one row for each line, or otherwise one for each tax rate. */
  isDetailed: boolean
}

/** Lays out the common part of invoices and credit notes from stored amounts; nothing is computed again. */
export const layOutBilled = (
  billed: Billed,
  partner: PrintedPartner,
  stationery: Stationery,
  { facts, totalLabel, isDetailed }: Specifics,
) => {
  const { currencyCode, pricesIncludeTax, taxTotal, grandTotal, lineItems, issuedAt, createdAt } = billed
  const readCost: ReadCost = (line) => (pricesIncludeTax ? includeTax(line) : line).amount
  return {
    ...describeRecipient(partner, stationery),
    currency: currencyCode,
    facts: [
      { label: 'issueDate', kind: 'date', value: issuedAt } as const,
      ...facts,
      { label: 'yourTaxId', kind: 'code', value: partner.vatId ?? partner.taxId } as const,
    ],
    ...(isDetailed ? listLines(lineItems, readCost) : sumLinesByRate(lineItems, readCost)),
    sums: [...layOutTaxes(billed), { label: totalLabel, amount: grandTotal, strong: true }],
    remarks: [
      ...(pricesIncludeTax && taxTotal ? [{ label: 'pricesIncludeTax', text: null } as const] : []),
      ...listRemarks(lineItems),
    ],
    at: issuedAt ?? createdAt,
  }
}
