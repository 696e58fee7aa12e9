import type { EInvoiceFormat } from '../../../../schemas/billing/sending/e-invoice.ts'

const EN_16931 = 'urn:cen.eu:en16931:2017'
const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** Identifiers that tell the recipient which rules a document follows. */
export interface Specification {
  syntax: 'ubl' | 'cii'
  /** BT-24 */
  customization: string
  /** BT-23 */
  process: string | null
}

const XRECHNUNG = {
  customization: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
  process: PEPPOL_PROCESS,
}

export const SPECIFICATIONS: Readonly<Record<EInvoiceFormat, Specification>> = {
  'xrechnung-ubl': { syntax: 'ubl', ...XRECHNUNG },
  'xrechnung-cii': { syntax: 'cii', ...XRECHNUNG },
  peppol: {
    syntax: 'ubl',
    customization: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: PEPPOL_PROCESS,
  },
  'en16931-ubl': { syntax: 'ubl', customization: EN_16931, process: null },
  facturx: { syntax: 'cii', customization: EN_16931, process: null },
}
