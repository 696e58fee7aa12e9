import type { CreditLineInput } from '../../../schemas/billing/credit-note.ts'
import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge, computeTaxes, multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { countDecimalPlaces, subtractQuantity } from '../../platform/money/decimal.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import { MAX_DECIMALS, type StoredInvoice } from '../invoices/invoice.ts'
import type { CreditLine } from './credit-note.ts'

/** What credit notes that are not cancelled take of a line. */
export interface Credited {
  quantity: number
  amount: number
  taxAmount: number
}

/** By line; under `UNNAMED` what was credited without naming one. */
export type CreditedByLine = Readonly<Record<Id, Credited>>

const UNNAMED = '*'
const NOTHING: Credited = { quantity: 0, amount: 0, taxAmount: 0 }

type Line = Omit<CreditLine, 'id'>

interface Invoice {
  invoice: Pick<StoredInvoice, 'grandTotal' | 'credited'>
  lines: readonly LineItem[]
  credited: CreditedByLine
}

export interface Credit {
  lines: Line[]
  subtotal: number
  taxTotal: number
  grandTotal: number
  /** With what this credit takes. */
  credited: CreditedByLine
}

const subtractCredited = ({ quantity, amount, taxAmount }: Credited, gone: Credited = NOTHING): Credited => ({
  quantity: subtractQuantity(quantity, gone.quantity),
  amount: amount - gone.amount,
  taxAmount: taxAmount - gone.taxAmount,
})

const addCredited = (one: Credited = NOTHING, other: Credited): Credited => ({
  quantity: subtractQuantity(one.quantity, -other.quantity),
  amount: one.amount + other.amount,
  taxAmount: one.taxAmount + other.taxAmount,
})

const buildExceedsProblem = (detail: string) => new Problem('CREDIT_EXCEEDS_INVOICE', detail)

/** What is left of each line, and off it what was credited without naming one. */
const computeRemainder = ({ lines, credited }: Invoice): Line[] => {
  const rest = lines.flatMap((line): Line[] => {
    const { quantity, amount, taxAmount } = subtractCredited(line, credited[line.id])
    if (!amount && !taxAmount) return []
    const { description, unitPrice, taxCategoryId, taxRatePercent } = line
    // Where part of the price was credited before, the rest is no multiple of it.
    const priced = quantity > 0 && Math.abs(multiplyPrice(quantity, unitPrice) - amount) <= 1
    const of = { description, taxCategoryId, taxRatePercent, amount, taxAmount, originalLineItemId: line.id }
    return [{ ...of, ...(priced ? { quantity, unitPrice } : { quantity: 1, unitPrice: amount }) }]
  })
  const unnamed = credited[UNNAMED]
  if (!unnamed?.amount && !unnamed?.taxAmount) return rest
  const { taxCategoryId, taxRatePercent } = lines[0] as LineItem
  const [amount, taxAmount] = [-unnamed.amount, -unnamed.taxAmount]
  const off = { description: 'Credited before', quantity: 1, unitPrice: amount, originalLineItemId: null }
  return [...rest, { ...off, amount, taxAmount, taxCategoryId, taxRatePercent }]
}

const linePath = (i: number, field: string) => `lineItems[${i}].${field}`

/** A line that names none of the invoice's has the invoice's tax rate, if there is one. */
const parseUnnamedLine = (given: CreditLineInput, i: number, lines: readonly LineItem[]): Line | Violation[] => {
  const violations: Violation[] = []
  const reportMissing = (field: 'description' | 'unitPrice') => {
    if (given[field] == null)
      violations.push({
        propertyPath: linePath(i, field),
        message: 'is required where no line of the invoice is named',
      })
  }
  reportMissing('description')
  reportMissing('unitPrice')
  const rates = new Set(lines.map(({ taxRatePercent }) => taxRatePercent))
  if (rates.size > 1)
    violations.push({
      propertyPath: linePath(i, 'originalLineItemId'),
      message: 'is required, since the lines of the invoice have different tax rates',
    })
  if (violations.length) return violations
  const { taxCategoryId, taxRatePercent } = lines[0] as LineItem
  const { description = '', quantity, unitPrice } = given
  const amount = multiplyPrice(quantity, unitPrice as number)
  const priced = { description: description ?? '', quantity, unitPrice: unitPrice as number, amount }
  return { ...priced, originalLineItemId: null, taxCategoryId, taxRatePercent, taxAmount: 0 }
}

