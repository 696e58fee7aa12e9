import { makeOnce } from '../make-once.ts'
import { invalid } from '../problem.ts'

const currencies = makeOnce(() => new Set(Intl.supportedValuesOf('currency')))

/** Whether ISO 4217 has a currency of this code. */
export const isCurrency = (code: string): boolean => currencies().has(code)

export const requireCurrency = (code: string, propertyPath: string): string => {
  if (isCurrency(code)) return code
  throw invalid({ propertyPath, message: 'must be a currency of ISO 4217' })
}
