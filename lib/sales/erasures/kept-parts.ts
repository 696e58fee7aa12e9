import type { KEPT } from '../../../schemas/sales/customers/erasure.ts'

interface Kept {
  what: (typeof KEPT)[number]
  reason: string
  endsAfterDays: number | null
}

export const ERASED: readonly string[] = [
  'The name, e-mail addresses, telephone, note, tags and consents of the customer and of those merged into it.',
  'The customer, the addresses, the note for the delivery, your note and the payloads of the orders.',
  'The addresses and notes of fulfilment orders and parcels, the names of who signed for them, and the senders of returns.',
  'Delivery notes, labels, return slips and pick lists of single orders.',
  'What tells of mails to the customer, and the e-mail address in mails about the orders.',
]

export const KEPT_PARTS: readonly Kept[] = [
  {
    what: 'orders',
    reason: 'What was sold when, for how much and to which country belongs to the books. It is under a pseudonym.',
    endsAfterDays: null,
  },
  {
    what: 'books',
    reason: 'Invoices, credit notes, payments and bank entries have to be kept as they were issued and received.',
    endsAfterDays: null,
  },
  {
    what: 'mails',
    reason: 'Mails with invoices are kept like these, and say that they went to a pseudonym.',
    endsAfterDays: null,
  },
  { what: 'webhooks', reason: 'Webhooks as they were received, which are stored encrypted.', endsAfterDays: 30 },
  { what: 'answers', reason: 'Answers to requests with an Idempotency-Key.', endsAfterDays: 1 },
  { what: 'exports', reason: 'Files of exports and imports, until they are deleted.', endsAfterDays: null },
  {
    what: 'elsewhere',
    reason: 'Shops, custodians and carriers keep what they know. Ask them too.',
    endsAfterDays: null,
  },
]
