const VAT_ID = /^(?:[A-Z]{2})(?=[0-9A-Z]*\d)[0-9A-Z+*]{2,13}$/

/** Returns the VAT id in the spelling of invoices, such as `DE123456789`; null for other tax numbers. */
export const parseVatId = (text: string | null | undefined): string | null => {
  const plain = text?.replace(/[\s./-]/g, '').toUpperCase() ?? ''
  if (!VAT_ID.test(plain)) return null
  // Greece has a prefix of its own for VAT.
  return plain.startsWith('GR') ? `EL${plain.slice(2)}` : plain
}

export interface TaxIdentifiers {
  vatId: string | null
  taxNumber: string | null
}

/** Tells a VAT id from another tax number, because a tax id can be either. */
export const readTaxIdentifiers = (taxId: string | null, vatId: string | null): TaxIdentifiers => {
  const own = parseVatId(vatId)
  const fromTaxId = parseVatId(taxId)
  return { vatId: own ?? fromTaxId, taxNumber: fromTaxId ? null : taxId }
}
