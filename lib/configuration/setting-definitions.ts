import type { SettingCategory } from '../../schemas/configuration/configuration.ts'
import { DIGEST_WINDOWS } from '../../schemas/notification/digest-window.ts'
import { MAX_FILE_MEGABYTES } from '../../schemas/storage/file.ts'
import { CAPABILITIES, CUSTODIAN_TYPES } from '../../schemas/warehousing/custodian.ts'
import { DATEV_SETTINGS } from './datev-settings.ts'
import { called, type Definition, optional, preset, secret } from './definition.ts'
import { E_INVOICE_SETTINGS } from './e-invoice-settings.ts'
import * as form from './forms.ts'
import { INVOICE_SETTINGS, TAX_SETTINGS } from './invoice-settings.ts'
import { anything, choice, flag, listOf, mapOf, members, text, whole } from './kinds.ts'
import { PAYMENT_SETTINGS } from './payment-settings.ts'
import { SECURITY_SETTINGS } from './security-settings.ts'

const line = text(255)
const web = text(2048, { form: form.address })
const email = text(254, { form: form.email })
const locale = text(35, { form: form.locale })
const country = text(2, { form: form.country })
const pattern = text(50, { form: form.numberPattern })
const numbers = (noun: string, series: string) =>
  preset(
    pattern,
    '{series}-{year}-{seq}',
    `${noun} numbers`,
    `Pattern of ${noun.toLowerCase()} numbers. {series} is ${series}; {channel} is the code of the sales channel, and is left out without one.`,
  )
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

