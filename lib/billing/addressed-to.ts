import type { Partner } from '../../schemas/partner/partner.ts'
import type { Stationery } from '../document/printing/letterhead.ts'
import type { PrintedDocument } from '../document/printing/printed.ts'

export type PrintedPartner = Pick<Partner, 'name' | 'locale' | 'billingContact' | 'address' | 'taxId'>

/** How a document for the partner begins, in the partner's language where it has one. */
export const describeRecipient = (
  { name, locale, billingContact, address, taxId }: PrintedPartner,
  { issuer, locale: usual, zone }: Stationery,
): Pick<PrintedDocument, 'locale' | 'zone' | 'issuer' | 'recipient'> => ({
  locale: locale ?? usual,
  zone,
  issuer,
  recipient: { name, contact: billingContact?.name ?? null, address, taxId },
})
