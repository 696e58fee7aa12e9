import type { Static } from 'typebox'
import * as Type from 'typebox'
import { DOCUMENT_FORMATS } from '../../document/document.ts'
import { resource } from '../../resource.ts'
import { actorType, email, id, input, nullable, oneOf, timestamp, ulid } from '../../types.ts'

const SENDING_CHANNELS = ['email', 'portal'] as const
const SENDING_STATES = ['queued', 'sent', 'partly_sent', 'failed'] as const

const addresses = (description: string) =>
  Type.Optional(Type.Array(email(), { maxItems: 20, description, examples: [['books@teahouse.example']] }))

export const SendInvoiceInput = input({
  to: addresses('Default: the billing contact of the partner'),
  cc: addresses('An address in several lists gets one mail'),
  bcc: addresses('Hidden from the other recipients'),
  channel: Type.Optional(
    oneOf(SENDING_CHANNELS, {
      default: 'email',
      description: '`email`: the documents are attached. `portal`: the mail links to a page that needs no sign-in.',
    }),
  ),
  format: Type.Optional(oneOf(DOCUMENT_FORMATS, { default: 'pdf' })),
  attachmentDocumentIds: Type.Optional(
    Type.Array(id(), {
      maxItems: 10,
      description: "Documents that you may read. Default: the invoice's own document",
    }),
  ),
})
export type SendInvoiceInput = Static<typeof SendInvoiceInput>

const Recipient = Type.Object({
  address: email(),
  kind: oneOf(['to', 'cc', 'bcc']),
  status: oneOf(['queued', 'sent', 'failed']),
})

export const InvoiceSending = resource('InvoiceSending', '/api/billing/invoices/{invoiceId}/sendings/{id}', {
  id: ulid(),
  invoiceId: ulid(),
  channel: oneOf(SENDING_CHANNELS),
  format: oneOf(DOCUMENT_FORMATS),
  status: oneOf(SENDING_STATES),
  recipients: Type.Array(Recipient),
  documentIds: Type.Array(ulid()),
  attempts: Type.Integer({ minimum: 0 }),
  failureReason: nullable(Type.String({ examples: ['EENVELOPE 550'] })),
  createdBy: nullable(ulid()),
  createdByType: actorType(),
  createdAt: timestamp(),
  endedAt: nullable(timestamp({ description: 'Time at which all mails were sent or given up' })),
})
