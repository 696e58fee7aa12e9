import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../resource.ts'
import { actorType, id, input, nullable, timestamp, ulid } from '../types.ts'

const SLOT = '^[a-z0-9][a-z0-9_.-]{0,49}$'

export const attachmentFields = {
  id: ulid({ description: 'Id of the file' }),
  originalFilename: Type.String({ examples: ['Delivery terms.pdf'] }),
  storagePath: Type.String({ description: 'Path in the object storage' }),
  mimeType: Type.String({ examples: ['application/pdf'] }),
  sizeBytes: Type.Integer({ minimum: 0, examples: [48_213] }),
  purpose: nullable(Type.String({ examples: ['attachment'] })),
  uploadedAt: timestamp(),
  slot: nullable(Type.String({ description: 'Name by which the record has only one attachment', examples: ['terms'] })),
  uploadedBy: nullable(ulid()),
  uploadedByType: actorType(),
  url: nullable(Type.String({ description: 'Address of the file' })),
  downloadUrl: nullable(Type.String({ description: 'Endpoint that redirects to a short-lived URL of the content' })),
}

/** A file in its place on a record. It has no address of its own, but its file has. */
export const Attachment = valueResource('Attachment', attachmentFields)
export type Attachment = Static<typeof Attachment.fields>

export const AttachFileInput = input({
  fileId: id({ description: 'Id of a file that is ready' }),
  slot: Type.Optional(
    Type.String({
      pattern: SLOT,
      title: 'up to 50 lower-case letters, digits, dots, hyphens and underscores, beginning with a letter or digit',
      description: 'Name by which the record has only one attachment',
      examples: ['terms'],
    }),
  ),
})
export type AttachFileInput = Static<typeof AttachFileInput>
