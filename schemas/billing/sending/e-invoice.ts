import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../../resource.ts'
import { oneOf, timestamp, ulid } from '../../types.ts'

export const E_INVOICE_FORMATS = ['xrechnung-ubl', 'xrechnung-cii', 'peppol', 'en16931-ubl', 'facturx'] as const
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number]

export const eInvoiceFormat = () =>
  oneOf(E_INVOICE_FORMATS, {
    description:
      '`xrechnung-ubl` and `xrechnung-cii`: XRechnung 3.0. `peppol`: Peppol BIS Billing 3. `en16931-ubl`: EN 16931 without ' +
      'additions. `facturx`, the default: a PDF/A-3 that contains the invoice as XML too (Factur-X or ZUGFeRD, profile EN 16931).',
  })

export const EInvoice = valueResource('EInvoice', {
  id: ulid({ description: 'Id of the invoice or credit note' }),
  format: eInvoiceFormat(),
  url: Type.String({ format: 'uri', description: 'Needs no token; valid until `expiresAt`' }),
  expiresAt: timestamp(),
  filename: Type.String({ examples: ['INV-2026-00042.xml'] }),
  mimeType: Type.String({ examples: ['application/xml'] }),
  sizeBytes: Type.Integer({ minimum: 0, examples: [11_204] }),
})
export type EInvoice = Static<typeof EInvoice.fields>

/** Describes how a document is downloaded as an e-invoice. */
export const E_INVOICE_DOWNLOAD =
  'Redirects to a URL that serves the file with its name and type. The URL expires after five minutes and needs no ' +
  'token. With `Accept: application/json` the response is that URL as JSON instead. The first request makes the ' +
  'file, and later ones return the same bytes. If data is missing, the answer is 409 and names all of it, by ' +
  'settings and members of the partner.'
