import type { CreditLineInput } from '../../../schemas/billing/credit-note.ts'
import type { LineItem } from '../../../schemas/billing/invoice.ts'
import { TAX_KINDS } from '../../../schemas/billing/tax.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge, computeTaxes, multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import {
  addCredited,
  CREDITED_UNNAMED,
  type Credited,
  type CreditedByLine,
  subtractByLine,
  subtractCredited,
} from '../credited.ts'
import { clampTax, excludeTax, fitTaxes, includeTax, sumLines } from '../fit-taxes.ts'
import { findSizeViolations, MAX_DECIMALS, type StoredInvoice } from '../invoices/invoice.ts'
import { pickTax } from '../tax.ts'
import type { CreditLine } from './credit-note.ts'

type Line = Omit<CreditLine, 'id'>

/** A credited line, with the part of its invoice line that was uncredited before; undefined without an invoice line. */
interface CreditedLine {
  line: Line
  rest: Credited | undefined
}

type Parsed = { ok: true; value: CreditedLine } | { ok: false; violations: Violation[] }

interface Invoice {
  invoice: Pick<StoredInvoice, 'grandTotal' | 'credited' | 'pricesIncludeTax'>
  lines: readonly LineItem[]
  credited: CreditedByLine
}

export interface Credit {
  lines: Line[]
  subtotal: number
  taxTotal: number
  grandTotal: number
  /** Credited parts of the invoice, this credit included. */
  credited: CreditedByLine
  /** The part that this credit added to them. */
  reserved: CreditedByLine
}

/**
 * Returns the invoice with amounts as its prices are. They contain tax if prices do, so that whoever paid a price for a piece
 * gets exactly that price back.
 */
const readPrices = (source: Invoice): Invoice =>
  source.invoice.pricesIncludeTax
    ? {
        ...source,
        lines: source.lines.map(includeTax),
        credited: Object.fromEntries(Object.entries(source.credited).map(([id, part]) => [id, includeTax(part)])),
      }
    : source

/** Returns the credited parts of the invoice without those that one credit note reserved. */
export const releaseCredit = subtractByLine

const buildExceedsProblem = (detail: string) => new Problem('CREDIT_EXCEEDS_INVOICE', detail)

/** Credits the rest of each line, less what was credited without naming a line. */
const computeRemainder = ({ lines, credited }: Invoice): Line[] => {
  const rest = lines.flatMap((line): Line[] => {
    const { quantity, amount, taxAmount } = subtractCredited(line, credited[line.id])
    if (!amount && !taxAmount) return []
    const { description, unitPrice } = line
    // Once part of a price was credited, the rest need not be a multiple of the price.
    const isMultiple = quantity > 0 && Math.abs(multiplyPrice(quantity, unitPrice) - amount) <= 1
    const fields = { description, ...pickTax(line), amount, taxAmount, originalLineItemId: line.id }
    return [{ ...fields, ...(isMultiple ? { quantity, unitPrice } : { quantity: 1, unitPrice: amount }) }]
  })
  const [[first], unnamed] = [lines, credited[CREDITED_UNNAMED]]
  if (!first || (!unnamed?.amount && !unnamed?.taxAmount)) return rest
  const [amount, taxAmount] = [-unnamed.amount, -unnamed.taxAmount]
  const off = { description: 'Credited before', quantity: 1, unitPrice: amount, originalLineItemId: null }
  return [...rest, { ...off, amount, taxAmount, ...pickTax(first) }]
}

const linePath = (i: number, field: string) => `lineItems[${i}].${field}`

const reject = (...violations: Violation[]): Parsed => ({ ok: false, violations })

/** Lines whose taxes differ are in different sums of a document. */
const nameTax = (line: LineItem) => {
  const { taxRatePercent, taxKind, taxReason, taxReasonCode, taxCountry, oneStopShop, dispatchCountry } = line
  return JSON.stringify([
    ...[taxRatePercent, TAX_KINDS[taxKind], taxReason, taxReasonCode],
    ...[taxCountry, oneStopShop, dispatchCountry],
  ])
}

/** Parses a line that names no line of the invoice; it has the tax of the invoice, which must have one only. */
const parseUnnamedLine = (given: CreditLineInput, i: number, lines: readonly LineItem[]): Parsed => {
  const { description, quantity, unitPrice } = given
  const violations = Object.entries({ description, unitPrice })
    .filter(([, value]) => value == null)
    .map(([field]) => ({ propertyPath: linePath(i, field), message: 'is required without originalLineItemId' }))
  if (new Set(lines.map(nameTax)).size > 1)
    violations.push({
      propertyPath: linePath(i, 'originalLineItemId'),
      message: 'is required, because the lines of the invoice have different taxes',
    })
  const [first] = lines
  if (violations.length || !first || description == null || unitPrice == null) return reject(...violations)
  const priced = { description, quantity, unitPrice, amount: multiplyPrice(quantity, unitPrice) }
  const line = { ...priced, originalLineItemId: null, ...pickTax(first), taxAmount: 0 }
  return { ok: true, value: { line, rest: undefined } }
}

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
  return { ok: true, value: { line, rest } }
}

