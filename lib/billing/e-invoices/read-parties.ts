import { getSettings } from '../../configuration/get-settings.ts'
import type { PrintedParties } from '../../document/documents/document.ts'
import type { PostalAddress } from '../../document/printing/printed-document.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { BuyerData, SellerData } from './build-semantic-invoice.ts'

export interface Parties {
  seller: SellerData
  buyer: BuyerData
}

const addCountry = (address: PostalAddress | null | undefined, country: string | null): PostalAddress | null =>
  address || country ? { ...address, countryCode: address?.countryCode ?? country } : null

const readSeller = async (app: Pick<App, 'db'>, tenant: Id): Promise<SellerData> => {
  const [settings, found] = await Promise.all([
    getSettings(app, tenant, [
      'general.companyName',
      'general.legalAddress',
      'general.country',
      'general.taxId',
      'general.vatId',
      'general.registrationNumber',
      'general.contactName',
      'general.contactEmail',
      'general.contactPhone',
      'billing.bankAccount',
      'billing.electronicAddress',
    ]),
    findTenant(app.db, tenant),
  ])
  return {
    name: settings['general.companyName'] ?? found?.name ?? '',
    address: addCountry(settings['general.legalAddress'], settings['general.country']),
    taxId: settings['general.taxId'],
    vatId: settings['general.vatId'],
    registration: settings['general.registrationNumber'],
    contactName: settings['general.contactName'],
    phone: settings['general.contactPhone'],
    email: settings['general.contactEmail'],
    electronicAddress: settings['billing.electronicAddress'],
    bankAccount: settings['billing.bankAccount'],
  }
}

const readBuyer = (partner: StoredPartner): BuyerData => ({
  name: partner.name,
  address: addCountry(partner.address, partner.countryCode),
  taxId: partner.taxId,
  vatId: partner.vatId ?? null,
  contact: partner.billingContact,
  // Partners from before these fields have neither.
  electronicAddress: partner.electronicAddress ?? null,
  reference: partner.buyerReference ?? null,
})

const isComplete = (address: PostalAddress | null): boolean => Boolean(address?.city && address.postalCode)

/** Returns the printed address unless it lacks what e-invoices ask for and the current one does not. */
const chooseAddress = (printed: PostalAddress | null, current: PostalAddress | null): PostalAddress | null => {
  if (!printed || (!isComplete(printed) && isComplete(current))) return current
  return { ...printed, countryCode: printed.countryCode ?? current?.countryCode ?? null }
}

/** Lets the e-invoice say what the document says; today's data only fills what is missing there. */
export const preferPrinted = ({ seller, buyer }: Parties, printed: PrintedParties | undefined): Parties => {
  if (!printed) return { seller, buyer }
  const { issuer, recipient } = printed
  return {
    seller: {
      ...seller,
      name: issuer.name || seller.name,
      address: chooseAddress(issuer.address, seller.address),
      taxId: issuer.taxId ?? seller.taxId,
      vatId: issuer.vatId ?? seller.vatId,
      registration: issuer.registration ?? seller.registration,
      phone: issuer.phone ?? seller.phone,
      email: issuer.email ?? seller.email,
      bankAccount: issuer.bankAccount?.iban ? issuer.bankAccount : seller.bankAccount,
    },
    buyer: {
      ...buyer,
      name: recipient.name,
      address: chooseAddress(recipient.address, buyer.address),
      taxId: recipient.taxId ?? buyer.taxId,
    },
  }
}

/** Reads the current data of the tenant, who sells, and of the partner, who buys. */
export const readParties = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  partnerId: Id,
): Promise<Parties & { partner: StoredPartner }> => {
  const [seller, partner] = await Promise.all([readSeller(app, tenant), requirePartner(app.db, tenant, partnerId)])
  return { seller, buyer: readBuyer(partner), partner }
}
