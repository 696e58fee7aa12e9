import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { actorType, nullable, oneOf, timestamp, ulid } from '../types.ts'
import { attachmentFields } from './attachment.ts'

export const DOCUMENT_TYPES = [
  'invoice',
  'credit_note',
  'self_billing_invoice',
  'self_billing_credit_note',
  'settlement',
  'statement',
  'open_items',
  'delivery_note',
  'return_slip',
  'pick_list',
  'shipping_label',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export const DOCUMENT_STATES = ['draft', 'final', 'superseded', 'void'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

export const DOCUMENT_FORMATS = ['pdf', 'html'] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/** Formats of files: those in which documents are rendered, and those in which carriers make labels. */
export const FILE_FORMATS = [...DOCUMENT_FORMATS, 'png', 'zpl'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

const format = () => oneOf(FILE_FORMATS)
const path = () => Type.String({ description: 'Path in the object storage' })
const bytes = () => Type.Integer({ minimum: 0, examples: [36_747] })

const Rendition = Type.Object({
  id: ulid(),
  format: format(),
  status: oneOf(['ready', 'failed']),
  locale: Type.String({ examples: ['de_DE'] }),
  storagePath: nullable(path()),
  sizeBytes: nullable(bytes()),
  generatedAt: nullable(timestamp()),
  failureReason: nullable(Type.String()),
  url: nullable(Type.String({ description: 'Endpoint that returns a short-lived URL of the file' })),
})

export const DOCUMENT_REFERENCE_TYPES = ['supersedes', 'credits'] as const
export type DocumentReferenceType = (typeof DOCUMENT_REFERENCE_TYPES)[number]

const Reference = Type.Object({
  id: ulid(),
  targetDocumentId: ulid(),
  type: oneOf(DOCUMENT_REFERENCE_TYPES, {
    description:
      '`supersedes`: the previous document of the same subject. `credits`: the document of the invoice that a credit note credits, at the time when the document of the credit note was created.',
  }),
  addedAt: timestamp(),
  description: nullable(Type.String({ description: 'Number of the other document', examples: ['INV-2026-00042'] })),
})
export type DocumentReference = Static<typeof Reference>

export const Document = resource('Document', '/api/document/documents/{id}', {
  id: ulid(),
  type: oneOf(DOCUMENT_TYPES),
  subject: Type.String({
    description: 'URI of the record that the document shows',
    examples: ['commerce:///billing/invoices/…'],
  }),
  status: oneOf(DOCUMENT_STATES),
  generatedBy: nullable(
    ulid({ description: 'The identity or service account that requested it; null for the platform' }),
  ),
  generatedByType: actorType(),
  createdAt: timestamp(),
  number: nullable(Type.String({ examples: ['INV-2026-00042'] })),
  primaryFormat: format(),
  source: Type.String({ examples: ['billing'] }),
  sourceRef: nullable(Type.String({ description: 'Id of the record that the document shows' })),
  templateId: Type.String({ examples: ['invoice'] }),
  templateVersion: Type.Integer({ minimum: 1 }),
  expiresAt: nullable(timestamp()),
  finalizedAt: nullable(timestamp()),
  voidedAt: nullable(timestamp()),
  voidReason: nullable(Type.String()),
  supersedes: nullable(ulid()),
  supersededBy: nullable(ulid()),
  storagePath: path(),
  fileSize: bytes(),
  failureReason: nullable(Type.String()),
  updatedAt: timestamp(),
  metadata: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  renditions: Type.Array(Rendition),
  attachments: Type.Array(Type.Object(attachmentFields), {
    description:
      'Files that are attached to the record which the document shows, in the order in which they were attached',
  }),
  references: Type.Array(Reference),
})
export type Document = Static<typeof Document.fields>
export type Rendition = Static<typeof Rendition>

export const DocumentDownload = resource('DocumentDownload', '/api/document/documents/{id}/download', {
  id: ulid(),
  url: Type.String({ format: 'uri', description: 'Needs no token; valid until `expiresAt`' }),
  expiresAt: timestamp(),
  filename: Type.String({ examples: ['INV-2026-00042.pdf'] }),
  mimeType: Type.String({ examples: ['application/pdf'] }),
  sizeBytes: bytes(),
})
export type DocumentDownload = Static<typeof DocumentDownload.fields>