/** All settings, in the order of lists; a key starts with its category. */
export const SETTING_DEFINITIONS = {
  'general.companyName': optional(line, 'Company name', 'Legal name on documents. Defaults to the name of the tenant.'),
  'general.legalAddress': optional(postal, 'Legal address', 'Registered address on documents.'),
  'general.country': optional(
    country,
    'Country',
    'Country of the registered office, as an ISO 3166 code. Invoices use its currency if no other is given.',
  ),
  'general.taxId': optional(text(50), 'Tax ID', 'VAT or tax number on documents.'),
  'general.vatId': optional(
    text(18, { form: form.vatId }),
    'VAT ID',
    'VAT id on documents. If it is not set, a tax ID in its form counts as the VAT id.',
  ),
  'general.registrationNumber': optional(text(100), 'Registration number', 'Company register and number on documents.'),
  'general.contactEmail': optional(email, 'Contact e-mail', 'E-mail address for questions, shown on documents.'),
  'general.contactPhone': optional(text(31, { form: form.phone }), 'Contact phone', 'Telephone number on documents.'),
  'general.contactName': optional(
    text(100),
    'Contact name',
    'Person or department for questions, which XRechnung asks for.',
  ),
  'general.website': optional(web, 'Website', 'URL of the website on documents.'),
  'general.timezone': preset(
    text(64, { form: form.timeZone }),
    'UTC',
    'Time zone',
    'Time zone in which days start and end.',
  ),
  'general.locale': preset(
    locale,
    'en',
    'Locale',
    'Language and formats of documents for partners without a locale of their own.',
  ),
  'general.defaultCurrency': optional(
    text(3, { form: form.currency }),
    'Default currency',
    'Currency of amounts if neither the request nor the sales channel has one.',
  ),
  'general.maxFileMegabytes': preset(whole(1, MAX_FILE_MEGABYTES), 25, 'Largest file', 'Megabytes of one upload.'),
  'general.storageMegabytes': preset(whole(1, 1_000_000), 5000, 'Storage', 'Megabytes of all uploads together.'),
  'general.metadata': preset(
    anything(),
    {},
    'Custom data',
    'Any JSON for your own use. The platform does not read it.',
  ),

  'warehousing.defaultCapabilities': preset(
    mapOf(
      form.oneOf('a custodian type', CUSTODIAN_TYPES),
      listOf(choice(CAPABILITIES), CAPABILITIES.length),
      CUSTODIAN_TYPES.length,
    ),
    {},
    'Default capabilities',
    'Capabilities of a new custodian, by custodian type, if the request has none. Those that the type does not support are left out.',
  ),
  'warehousing.backorderPolicy': preset(
    choice(['deny', 'allow']),
    'deny',
    'Backorder policy',
    'Lets channels sell below zero (allow) or stop at zero (deny), unless the channel has a policy of its own.',
  ),
  'warehousing.safetyStock': preset(
    whole(0, 1_000_000),
    0,
    'Safety stock',
    'Units of each stock item that are not published to channels.',
  ),
  'warehousing.followStock': preset(flag(), true, 'Follow stock', 'Publishes stock where it was published before.'),
  'warehousing.handOverHours': preset(
    whole(1, 720),
    48,
    'Hand-over',
    'Number of hours within which an accepted order should leave its custodian. Analytics count later ones as late.',
  ),

  'notifications.senderName': optional(text(100), 'Sender name', 'Display name of the sender of e-mails.'),
  'notifications.replyTo': optional(email, 'Reply-to address', 'Address for replies to e-mails.'),
  'notifications.defaultLocale': optional(
    locale,
    'Language',
    'Language and formats of notifications. Defaults to the general locale.',
  ),
  'notifications.emailFooter': optional(text(500, { lines: true }), 'E-mail footer', 'Text at the end of e-mails.'),
  'notifications.digestWindow': preset(
    choice(DIGEST_WINDOWS),
    'five_minutes',
    'Digest window',
    'Time within which messages of a topic that follow a first one are gathered for one digest, unless the member chose another.',
  ),
  'notifications.digestHour': preset(
    whole(0, 23),
    8,
    'Digest hour',
    'Hour of daily digests, in the time zone of the tenant, unless the member chose another.',
  ),
  'notifications.smsSenderId': optional(
    text(11, { form: form.senderId }),
    'SMS sender',
    'Sender of text messages, in countries that allow it.',
  ),
  'notifications.slackWebhookUrl': called(
    secret(web, 'Slack webhook', 'Incoming webhook of the Slack channel for notifications.'),
  ),
  'notifications.webhookUrl': called(
    optional(web, 'Webhook URL', 'URL to which the webhook channel posts notifications.'),
  ),
  'notifications.webhookSecret': secret(text(255), 'Webhook secret', 'Key that signs posted notifications.'),

  'billing.invoiceNumberPattern': numbers('Invoice', 'INV'),
  'billing.creditNoteNumberPattern': numbers('Credit note', 'CN'),
  'billing.settlementNumberPattern': numbers('Settlement', 'SET'),
  'billing.returnNumberPattern': numbers('Return', 'RET'),
  'billing.numberDigits': preset(
    whole(1, 12),
    5,
    'Digits of numbers',
    'Number of digits to which {seq} is padded with zeros.',
  ),
  ...TAX_SETTINGS,
  'billing.reminderEnabled': preset(flag(), true, 'Reminders', 'Sends reminders for open invoices.'),
  'billing.reminderDaysBeforeDue': preset(
    whole(0, 90),
    3,
    'Reminder before due',
    'Number of days before the due date at which the first reminder is sent. 0 sends none.',
  ),
  'billing.reminderDaysAfterDue': preset(
    whole(0, 90),
    7,
    'Reminder after due',
    'Number of days after the due date at which the second reminder is sent. 0 sends none.',
  ),
  ...INVOICE_SETTINGS,
  ...PAYMENT_SETTINGS,
  'billing.bankAccount': optional(account, 'Bank account', 'Account on invoices for payments by partners.'),
  'billing.invoiceFooter': optional(text(1000, { lines: true }), 'Invoice footer', 'Text at the end of invoices.'),
  'billing.documentColour': preset(
    text(7, { form: form.colour }),
    '#1F3A5F',
    'Document colour',
    'Colour of headings and lines on documents.',
  ),
  ...E_INVOICE_SETTINGS,
  'billing.portalLinkDays': preset(
    whole(1, 365),
    30,
    'Portal links',
    'Number of days for which a public document link is valid.',
  ),
  ...DATEV_SETTINGS,

  'integrations.autoImportEnabled': preset(
    flag(),
    true,
    'Import orders',
    'Lets new channels import orders automatically, unless the request says otherwise.',
  ),
  'integrations.syncIntervalMinutes': preset(
    whole(5, 1440),
    15,
    'Sync interval',
    'Minutes between syncs of a new channel, unless the request says otherwise.',
  ),
  'integrations.daysToLookBack': preset(
    whole(1, 90),
    7,
    'Days to look back',
    'Number of days that the first sync of a new channel looks back, unless the request says otherwise.',
  ),
  'integrations.deletionsPerDay': preset(
    whole(0, 1000),
    10,
    'Deletions per day',
    'Open orders of a channel that are cancelled within a day because its shop has deleted them. If more are, somebody has to confirm it.',
  ),

  ...SECURITY_SETTINGS,
} as const satisfies Record<`${SettingCategory}.${string}`, Definition>

type Definitions = typeof SETTING_DEFINITIONS

export type SettingKey = keyof Definitions
export type SecretKey = { [K in SettingKey]: Definitions[K]['isEncrypted'] extends true ? K : never }[SettingKey]
export type PlainKey = Exclude<SettingKey, SecretKey>

/** Type of a setting's value; includes null if there is no default. */
export type ValueOf<K extends SettingKey> = Definitions[K] extends Definition<infer V> ? V : never

export const SETTING_KEYS = Object.keys(SETTING_DEFINITIONS) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTING_DEFINITIONS, key)

export const getDefinition = (key: SettingKey): Definition => SETTING_DEFINITIONS[key]
