import type { CreditLineInput } from '../../../schemas/billing/credit-note.ts'
import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { multiplyPrice } from '../../platform/money/amounts.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import { splitByWeights } from '../../platform/money/split.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import { type Credited, type CreditedByLine, subtractCredited, unnamedKey } from '../credited.ts'
import { type Amounts, sumLines } from '../fit-taxes.ts'
import { findSizeViolations, MAX_DECIMALS } from '../invoices/invoice.ts'
import { nameTax, pickTax } from '../tax.ts'
import type { CreditLine } from './credit-note.ts'

/** A line to credit. One that names no line of the invoice may be credited at the tax of one of its lines. */
export type LineToCredit = CreditLineInput & { atTaxOf?: Id }

/** A credited line, with the part of its invoice line that was uncredited before; undefined without an invoice line. */
export interface ParsedCredit {
  line: Omit<CreditLine, 'id'>
  rest: Credited | undefined
}

type Parsed = { ok: true; value: ParsedCredit[] } | { ok: false; violations: Violation[] }

interface CreditedLines {
  lines: readonly LineItem[]
  credited: CreditedByLine
}

/** The lines of an invoice that have one tax. */
interface TaxGroup {
  first: LineItem
  /** What is left of them, whatever lines credit notes named. */
  left: Amounts
}

export const buildExceedsProblem = (detail: string) => new Problem('CREDIT_EXCEEDS_INVOICE', detail)

/** Groups the lines of an invoice by the names of their taxes. */
export const groupCreditable = ({ lines, credited }: CreditedLines): Map<string, TaxGroup> =>
  new Map(
    [...Map.groupBy(lines, nameTax)].flatMap(([name, own]) =>
      own.slice(0, 1).map((first) => {
        const keys = [unnamedKey(first.id), ...own.map(({ id }) => id)]
        const [all, before] = [sumLines(own), sumLines(keys.flatMap((key) => credited[key] ?? []))]
        return [
          name,
          { first, left: { amount: all.amount - before.amount, taxAmount: all.taxAmount - before.taxAmount } },
        ]
      }),
    ),
  )

const linePath = (i: number, field: string) => `lineItems[${i}].${field}`

const reject = (...violations: Violation[]): Parsed => ({ ok: false, violations })

const parseNamedLine = (given: CreditLineInput, i: number, invoiced: LineItem, rest: Credited): Parsed => {
  const { quantity } = given
  const unitPrice = given.unitPrice ?? invoiced.unitPrice
  if (given.unitPrice != null && unitPrice > Math.max(0, invoiced.unitPrice))
    return reject({
      propertyPath: linePath(i, 'unitPrice'),
      message: `must not exceed ${invoiced.unitPrice}, the unit price on the invoice`,
    })
  const name = `"${invoiced.description}"`
  if (quantity > rest.quantity)
    throw buildExceedsProblem(`Only ${rest.quantity} of ${invoiced.quantity} of ${name} can still be credited.`)
  const exact = multiplyPrice(quantity, unitPrice)
  // The last credit of a line also takes its rounding difference.
  const isLast = quantity === rest.quantity && unitPrice === invoiced.unitPrice && Math.abs(exact - rest.amount) <= 1
  const amount = isLast ? rest.amount : exact
  if (Math.abs(amount) > Math.abs(rest.amount))
    throw buildExceedsProblem(`Only an amount of ${rest.amount} of ${name} can still be credited.`)
  const description = given.description ?? invoiced.description
  const priced = { description, quantity, unitPrice, amount }
  const line = { ...priced, originalLineItemId: invoiced.id, ...pickTax(invoiced), taxAmount: 0 }
  return { ok: true, value: [{ line, rest }] }
}

/** A request whose lines are parsed one after the other. */
interface Parsing {
  lines: readonly LineItem[]
  /** What is left of each line. */
  rests: Map<Id, Credited>
  /** What is left at each tax. */
  lefts: Map<string, { first: LineItem; amount: number }>
}

/** Divides a credit that names no line by taxes, in proportion to what is left at each. */
const spreadUnnamed = (given: LineToCredit, amount: number, { lines, lefts }: Parsing) => {
  const named = lines.find(({ id }) => id === given.atTaxOf)
  const own = [...lefts].filter(([name]) => named === undefined || name === nameTax(named))
  const weights = own.map(([, { amount: left }]) => Math.max(0, left))
  if (own.length < 2 || !amount || !weights.some((weight) => weight > 0))
    return own.slice(0, 1).map(([, { first }]) => ({ first, amount, ...pickPrice(given) }))
  const amounts = splitByWeights(amount, weights)
  return own.flatMap(([, { first }], i) => {
    const part = amounts[i] ?? 0
    return part ? [{ first, amount: part, quantity: 1, unitPrice: part }] : []
  })
}

