import { makeOnce } from '../make-once.ts'

const currencies = makeOnce(() => new Set(Intl.supportedValuesOf('currency')))

/** Whether ISO 4217 has a currency of this code. */
export const isCurrency = (code: string): boolean => currencies().has(code)
