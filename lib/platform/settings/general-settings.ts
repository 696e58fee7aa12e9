import { defineSettings, optional, preset } from './define-settings.ts'
import * as form from './forms.ts'
import { members, text } from './kinds.ts'

const line = text(255)
const web = text(2048, { form: form.address })
const email = text(254, { form: form.email })
const locale = text(35, { form: form.locale })
const country = text(2, { form: form.country })
const postal = members({
  line1: line,
  line2: line,
  postalCode: text(20),
  city: line,
  region: line,
  countryCode: country,
})

/** Settings that many modules read. */
export const GENERAL_SETTINGS = defineSettings('general', {
  companyName: optional(line, 'Company name', 'Legal name on documents. Defaults to the name of the tenant.'),
  legalAddress: optional(postal, 'Legal address', 'Registered address on documents.'),
  country: optional(
    country,
    'Country',
    'Country of the registered office, as an ISO 3166 code. Invoices use its currency if no other is given.',
  ),
  taxId: optional(text(50), 'Tax ID', 'VAT or tax number on documents.'),
  vatId: optional(
    text(18, { form: form.vatId }),
    'VAT ID',
    'VAT id on documents. If it is not set, a tax ID in its form counts as the VAT id.',
  ),
  registrationNumber: optional(text(100), 'Registration number', 'Company register and number on documents.'),
  contactEmail: optional(email, 'Contact e-mail', 'E-mail address for questions, shown on documents.'),
  contactPhone: optional(text(31, { form: form.phone }), 'Contact phone', 'Telephone number on documents.'),
  contactName: optional(text(100), 'Contact name', 'Person or department for questions, which XRechnung asks for.'),
  website: optional(web, 'Website', 'URL of the website on documents.'),
  timezone: preset(text(64, { form: form.timeZone }), 'UTC', 'Time zone', 'Time zone in which days start and end.'),
  locale: preset(
    locale,
    'en',
    'Locale',
    'Language and formats of documents for partners without a locale of their own.',
  ),
  defaultCurrency: optional(
    text(3, { form: form.currency }),
    'Default currency',
    'Currency of amounts if neither the request nor the sales channel has one.',
  ),
})
