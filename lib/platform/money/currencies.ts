import { makeOnce } from '../make-once.ts'

const currencies = makeOnce(() => new Set(Intl.supportedValuesOf('currency')))

/** Returns whether the code is an ISO 4217 currency code. */
export const isCurrency = (code: string): boolean => currencies().has(code)
