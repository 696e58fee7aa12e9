import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge, multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { computeTaxes } from '../../platform/money/taxes.ts'
import { invalid } from '../../platform/problem.ts'
import {
  addCredited,
  type Credited,
  type CreditedByLine,
  subtractByLine,
  subtractCredited,
  unnamedKey,
} from '../credited.ts'
import { clampTax, excludeTax, fitTaxes, includeTax, sumLines } from '../fit-taxes.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { nameTax, pickTax } from '../tax.ts'
import type { CreditLine } from './credit-note.ts'
import {
  buildExceedsProblem,
  groupCreditable,
  type LineToCredit,
  type ParsedCredit,
  parseCreditLines,
} from './parse-credit-lines.ts'

type Line = Omit<CreditLine, 'id'>

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

/** Credits the rest of each line, less what was credited without naming a line. */
const computeRemainder = (source: Invoice): Line[] => {
  const { lines, credited } = source
  const rest = lines.flatMap((line): Line[] => {
    const { quantity, amount, taxAmount } = subtractCredited(line, credited[line.id])
    if (!amount && !taxAmount) return []
    const { description, unitPrice } = line
    // Once part of a price was credited, the rest need not be a multiple of the price.
    const isMultiple = quantity > 0 && Math.abs(multiplyPrice(quantity, unitPrice) - amount) <= 1
    const fields = { description, ...pickTax(line), amount, taxAmount, originalLineItemId: line.id }
    return [{ ...fields, ...(isMultiple ? { quantity, unitPrice } : { quantity: 1, unitPrice: amount }) }]
  })
  const off = [...groupCreditable(source).values()].flatMap(({ first }): Line[] => {
    const { amount = 0, taxAmount = 0 } = credited[unnamedKey(first.id)] ?? {}
    if (!amount && !taxAmount) return []
    const described = { description: 'Credited before', quantity: 1, unitPrice: -amount, originalLineItemId: null }
    return [{ ...described, amount: -amount, taxAmount: -taxAmount, ...pickTax(first) }]
  })
  return [...rest, ...off]
}

/** Adds the taxes. A line that credits the whole rest of its invoice line also takes the whole rest of its tax. */
const addTaxes = (credited: readonly ParsedCredit[], included: boolean): Line[] => {
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

/**
 * Fits the lines to what is left at each tax of which something is credited without naming a line, so that all credit notes
 * together never exceed it.
 */
const fitToLeft = (source: Invoice, taxed: readonly Line[], { rests, groups }: Omit<Given, 'parsed'>): Line[] => {
  const { pricesIncludeTax } = source.invoice
  const check = (amount: number, left: number, at = '') => {
    if (amount > left)
      throw buildExceedsProblem(
        `The ${pricesIncludeTax ? '' : 'net '}credit of ${amount} exceeds the remaining ${left} of the invoice${at}.`,
      )
  }
  const isUnnamed = ({ originalLineItemId: id }: Line) => id === null
  if (taxed.some(isUnnamed))
    check(sumLines(taxed).amount, sumLines([...groups.values()].map(({ left }) => left)).amount)
  const fitted = new Map<Line, Line>()
  for (const [name, { first, left }] of groups) {
    const own = taxed.filter((line) => nameTax(line) === name)
    if (!source.credited[unnamedKey(first.id)] && !own.some(isUnnamed)) continue
    check(sumLines(own).amount, left.amount, groups.size > 1 ? ` at ${first.taxRatePercent} %` : '')
    const parts = fitTaxes(own, (id) => rests.get(id)?.taxAmount ?? 0, left)
    for (const [i, line] of own.entries()) fitted.set(line, parts[i] ?? line)
  }
  return taxed.map((line) => fitted.get(line) ?? line)
}

type Given = ReturnType<typeof parseCreditLines>

const creditGivenLines = (source: Invoice, given: readonly LineToCredit[]): Line[] => {
  const { parsed, ...left } = parseCreditLines(source, given)
  return fitToLeft(source, addTaxes(parsed, source.invoice.pricesIncludeTax), left)
}

/**
 * Computes the lines and totals of a credit note for the given lines, or for the rest of the invoice. All credit notes
 * together never exceed a line or the whole invoice, and add up to it exactly once everything is credited.
 */
export const computeCredit = (source: Invoice, given: readonly LineToCredit[] | null | undefined): Credit => {
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
    const groups = groupCreditable(source)
    for (const line of lines) {
      const id = line.originalLineItemId ?? unnamedKey(groups.get(nameTax(line))?.first.id ?? '')
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
