import { anInvoice, aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'

const SETTINGS = {
  'general.companyName': 'Nordlicht Logistik GmbH',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  'general.vatId': 'DE123456789',
  'billing.electronicAddress': { scheme: '9930', id: 'DE123456789' },
}

/** Creates an issued invoice that has all data for an e-invoice, and sets what the tenant needs for it. */
export const anEInvoice = async (member: Member) => {
  await member.put('/api/configuration/settings/bulk', {
    settings: Object.entries(SETTINGS).map(([key, value]) => ({ key, value })),
  })
  const partner = await aPartner(member, {
    address: { line1: 'Marktplatz 3', postalCode: '1010', city: 'Wien', countryCode: 'AT' },
    electronicAddress: { scheme: '9915', id: 'B' },
    buyerReference: 'PO-7',
  })
  return await anInvoice(member, { partnerId: partner.id, issueImmediately: true })
}
