import { makeOnce } from '../make-once.ts'
import { TRANSFER_LIMITS } from '../outbound/call-limits.ts'
import { buildSavedName } from './saved-name.ts'

export interface Download {
  /** File name for browsers, in any script. */
  filename: string
  mimeType: string
  /** Seconds for which the URL is valid. */
  seconds: number
  /** Time from which the URL is valid; by default now. */
  from?: Date
}

/** A part of a file that was uploaded. */
export interface UploadedPart {
  number: number
  sizeBytes: number
  etag: string
}

/**
 * The only content that a signed URL accepts: exactly so many bytes, as a part of an upload or as a whole file with this
 * checksum.
 */
export interface UploadTarget {
  sizeBytes: number
  part?: { uploadId: string; number: number }
  /** SHA-256 of the content in hexadecimal digits; only for a whole file. */
  sha256?: string
  seconds: number
  from: Date
}

export interface SignedUpload {
  url: string
  /** Headers that the request must have, besides `Content-Length`. */
  headers: Record<string, string>
}

export interface Files {
  /** Writes the whole file or nothing; replaces a file with the same path. */
  put(path: string, content: Uint8Array, mimeType: string): Promise<void>
  get(path: string): Promise<Buffer>
  /** Returns the content; undefined if there is no file. */
  find(path: string): Promise<Buffer | undefined>
  /** Returns the size of a file; undefined if there is none. */
  findSize(path: string): Promise<number | undefined>
  copy(from: string, to: string, mimeType: string): Promise<void>
  /** Deletes a file; does nothing if there is none. */
  delete(path: string): Promise<void>
  /** Returns a signed URL that downloads this file only. */
  getDownloadUrl(path: string, download: Download): Promise<string>
  /** Returns a signed URL to which exactly this part or file can be uploaded. */
  getUploadUrl(path: string, target: UploadTarget): Promise<SignedUpload>
  /** Begins an upload in parts and returns its id. */
  beginParts(path: string): Promise<string>
  /** Uploads one part and returns its ETag. A later part with the same number replaces it. */
  putPart(path: string, uploadId: string, number: number, content: Uint8Array): Promise<string>
  /** Lists the uploaded parts by number; undefined if the upload has ended. */
  listParts(path: string, uploadId: string): Promise<UploadedPart[] | undefined>
  /** Makes the parts one file and ends the upload; does nothing if it has ended. */
  joinParts(path: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void>
  /** Ends an upload and deletes its parts; does nothing if it has ended. */
  abortParts(path: string, uploadId: string): Promise<void>
}

const IN_HEADER = /[^\w.,;=@()[\] -]/g

/** Builds a header for any file name, with an ASCII fallback for old clients. The name ends in what the type says. */
export const buildAttachmentHeader = (given: string, mimeType: string) => {
  const filename = buildSavedName(given, mimeType)
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${filename.replace(IN_HEADER, '_')}"; filename*=UTF-8''${encoded}`
}

const CHECKSUM_HEADER = 'x-amz-checksum-sha256'

/** Returns the result, or undefined if the storage answers with one of these errors. */
const unless = async <T>(work: Promise<T>, ...names: string[]): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (!names.includes((error as Error).name)) throw error
    return undefined
  }
}

/** Uses a bucket of S3; the client is loaded with the first file. */
export const createS3Files = (Bucket: string): Files => {
  const loaded = makeOnce(async () => {
    const s3 = await import('@aws-sdk/client-s3')
    // The SDK's own checksums would become part of signed URLs, and browsers do not send them.
    const checksums = 'WHEN_REQUIRED' as const
    const client = new s3.S3Client({
      ...TRANSFER_LIMITS,
      requestChecksumCalculation: checksums,
      responseChecksumValidation: checksums,
    })
    return { ...s3, client }
  })
  const signing = () => Promise.all([loaded(), import('@aws-sdk/s3-request-presigner')])
  const read = async (Key: string) => {
    const { client, GetObjectCommand } = await loaded()
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    if (!Body) throw new Error('the file has no content')
    return Buffer.from(await Body.transformToByteArray())
  }
  return {
    async put(Key, Body, ContentType) {
      const { client, PutObjectCommand } = await loaded()
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }))
    },
    get: read,
    find: (path) => unless(read(path), 'NoSuchKey'),
    async findSize(Key) {
      const { client, HeadObjectCommand } = await loaded()
      const found = await unless(client.send(new HeadObjectCommand({ Bucket, Key })), 'NotFound', 'NoSuchKey')
      return found && (found.ContentLength ?? 0)
    },
    async copy(from, Key, ContentType) {
      const { client, CopyObjectCommand } = await loaded()
      const CopySource = encodeURI(`${Bucket}/${from}`)
      await client.send(
        new CopyObjectCommand({ Bucket, Key, CopySource, ContentType, MetadataDirective: 'REPLACE' as const }),
      )
    },
    async delete(Key) {
      const { client, DeleteObjectCommand } = await loaded()
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    async getDownloadUrl(Key, { filename, mimeType, seconds, from }) {
      const [{ client, GetObjectCommand }, { getSignedUrl }] = await signing()
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: mimeType,
        ResponseContentDisposition: buildAttachmentHeader(filename, mimeType),
      })
      return await getSignedUrl(client, command, { expiresIn: seconds, ...(from && { signingDate: from }) })
    },
    async getUploadUrl(Key, { sizeBytes: ContentLength, part, sha256, seconds, from }) {
      const [{ client, PutObjectCommand, UploadPartCommand }, { getSignedUrl }] = await signing()
      const options = { expiresIn: seconds, signingDate: from, unhoistableHeaders: new Set([CHECKSUM_HEADER]) }
      if (part) {
        const of = { UploadId: part.uploadId, PartNumber: part.number }
        const url = await getSignedUrl(client, new UploadPartCommand({ Bucket, Key, ContentLength, ...of }), options)
        return { url, headers: {} }
      }
      const ChecksumSHA256 = sha256 && Buffer.from(sha256, 'hex').toString('base64')
      const command = new PutObjectCommand({ Bucket, Key, ContentLength, ChecksumSHA256 })
      const headers = ChecksumSHA256 ? { [CHECKSUM_HEADER]: ChecksumSHA256 } : {}
      return { url: await getSignedUrl(client, command, options), headers }
    },
    async beginParts(Key) {
      const { client, CreateMultipartUploadCommand } = await loaded()
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
      if (!UploadId) throw new Error('the upload has no id')
      return UploadId
    },
    async putPart(Key, UploadId, PartNumber, Body) {
      const { client, UploadPartCommand } = await loaded()
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
      if (!ETag) throw new Error('the part has no ETag')
      return ETag
    },
    async listParts(Key, UploadId) {
      const { client, ListPartsCommand } = await loaded()
      // One answer holds a thousand parts, more than the largest file has.
      const found = await unless(client.send(new ListPartsCommand({ Bucket, Key, UploadId })), 'NoSuchUpload')
      return (
        found &&
        (found.Parts ?? []).map(({ PartNumber = 0, Size = 0, ETag = '' }) => ({
          number: PartNumber,
          sizeBytes: Size,
          etag: ETag,
        }))
      )
    },
    async joinParts(Key, UploadId, parts) {
      const { client, CompleteMultipartUploadCommand } = await loaded()
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })
      await unless(client.send(command), 'NoSuchUpload')
    },
    async abortParts(Key, UploadId) {
      const { client, AbortMultipartUploadCommand } = await loaded()
      await unless(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })), 'NoSuchUpload')
    },
  }
}
