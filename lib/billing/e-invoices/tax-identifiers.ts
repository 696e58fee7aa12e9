import { VAT_ID_PATTERN } from '../../../schemas/vat-id.ts'
import { isCountry } from './is-country.ts'

const FORMAT = new RegExp(VAT_ID_PATTERN)

/** Prefixes of VAT ids that are no country codes: Greece and Northern Ireland. */
const OTHER_PREFIXES = ['EL', 'XI']

/** Returns the VAT id as invoices spell it, such as `DE123456789`; null for other tax numbers. */
const parseVatId = (text: string | null): string | null => {
  const plain = text?.replace(/[\s./-]/g, '').toUpperCase() ?? ''
  const vatId = plain.startsWith('GR') ? `EL${plain.slice(2)}` : plain
  const prefix = vatId.slice(0, 2)
  if (!FORMAT.test(vatId) || !/\d/.test(vatId)) return null
  return isCountry(prefix) || OTHER_PREFIXES.includes(prefix) ? vatId : null
}

export interface TaxIdentifiers {
  vatId: string | null
  taxNumber: string | null
}

/** Tells a VAT id from another tax number, since a VAT id may be entered as the tax id. */
export const readTaxIdentifiers = (taxId: string | null, vatId: string | null): TaxIdentifiers => {
  const fromTaxId = parseVatId(taxId)
  return { vatId: parseVatId(vatId) ?? fromTaxId, taxNumber: fromTaxId ? null : taxId }
}
