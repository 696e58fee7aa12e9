import type { Partner } from '../../schemas/partner/partner.ts'
import type { PrintedDocument } from '../document/printing/printed-document.ts'
import type { Stationery } from '../document/printing/stationery.ts'

export type PrintedPartner = Pick<Partner, 'name' | 'locale' | 'billingContact' | 'address' | 'taxId'> &
  Partial<Pick<Partner, 'vatId'>>

/** Describes issuer and recipient, in the tenant's locale if the partner has none. */
export const describeRecipient = (
  { name, locale, billingContact, address, taxId }: PrintedPartner,
  { issuer, locale: tenantLocale, zone }: Stationery,
): Pick<PrintedDocument, 'locale' | 'zone' | 'issuer' | 'recipient'> => ({
  locale: locale ?? tenantLocale,
  zone,
  issuer,
  recipient: { name, contact: billingContact?.name ?? null, address, taxId },
})
