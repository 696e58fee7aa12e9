import type { SettingCategory } from '../../schemas/configuration/configuration.ts'
import { CAPABILITIES, CUSTODIAN_TYPES } from '../../schemas/warehousing/custodian.ts'
import { type Definition, optional, preset, secret } from './definition.ts'
import * as form from './forms.ts'
import { anything, choice, flag, listOf, mapOf, members, percent, text, whole } from './kinds.ts'

const line = text(255)
const web = text(2048, { form: form.address })
const email = text(254, { form: form.email })
const locale = text(35, { form: form.locale })
const country = text(2, { form: form.country })
const pattern = text(50, { form: form.numberPattern })
const postal = members({
  line1: line,
  line2: line,
  postalCode: text(20),
  city: line,
  region: line,
  countryCode: country,
})
const account = members({
  accountHolder: line,
  bankName: line,
  iban: text(34, { form: form.iban }),
  bic: text(11, { form: form.bic }),
})

/** Every setting there is, in the order in which lists show them; a key's first word is its category. */
export const SETTING_DEFINITIONS = {
  'general.companyName': optional(line, 'Company name', 'Legal name on documents; the name of the tenant where unset.'),
  'general.legalAddress': optional(postal, 'Legal address', 'Registered address on documents.'),
  'general.country': optional(
    country,
    'Country',
    'Country of the registered office, as an ISO 3166 code; its currency is that of invoices where nothing else names one.',
  ),
  'general.taxId': optional(text(50), 'Tax id', 'VAT or tax number on documents.'),
  'general.registrationNumber': optional(text(100), 'Register entry', 'Company register and number on documents.'),
  'general.contactEmail': optional(email, 'Contact e-mail', 'Address on documents for questions.'),
  'general.contactPhone': optional(text(31, { form: form.phone }), 'Contact phone', 'Telephone number on documents.'),
  'general.website': optional(web, 'Website', 'Address of the website on documents.'),
  'general.logoUrl': optional(web, 'Logo', 'Address of a PNG, JPEG or SVG picture shown on documents and in e-mails.'),
  'general.timezone': preset(
    text(64, { form: form.timeZone }),
    'UTC',
    'Time zone',
    'Zone in which days begin and end.',
  ),
  'general.locale': preset(locale, 'en', 'Locale', 'Language and formats of documents where a partner has none.'),
  'general.defaultCurrency': optional(
    text(3, { form: form.currency }),
    'Default currency',
    'Currency of amounts where neither the request nor the sales channel names one.',
  ),
  'general.metadata': preset(
    anything(),
    {},
    'Own data',
    'Any JSON of your own; the platform keeps it and never reads it.',
  ),

  'warehousing.defaultCapabilities': preset(
    mapOf(
      form.oneOf('a custodian type', CUSTODIAN_TYPES),
      listOf(choice(CAPABILITIES), CAPABILITIES.length),
      CUSTODIAN_TYPES.length,
    ),
    {},
    'Default capabilities',
    'Capabilities of a new custodian where the request names none, by custodian type; those that the type lacks are left out.',
  ),
  'warehousing.backorderPolicy': preset(
    choice(['deny', 'allow']),
    'deny',
    'Backorder policy',
    'Whether channels may sell below zero (allow) or stop at zero (deny), where a channel has no policy of its own.',
  ),
  'warehousing.safetyStock': preset(
    whole(0, 1_000_000),
    0,
    'Safety stock',
    'Units of each stock item held back from the quantity published to channels.',
  ),

  'notifications.senderName': optional(text(100), 'Sender name', 'Name beside the sender address of e-mails.'),
  'notifications.replyTo': optional(email, 'Reply-to address', 'Where replies to e-mails go.'),
  'notifications.defaultLocale': optional(locale, 'Language', 'Locale of templates; the general locale where unset.'),
  'notifications.emailFooter': optional(text(500, { lines: true }), 'E-mail footer', 'Text at the end of e-mails.'),
  'notifications.smsSenderId': optional(
    text(11, { form: form.senderId }),
    'SMS sender',
    'Sender shown on text messages, in countries that allow it.',
  ),
  'notifications.slackWebhookUrl': secret(web, 'Slack webhook', 'Incoming webhook of the Slack channel to post to.'),
  'notifications.webhookUrl': optional(web, 'Webhook address', 'Where the webhook channel posts notifications.'),
  'notifications.webhookSecret': secret(text(255), 'Webhook secret', 'Key with which posted notifications are signed.'),

  'billing.invoiceNumberPattern': preset(
    pattern,
    '{series}-{year}-{seq}',
    'Invoice numbers',
    'How invoice numbers are made; {series} is INV.',
  ),
  'billing.creditNoteNumberPattern': preset(
    pattern,
    '{series}-{year}-{seq}',
    'Credit note numbers',
    'How credit note numbers are made; {series} is CN.',
  ),
  'billing.settlementNumberPattern': preset(
    pattern,
    '{series}-{year}-{seq}',
    'Settlement numbers',
    'How settlement numbers are made; {series} is SET.',
  ),
  'billing.numberDigits': preset(
    whole(1, 12),
    5,
    'Digits of numbers',
    'To how many digits {seq} is filled with zeros.',
  ),
  'billing.taxRates': preset(
    mapOf(form.name, percent(), 100),
    {},
    'Tax rates',
    'Percent by tax category, such as {"standard": 19, "reduced": 7}; a category that is not named has 0.',
  ),
  'billing.defaultTaxCategory': preset(
    text(50, { form: form.name }),
    'standard',
    'Default tax category',
    'Tax category of lines that name none.',
  ),
  'billing.reminderEnabled': preset(flag(), true, 'Reminders', 'Whether reminders of open invoices are sent.'),
  'billing.reminderDaysBeforeDue': preset(
    whole(0, 90),
    3,
    'Reminder before due',
    'Days before the due date on which the first reminder is sent; 0 for none.',
  ),
  'billing.reminderDaysAfterDue': preset(
    whole(0, 90),
    7,
    'Reminder after due',
    'Days after the due date on which the second reminder is sent; 0 for none.',
  ),
  'billing.fourEyes': preset(
    flag(),
    false,
    'Four-eyes principle',
    'Whether creating, approving and paying a settlement takes different people, administrators included.',
  ),
  'billing.bankAccount': optional(account, 'Bank account', 'Account on invoices to which partners pay.'),
  'billing.invoiceFooter': optional(text(1000, { lines: true }), 'Invoice footer', 'Text at the end of invoices.'),
  'billing.documentColour': preset(
    text(7, { form: form.colour }),
    '#1F3A5F',
    'Document colour',
    'Colour of headings and lines on documents.',
  ),
  'billing.portalLinkDays': preset(
    whole(1, 365),
    30,
    'Portal links',
    'Days for which a public document link is valid.',
  ),

  'integrations.autoImportEnabled': preset(
    flag(),
    true,
    'Import orders',
    'Whether new channels import orders by themselves where the request does not say.',
  ),
  'integrations.syncIntervalMinutes': preset(
    whole(5, 1440),
    15,
    'Sync interval',
    'Minutes between syncs of a new channel where the request does not say.',
  ),
  'integrations.daysToLookBack': preset(
    whole(1, 90),
    7,
    'Days to look back',
    'How many days the first sync of a new channel looks back where the request does not say.',
  ),

  'security.invitationDays': preset(
    whole(1, 30),
    7,
    'Invitations',
    'Days for which an invitation of a member is valid.',
  ),
  'security.allowedEmailDomains': preset(
    listOf(text(253, { form: form.domain }), 100),
    [],
    'Allowed e-mail domains',
    'Domains whose addresses may be invited as members and accept an invitation; empty for all.',
  ),
  'security.allowedReturnUris': preset(
    listOf(web, 50),
    [],
    'Allowed return addresses',
    "Which of the deployment's addresses a connection wizard may send the browser back to; empty for all.",
  ),
} as const satisfies Record<`${SettingCategory}.${string}`, Definition>

type Definitions = typeof SETTING_DEFINITIONS

export type SettingKey = keyof Definitions
export type SecretKey = { [K in SettingKey]: Definitions[K]['isEncrypted'] extends true ? K : never }[SettingKey]
export type PlainKey = Exclude<SettingKey, SecretKey>

/** What a setting holds: null is among it where there is no default. */
export type ValueOf<K extends SettingKey> = Definitions[K] extends Definition<infer V> ? V : never

export const SETTING_KEYS = Object.keys(SETTING_DEFINITIONS) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTING_DEFINITIONS, key)

export const getDefinition = (key: SettingKey): Definition => SETTING_DEFINITIONS[key]