/** Adds the taxes. A line that credits the whole rest of its invoice line also takes the whole rest of its tax. */
const addTaxes = (credited: readonly CreditedLine[], included: boolean): Line[] => {
  const partial = credited.filter(({ line, rest }) => rest?.amount !== line.amount).map(({ line }) => line)
  const { taxAmounts } = computeTaxes(partial, { included })
  const exactTaxes = new Map(partial.map((line, i) => [line, taxAmounts[i]]))
  const creditedTaxes = new Map<Id, number>()
  return credited.map(({ line, rest }) => {
    const [exact, id] = [exactTaxes.get(line), line.originalLineItemId]
    if (!rest || id === null) return { ...line, taxAmount: exact ?? 0 }
    const before = creditedTaxes.get(id) ?? 0
    const remaining = rest.taxAmount - before
    // The part of the price that is no tax must not exceed what is left of it either.
    const least = included ? line.amount - (rest.amount - remaining) : 0
    const taxAmount = exact === undefined ? remaining : clampTax(exact, remaining, least)
    creditedTaxes.set(id, before + taxAmount)
    return { ...line, taxAmount }
  })
}

const parseLine = (
  given: CreditLineInput,
  i: number,
  lines: readonly LineItem[],
  rests: ReadonlyMap<Id, Credited>,
): Parsed => {
  const { quantity, originalLineItemId: id } = given
  if (countDecimalPlaces(quantity) > MAX_DECIMALS)
    return reject({ propertyPath: linePath(i, 'quantity'), message: `must have at most ${MAX_DECIMALS} decimals` })
  if (!id) return parseUnnamedLine(given, i, lines)
  const invoiced = lines.find((line) => line.id === id)
  const rest = rests.get(id)
  if (invoiced && rest) return parseNamedLine(given, i, invoiced, rest)
  return reject({
    propertyPath: linePath(i, 'originalLineItemId'),
    message: 'must be the id of a line of the invoice',
  })
}

/** Counts the bytes of the lines. A line without a description has that of its invoice line. */
const countBytes = (parsed: readonly CreditedLine[]): number => {
  const texts = parsed.map(({ line: { description, quantity, unitPrice } }) => ({ description, quantity, unitPrice }))
  return Buffer.byteLength(JSON.stringify(texts))
}

/** Returns what is left of the invoice, whatever lines its credit notes named. */
const computeLeft = ({ lines, credited }: Invoice) => {
  const [all, before] = [sumLines(lines), sumLines(Object.values(credited))]
  return { amount: all.amount - before.amount, taxAmount: all.taxAmount - before.taxAmount }
}

const creditGivenLines = (source: Invoice, given: readonly CreditLineInput[]): Line[] => {
  const { lines, credited } = source
  const violations: Violation[] = []
  const rests = new Map(lines.map((line) => [line.id, subtractCredited(line, credited[line.id])]))
  const parsed: CreditedLine[] = []
  for (const [i, each] of given.entries()) {
    const result = parseLine(each, i, lines, rests)
    if (!result.ok) {
      violations.push(...result.violations)
      continue
    }
    const { line, rest } = result.value
    parsed.push(result.value)
    if (rest && line.originalLineItemId)
      rests.set(line.originalLineItemId, subtractCredited(rest, { ...line, taxAmount: 0 }))
  }
  violations.push(...findSizeViolations(countBytes(parsed), 'lineItems'))
  if (violations.length) throw invalid(...violations)
  const { pricesIncludeTax } = source.invoice
  const taxed = addTaxes(parsed, pricesIncludeTax)
  if (!credited[CREDITED_UNNAMED] && taxed.every(({ originalLineItemId }) => originalLineItemId)) return taxed
  const left = computeLeft(source)
  const { amount } = sumLines(taxed)
  if (amount > left.amount)
    throw buildExceedsProblem(
      `The ${pricesIncludeTax ? '' : 'net '}credit of ${amount} exceeds the remaining ${left.amount} of the invoice.`,
    )
  return fitTaxes(taxed, (id) => rests.get(id)?.taxAmount ?? 0, left)
}

/**
 * Computes the lines and totals of a credit note for the given lines, or for the rest of the invoice. All credit notes
 * together never exceed a line or the whole invoice, and add up to it exactly once everything is credited.
 */
export const computeCredit = (source: Invoice, given: readonly CreditLineInput[] | null | undefined): Credit => {
  try {
    const priced = readPrices(source)
    const credits = given ? creditGivenLines(priced, given) : computeRemainder(priced)
    const lines = source.invoice.pricesIncludeTax ? credits.map(excludeTax) : credits
    const { amount: subtotal, taxAmount: taxTotal } = sumLines(lines)
    const grandTotal = sumAmounts([subtotal, taxTotal])
    const remaining = source.invoice.grandTotal - source.invoice.credited
    if (!given && grandTotal <= 0) throw buildExceedsProblem('The invoice has no amount left to credit.')
    if (grandTotal <= 0) throw invalid({ propertyPath: 'lineItems', message: 'must have a total above 0' })
    if (grandTotal > remaining)
      throw buildExceedsProblem(`The credit of ${grandTotal} exceeds the remaining ${remaining} of the invoice.`)
    const credited: Record<Id, Credited> = { ...source.credited }
    for (const line of lines) {
      const id = line.originalLineItemId ?? CREDITED_UNNAMED
      const sum = addCredited(credited[id], line)
      // The rest of a price is credited with quantity 1, which may exceed the remaining quantity.
      const limit = source.lines.find((each) => each.id === id)?.quantity ?? sum.quantity
      credited[id] = { ...sum, quantity: Math.min(sum.quantity, limit) }
    }
    return { lines, subtotal, taxTotal, grandTotal, credited, reserved: subtractByLine(credited, source.credited) }
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    throw invalid({ propertyPath: 'lineItems', message: 'must have smaller amounts' })
  }
}
