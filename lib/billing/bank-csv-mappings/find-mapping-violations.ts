import type { CsvMapping } from '../../../schemas/billing/bank/csv-mapping.ts'
import { isCurrencyOfRecords } from '../../platform/money/currencies.ts'
import type { Violation } from '../../platform/problem.ts'

/** Lists what is wrong with a mapping by itself; `path` is put before the paths. */
export const findMappingViolations = ({ columns, currency }: CsvMapping, path = ''): Violation[] => {
  const at = (name: string, message: string) => ({ propertyPath: `${path}${name}`, message })
  const { amount, debit, credit, direction } = columns
  const hasBoth = amount && (debit || credit)
  const hasNone = !amount && !(debit && credit)
  return [
    ...(hasBoth || hasNone ? [at('columns.amount', 'must be given, or both debit and credit instead of it')] : []),
    ...(direction && !amount ? [at('columns.direction', 'must be given with the column amount only')] : []),
    ...(columns.currency || currency ? [] : [at('currency', 'must be given if no column has the currency')]),
    ...(currency && !isCurrencyOfRecords(currency) ? [at('currency', 'must be an ISO 4217 currency code')] : []),
  ]
}