const parseNamedLine = (given: CreditLineInput, i: number, line: LineItem, rest: Credited): Line | Violation[] => {
  const { quantity } = given
  const unitPrice = given.unitPrice ?? line.unitPrice
  if (given.unitPrice != null && unitPrice > Math.max(0, line.unitPrice))
    return [
      { propertyPath: linePath(i, 'unitPrice'), message: `must not be more than the invoice's ${line.unitPrice}` },
    ]
  if (quantity > rest.quantity)
    throw buildExceedsProblem(`Of "${line.description}" ${rest.quantity} of ${line.quantity} are left to be credited.`)
  const exact = multiplyPrice(quantity, unitPrice)
  // The last of a line takes what rounding left of it.
  const isLast = quantity === rest.quantity && unitPrice === line.unitPrice && Math.abs(exact - rest.amount) <= 1
  const amount = isLast ? rest.amount : exact
  if (Math.abs(amount) > Math.abs(rest.amount))
    throw buildExceedsProblem(`Of "${line.description}" an amount of ${rest.amount} is left to be credited.`)
  const { taxCategoryId, taxRatePercent } = line
  const description = given.description ?? line.description
  return {
    description,
    quantity,
    unitPrice,
    amount,
    originalLineItemId: line.id,
    taxCategoryId,
    taxRatePercent,
    taxAmount: 0,
  }
}

const clampTax = (tax: number, most: number) =>
  most < 0 ? Math.max(most, Math.min(0, tax)) : Math.min(most, Math.max(0, tax))

/** The lines with their taxes: who takes the last of a line's amount takes the last of its tax. */
const addTaxes = (lines: readonly Line[], rests: readonly (Credited | undefined)[]): Line[] => {
  const partial = [...lines.keys()].filter((i) => rests[i]?.amount !== lines[i]?.amount)
  const { taxAmounts } = computeTaxes(partial.map((i) => lines[i] as Line))
  const exact = new Map(partial.map((i, place) => [i, taxAmounts[place] as number]))
  const taken = new Map<Id, number>()
  return lines.map((line, i) => {
    const [tax, rest, id] = [exact.get(i), rests[i], line.originalLineItemId]
    if (!rest || id === null) return { ...line, taxAmount: tax ?? 0 }
    const most = rest.taxAmount - (taken.get(id) ?? 0)
    const taxAmount = tax === undefined ? most : clampTax(tax, most)
    taken.set(id, (taken.get(id) ?? 0) + taxAmount)
    return { ...line, taxAmount }
  })
}

const creditNamedLines = ({ lines, credited }: Invoice, given: readonly CreditLineInput[]): Line[] => {
  const violations: Violation[] = []
  const rests = new Map(lines.map((line) => [line.id, subtractCredited(line, credited[line.id])]))
  const found: [Line, Credited | undefined][] = []
  for (const [i, each] of given.entries()) {
    if (countDecimalPlaces(each.quantity) > MAX_DECIMALS) {
      violations.push({ propertyPath: linePath(i, 'quantity'), message: `must have at most ${MAX_DECIMALS} decimals` })
      continue
    }
    const { originalLineItemId: id } = each
    const line = lines.find((other) => other.id === id)
    const rest = id ? rests.get(id) : undefined
    if (id && !(line && rest)) {
      violations.push({ propertyPath: linePath(i, 'originalLineItemId'), message: 'is no line of the invoice' })
      continue
    }
    const made = line && rest ? parseNamedLine(each, i, line, rest) : parseUnnamedLine(each, i, lines)
    if (Array.isArray(made)) violations.push(...made)
    else {
      found.push([made, rest])
      if (rest) rests.set(id as Id, subtractCredited(rest, { ...made, taxAmount: 0 }))
    }
  }
  if (violations.length) throw invalid(...violations)
  return addTaxes(
    found.map(([line]) => line),
    found.map(([, rest]) => rest),
  )
}

/**
 * What a credit note takes of an invoice: the lines that are given, or all that is left. All credit notes together
 * never take more than there is, of any line and of the whole; whichever takes the last takes it to the cent.
 */
export const computeCredit = (of: Invoice, given: readonly CreditLineInput[] | null | undefined): Credit => {
  try {
    const lines = given ? creditNamedLines(of, given) : computeRemainder(of)
    const subtotal = sumAmounts(lines.map(({ amount }) => amount))
    const taxTotal = sumAmounts(lines.map(({ taxAmount }) => taxAmount))
    const grandTotal = sumAmounts([subtotal, taxTotal])
    const open = of.invoice.grandTotal - of.invoice.credited
    if (!given && grandTotal <= 0) throw buildExceedsProblem('Nothing is left of the invoice to be credited.')
    if (grandTotal <= 0) throw invalid({ propertyPath: 'lineItems', message: 'must make a total above 0' })
    if (grandTotal > open)
      throw buildExceedsProblem(`The credit of ${grandTotal} is more than the ${open} left of the invoice.`)
    const credited: Record<Id, Credited> = { ...of.credited }
    for (const line of lines) {
      const id = line.originalLineItemId ?? UNNAMED
      const taken = addCredited(credited[id], line)
      // The rest of a price is credited as one piece, whatever quantity is left.
      const most = of.lines.find((each) => each.id === id)?.quantity ?? taken.quantity
      credited[id] = { ...taken, quantity: Math.min(taken.quantity, most) }
    }
    return { lines, subtotal, taxTotal, grandTotal, credited }
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    throw invalid({ propertyPath: 'lineItems', message: 'make an amount that is too large' })
  }
}
