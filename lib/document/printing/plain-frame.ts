import type { PrintedDocument } from './printed-document.ts'
import type { Stationery } from './stationery.ts'

/** The code of ISO 4217 for no currency. */
const NO_CURRENCY = 'XXX'

/** Builds what documents without amounts have in common. The footer of the issuer is written for invoices. */
export const buildPlainFrame = (
  { issuer, zone }: Pick<Stationery, 'issuer' | 'zone'>,
  locale: string,
): Pick<PrintedDocument, 'locale' | 'zone' | 'currency' | 'mark' | 'issuer'> => ({
  locale,
  zone,
  currency: NO_CURRENCY,
  mark: null,
  issuer: { ...issuer, footer: null },
})
