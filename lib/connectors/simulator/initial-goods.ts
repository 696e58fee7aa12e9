import { computeGtinCheckDigit } from '../../platform/identifiers/gtin.ts'
import type { RemoteVariant } from '../connector.ts'
import { parseInitialIndex } from './shop-state.ts'

/** Codes of the Harmonized System, by the place of the goods. */
const HS_CODES = ['090210', '090240', '090230', '691200', '732393', '691200']

/** Returns what the shop tells of an initial variant, whose GTIN is one that shops give themselves. */
export const readInitialGoods = (externalVariantId: string): RemoteVariant['goods'] => {
  const index = parseInitialIndex(externalVariantId)
  if (index === undefined) return undefined
  const digits = `200${String(index).padStart(9, '0')}`
  const hsCode = HS_CODES[(index >>> 1) % HS_CODES.length] as string
  return { gtin: `${digits}${computeGtinCheckDigit(digits)}`, hsCode, countryOfOrigin: 'CN' }
}