const pickPrice = ({ quantity, unitPrice }: LineToCredit) => ({ quantity, unitPrice: unitPrice ?? 0 })

/** Parses a line that names no line of the invoice; it becomes one for each tax. */
const parseUnnamedLine = (given: LineToCredit, i: number, parsing: Parsing): Parsed => {
  const { description, quantity, unitPrice } = given
  const violations = Object.entries({ description, unitPrice })
    .filter(([, value]) => value == null)
    .map(([field]) => ({ propertyPath: linePath(i, field), message: 'is required without originalLineItemId' }))
  if (violations.length || description == null || unitPrice == null) return reject(...violations)
  const parts = spreadUnnamed(given, multiplyPrice(quantity, unitPrice), parsing)
  const value = parts.map(({ first, ...priced }) => ({
    line: { description, ...priced, originalLineItemId: null, ...pickTax(first), taxAmount: 0 },
    rest: undefined,
  }))
  return { ok: true, value }
}

const parseLine = (given: LineToCredit, i: number, parsing: Parsing): Parsed => {
  const { quantity, originalLineItemId: id } = given
  if (countDecimalPlaces(quantity) > MAX_DECIMALS)
    return reject({ propertyPath: linePath(i, 'quantity'), message: `must have at most ${MAX_DECIMALS} decimals` })
  if (!id) return parseUnnamedLine(given, i, parsing)
  const invoiced = parsing.lines.find((line) => line.id === id)
  const rest = parsing.rests.get(id)
  if (invoiced && rest) return parseNamedLine(given, i, invoiced, rest)
  return reject({
    propertyPath: linePath(i, 'originalLineItemId'),
    message: 'must be the id of a line of the invoice',
  })
}

/** Takes what a line credits off what is left for the next ones. */
const takeOff = ({ rests, lefts }: Parsing, { line, rest }: ParsedCredit): void => {
  if (rest && line.originalLineItemId)
    rests.set(line.originalLineItemId, subtractCredited(rest, { ...line, taxAmount: 0 }))
  const left = lefts.get(nameTax(line))
  if (left) left.amount -= line.amount
}

/** Counts the bytes of the lines. A line without a description has that of its invoice line. */
const countBytes = (parsed: readonly ParsedCredit[]): number => {
  const texts = parsed.map(({ line: { description, quantity, unitPrice } }) => ({ description, quantity, unitPrice }))
  return Buffer.byteLength(JSON.stringify(texts))
}

/**
 * Parses the lines to credit, without their taxes. Lines that name none of the invoice's come after the others, because they
 * are spread over what those leave. Throws one problem with all violations.
 */
export const parseCreditLines = (source: CreditedLines, given: readonly LineToCredit[]) => {
  const { lines, credited } = source
  const groups = groupCreditable(source)
  const rests = new Map(lines.map((line) => [line.id, subtractCredited(line, credited[line.id])]))
  const lefts = new Map([...groups].map(([name, { first, left }]) => [name, { first, amount: left.amount }]))
  const parsing = { lines, rests, lefts }
  const entries = [...given.entries()]
  const isNamed = ([, line]: [number, LineToCredit]) => Boolean(line.originalLineItemId)
  const violations: (Violation & { i: number })[] = []
  const parsed: (ParsedCredit & { i: number })[] = []
  for (const [i, each] of [...entries.filter(isNamed), ...entries.filter((entry) => !isNamed(entry))]) {
    const result = parseLine(each, i, parsing)
    if (!result.ok) {
      violations.push(...result.violations.map((violation) => ({ ...violation, i })))
      continue
    }
    for (const part of result.value) {
      parsed.push({ ...part, i })
      takeOff(parsing, part)
    }
  }
  const mistakes = violations.sort((a, b) => a.i - b.i).map(({ i: _index, ...violation }) => violation)
  const all = [...mistakes, ...findSizeViolations(countBytes(parsed), 'lineItems')]
  if (all.length) throw invalid(...all)
  const sorted = parsed.sort((a, b) => a.i - b.i).map(({ line, rest }): ParsedCredit => ({ line, rest }))
  return { parsed: sorted, rests, groups }
}
