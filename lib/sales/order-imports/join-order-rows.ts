import { isDeepStrictEqual } from 'node:util'
import { getMinorDigits, isCurrency } from '../../platform/money/currencies.ts'
import { parseMinorUnits } from '../../platform/money/minor-units.ts'
import { invalid, type Violation } from '../../platform/problem.ts'

/** A row of a file: members of an order, and those of one of its lines in `line`. */
export type GivenRow = Readonly<Record<string, unknown>>

type Members = Readonly<Record<string, unknown>>

const DECIMAL = 'Decimal'

/** Replaces amounts in decimals by minor units, unless these are given too. A decimal may have a comma. */
const readDecimals = (members: Members, currency: string, at: string): { members: Members; mistakes: Violation[] } => {
  const read: Record<string, unknown> = {}
  const mistakes: Violation[] = []
  for (const [name, value] of Object.entries(members)) {
    const amountName = name.endsWith(DECIMAL) ? name.slice(0, -DECIMAL.length) : undefined
    if (amountName === undefined) read[name] = value
    else if (members[amountName] === undefined) {
      const decimal = String(value).replace(',', '.')
      const isTooFine = (decimal.split('.')[1]?.length ?? 0) > getMinorDigits(currency)
      const amount = isTooFine ? undefined : parseMinorUnits(decimal, currency)
      if (amount === undefined)
        mistakes.push({ propertyPath: at + name, message: `must be a decimal with the decimals of ${currency}` })
      else read[amountName] = amount
    }
  }
  return { members: read, mistakes }
}

/** An order of a file, and the index of the row of each of its lines. */
export interface JoinedOrder {
  channelId: unknown
  row: Members & { lineItems: readonly Members[] }
  rowOfLine: readonly number[]
}

/**
 * Joins the rows of an order. What they say of the order itself has to be the same in all of them, or may be left empty but in
 * one. Throws all violations, those of the second row at `rows[1]`.
 */
export const joinOrderRows = (rows: readonly GivenRow[]): JoinedOrder => {
  const order: Record<string, unknown> = {}
  const mistakes: Violation[] = []
  const currency = rows.find((row) => row.currency !== undefined)?.currency
  if (typeof currency !== 'string' || !isCurrency(currency))
    throw invalid({ propertyPath: 'currency', message: 'must be an ISO 4217 currency code' })
  const lineItems: Members[] = []
  const rowOfLine: number[] = []
  for (const [index, { line, ...given }] of rows.entries()) {
    const at = `rows[${index}].`
    const ofOrder = readDecimals(given, currency, at)
    const ofLine = line === undefined ? undefined : readDecimals(line as Members, currency, `${at}line.`)
    mistakes.push(...ofOrder.mistakes, ...(ofLine?.mistakes ?? []))
    for (const [name, value] of Object.entries(ofOrder.members)) {
      if (!(name in order)) order[name] = value
      else if (!isDeepStrictEqual(order[name], value))
        mistakes.push({ propertyPath: at + name, message: 'must be the same in all rows of the order, or empty' })
    }
    if (!ofLine) continue
    lineItems.push(ofLine.members)
    rowOfLine.push(index)
  }
  if (mistakes.length) throw invalid(...mistakes)
  const { channelId, ...row } = order
  return { channelId, row: { ...row, lineItems }, rowOfLine }
}
