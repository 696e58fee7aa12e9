import { makeOnce } from '../make-once.ts'
import { invalid } from '../problem.ts'

const currencies = makeOnce(() => new Set(Intl.supportedValuesOf('currency')))

/** Returns whether the code is an ISO 4217 currency code. */
export const isCurrency = (code: string): boolean => currencies().has(code)

export const requireCurrency = (code: string, propertyPath: string): string => {
  if (isCurrency(code)) return code
  throw invalid({ propertyPath, message: 'must be an ISO 4217 currency code' })
}
