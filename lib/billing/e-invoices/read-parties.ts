import type { PrintedParties } from '../../document/documents/document.ts'
import type { PostalAddress } from '../../document/printing/printed-document.ts'
import { readSeller } from '../../document/printing/seller.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { E_INVOICE_SETTINGS } from '../settings/e-invoice-settings.ts'
import type { BuyerData, SellerData } from './build-semantic-invoice.ts'

export interface Parties {
  seller: SellerData
  buyer: BuyerData
}

/** An e-invoice names a party's country even if nothing else is known of its address. */
const addCountry = (address: PostalAddress | null | undefined, country: string | null): PostalAddress | null =>
  address || country ? { ...address, countryCode: address?.countryCode ?? country } : null

const readSellerData = async (app: Pick<App, 'db'>, tenant: Id): Promise<SellerData> => {
  const { seller, settings } = await readSeller(app, tenant, [
    GENERAL_SETTINGS.contactName,
    E_INVOICE_SETTINGS.electronicAddress,
  ])
  const { country, ...named } = seller
  return {
    ...named,
    address: addCountry(seller.address, country),
    contactName: settings['general.contactName'],
    electronicAddress: settings['billing.electronicAddress'],
  }
}

const readBuyer = (partner: StoredPartner): BuyerData => ({
  name: partner.name,
  address: addCountry(partner.address, partner.countryCode),
  taxId: partner.taxId,
  vatId: partner.vatId,
  contact: partner.billingContact,
  electronicAddress: partner.electronicAddress,
  reference: partner.buyerReference,
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

/** Exchanges the parties: of a self-billing invoice, the partner is the seller and the tenant the buyer. */
export const exchangeParties = ({ seller, buyer }: Parties, { bankAccount }: StoredPartner): Parties => ({
  seller: {
    name: buyer.name,
    address: buyer.address,
    taxId: buyer.taxId,
    vatId: buyer.vatId,
    electronicAddress: buyer.electronicAddress,
    registration: null,
    contactName: buyer.contact?.name ?? null,
    phone: null,
    email: buyer.contact?.email ?? null,
    bankAccount,
  },
  buyer: {
    name: seller.name,
    address: seller.address,
    taxId: seller.taxId,
    vatId: seller.vatId,
    electronicAddress: seller.electronicAddress,
    contact: seller.email ? { name: seller.contactName, email: seller.email } : null,
    reference: null,
  },
})

/** Reads the current data of the tenant, who sells, and of the partner, who buys. */
export const readParties = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  partnerId: Id,
): Promise<Parties & { partner: StoredPartner }> => {
  const [seller, partner] = await Promise.all([readSellerData(app, tenant), requirePartner(app.db, tenant, partnerId)])
  return { seller, buyer: readBuyer(partner), partner }
}
