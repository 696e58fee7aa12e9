import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { DOCUMENT_FORMATS } from '../document/document.ts'
import { email, id, input, nullable, oneOf, timestamp, ulid } from '../types.ts'

const SENDING_CHANNELS = ['email', 'portal'] as const
const SENDING_STATES = ['queued', 'sent', 'partly_sent', 'failed'] as const

const addresses = (description: string) =>
  Type.Optional(Type.Array(email(), { maxItems: 20, description, examples: [['books@teahouse.example']] }))

export const SendInvoiceInput = input({
  to: addresses('The billing contact of the partner where it is empty'),
  cc: addresses('Each address gets it once, whatever lists it is in'),
  bcc: addresses('Not seen by the others'),
  channel: Type.Optional(
    oneOf(SENDING_CHANNELS, {
      default: 'email',
      description: '`email`: with the documents attached. `portal`: with a link to a page that needs no signing in.',
    }),
  ),
  format: Type.Optional(oneOf(DOCUMENT_FORMATS, { default: 'pdf' })),
  attachmentDocumentIds: Type.Optional(
    Type.Array(id(), { maxItems: 10, description: "The invoice's own document where it is empty" }),
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
  createdAt: timestamp(),
  endedAt: nullable(timestamp({ description: 'When it was sent or given up' })),
})
