import type { CreatePartnerInput } from '../../client/src/index.ts'
import type { Maker } from './maker.ts'

const PARTNERS: Readonly<Record<string, CreatePartnerInput>> = {
  nordlicht: {
    name: 'Nordlicht Logistik',
    roles: ['Partner.Custodian'],
    countryCode: 'DE',
    defaultCurrency: 'EUR',
    locale: 'de_DE',
    taxId: 'DE123456788',
    address: { line1: 'Kaistraße 7', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
    billingContact: { name: 'Accounts', email: 'accounts@nordlicht.example' },
    bankAccount: { accountHolder: 'Nordlicht Logistik', iban: 'DE75512108001245126199' },
    selfBilling: { agreedOn: '2026-01-01' },
  },
  elbe: {
    name: 'Elbe Fulfilment',
    roles: ['Partner.Custodian'],
    countryCode: 'DE',
    defaultCurrency: 'EUR',
    address: { line1: 'Hafenweg 21', city: 'Dresden', postalCode: '01067', countryCode: 'DE' },
    billingContact: { email: 'billing@elbe.example' },
  },
  isar: {
    name: 'Isar Fulfilment',
    roles: ['Partner.Custodian'],
    countryCode: 'DE',
    defaultCurrency: 'EUR',
    address: { line1: 'Flurstraße 9', city: 'München', postalCode: '80331', countryCode: 'DE' },
    billingContact: { email: 'billing@isar.example' },
  },
  almacenes: {
    name: 'Almacenes Sol',
    roles: ['Partner.Custodian'],
    countryCode: 'ES',
    defaultCurrency: 'EUR',
    locale: 'es_ES',
    address: { line1: 'Calle del Puerto 3', city: 'Valencia', postalCode: '46021', countryCode: 'ES' },
    billingContact: { email: 'facturas@almacenes.example' },
  },
  fenwick: {
    name: 'Fenwick & Sons',
    roles: ['Partner.Customer'],
    countryCode: 'GB',
    defaultCurrency: 'GBP',
    locale: 'en_GB',
    address: { line1: '14 Mill Lane', city: 'York', postalCode: 'YO1 7HU', countryCode: 'GB' },
    billingContact: { name: 'Purchase ledger', email: 'ledger@fenwick.example' },
  },
  teehaus: {
    name: 'Teehaus am Markt',
    roles: ['Partner.Customer'],
    countryCode: 'DE',
    defaultCurrency: 'EUR',
    locale: 'de_DE',
    address: { line1: 'Marktplatz 2', city: 'Leipzig', postalCode: '04109', countryCode: 'DE' },
    billingContact: { email: 'buchhaltung@teehaus.example' },
  },
  gardens: {
    name: 'High Gardens Tea Estate',
    roles: ['Partner.Supplier'],
    countryCode: 'IN',
    defaultCurrency: 'EUR',
    address: { line1: '5 Hill Cart Road', city: 'Darjeeling', postalCode: '734101', countryCode: 'IN' },
    billingContact: { email: 'export@highgardens.example' },
  },
}

export const makePartners = async ({ client, once }: Maker): Promise<void> => {
  for (const [name, input] of Object.entries(PARTNERS))
    await once(`partner ${name}`, async (options) => (await client.partner.partners.create(input, options)).id)
}
