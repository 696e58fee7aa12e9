import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { actorType, input, nullable, oneOf, timestamp, ulid } from '../types.ts'

export const FILE_STATES = ['uploading', 'checking', 'ready', 'rejected', 'deleted'] as const
export type FileState = (typeof FILE_STATES)[number]

/** Types whose content the platform can check. */
export const FILE_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/xml',
  'text/plain',
  'application/zpl',
] as const
export type FileType = (typeof FILE_TYPES)[number]

export const FILE_PURPOSES = ['attachment', 'proof_of_delivery', 'logo', 'bank_statement', 'import'] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

const MEGABYTE = 1024 * 1024

/** Largest file of any tenant, in megabytes. It must fit the memory of the function that checks it. */
export const MAX_FILE_MEGABYTES = 100
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * MEGABYTE

/** Size of all parts of a file but the last. S3 takes parts from 5 MiB. */
export const PART_BYTES = 8 * MEGABYTE

// Slashes and backslashes lead out of a folder, and controls and marks of direction disguise a name.
const NAME = '^(?!\\.+$)(?!\\s+$)[^/\\\\\\u0000-\\u001f\\u007f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]+$'

const name = () =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: NAME,
    title: 'a file name without slashes, backslashes, control characters and marks of text direction',
    examples: ['Delivery terms.pdf'],
  })
const sizeBytes = (options: object = {}) => Type.Integer({ minimum: 0, examples: [48_213], ...options })
const sha256 = () =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    title: 'a SHA-256 as 64 hexadecimal digits in lower case',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
const purpose = () =>
  oneOf(FILE_PURPOSES, {
    description:
      'What the file is for. A `logo` is a PNG or JPEG of at most 512 KB and 4 megapixels, a `proof_of_delivery` a PNG, JPEG or PDF, a `bank_statement` an XML or CSV of at most 10 MB, an `import` a CSV of at most 10 MB.',
  })

export const StoredFileResource = resource('StoredFile', '/api/storage/files/{id}', {
  id: ulid(),
  name: Type.String({ examples: ['Delivery terms.pdf'] }),
  status: oneOf(FILE_STATES, {
    description:
      '`uploading` until the upload is completed, `checking` while the content is checked, then `ready` or `rejected`; `deleted` until the content is erased.',
  }),
  mimeType: oneOf(FILE_TYPES, { description: 'Declared type; once the file is `ready`, also the type of its content' }),
  sizeBytes: sizeBytes(),
  sha256: Type.String({ description: 'SHA-256 of the content as hexadecimal digits' }),
  purpose: purpose(),
  rejectionReason: nullable(Type.String({ examples: ['The content has another SHA-256 than declared.'] })),
  referenceCount: Type.Integer({
    minimum: 0,
    description: 'Number of places that use the file. It can be deleted when there are none.',
  }),
  uploadedBy: nullable(ulid({ description: 'The identity or service account that began the upload' })),
  uploadedByType: actorType(),
  expiresAt: nullable(timestamp({ description: 'Time at which an upload that is not completed ends' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type FileResource = Static<typeof StoredFileResource.fields>

const UploadPart = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  sizeBytes: sizeBytes({ description: 'Number of bytes of the part. The URL accepts exactly so many.' }),
  isUploaded: Type.Boolean(),
  url: nullable(
    Type.String({
      format: 'uri',
      description: 'Signed URL for a PUT of the part; needs no token. Null for callers who may only read.',
    }),
  ),
  headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers that the PUT must have, besides `Content-Length`',
  }),
  expiresAt: timestamp({ description: 'Time at which the URL expires. Get the upload again for new URLs.' }),
})

export const FileUpload = resource('FileUpload', '/api/storage/files/{id}/upload', {
  id: ulid({ description: 'Id of the file' }),
  expiresAt: timestamp({ description: 'Time at which the upload ends unless it is completed' }),
  partSizeBytes: sizeBytes({ description: 'Size of all parts but the last', examples: [PART_BYTES] }),
  parts: Type.Array(UploadPart),
})
export type FileUpload = Static<typeof FileUpload.fields>

export const CreateFileInput = input({
  name: name(),
  sizeBytes: Type.Integer({
    minimum: 1,
    maximum: MAX_FILE_BYTES,
    description: 'Number of bytes. The setting `general.maxFileMegabytes` may allow less than the maximum.',
    examples: [48_213],
  }),
  mimeType: oneOf(FILE_TYPES),
  sha256: sha256(),
  purpose: Type.Optional(purpose()),
})
export type CreateFileInput = Static<typeof CreateFileInput>

export const FileDownload = resource('FileDownload', '/api/storage/files/{id}/content', {
  id: ulid(),
  url: Type.String({ format: 'uri', description: 'Needs no token; valid until `expiresAt`' }),
  expiresAt: timestamp(),
  filename: Type.String({ examples: ['Delivery terms.pdf'] }),
  mimeType: oneOf(FILE_TYPES),
  sizeBytes: sizeBytes(),
})
export type FileDownload = Static<typeof FileDownload.fields>

export const StorageUsage = resource('StorageUsage', '/api/storage/usage', {
  usedBytes: sizeBytes({ description: 'Bytes of all files, from the beginning of their uploads' }),
  fileCount: Type.Integer({ minimum: 0 }),
  quotaBytes: sizeBytes({ description: 'Bytes that the setting `general.storageMegabytes` allows' }),
})
export type StorageUsage = Static<typeof StorageUsage.fields>
