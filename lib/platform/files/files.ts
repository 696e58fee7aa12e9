import { makeOnce } from '../make-once.ts'

export interface Download {
  /** File name for browsers, in any script. */
  filename: string
  mimeType: string
  /** Seconds for which the URL is valid. */
  seconds: number
}

export interface Files {
  /** Writes the whole file or nothing; replaces a file with the same path. */
  put(path: string, content: Uint8Array, mimeType: string): Promise<void>
  get(path: string): Promise<Buffer>
  /** Returns a signed URL that downloads this file only. */
  getDownloadUrl(path: string, download: Download): Promise<string>
}

const IN_HEADER = /[^\w.,;=@()[\] -]/g

/** Builds a header for any file name, with an ASCII fallback for old clients. */
export const buildAttachmentHeader = (filename: string) => {
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${filename.replace(IN_HEADER, '_')}"; filename*=UTF-8''${encoded}`
}

/** Uses a bucket of S3; the client is loaded with the first file. */
export const createS3Files = (Bucket: string): Files => {
  const loaded = makeOnce(async () => {
    const s3 = await import('@aws-sdk/client-s3')
    // The SDK's own checksums would become part of signed URLs, and browsers do not send them.
    const checksums = 'WHEN_REQUIRED' as const
    const client = new s3.S3Client({ requestChecksumCalculation: checksums, responseChecksumValidation: checksums })
    return { ...s3, client }
  })
  return {
    async put(Key, Body, ContentType) {
      const { client, PutObjectCommand } = await loaded()
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }))
    },
    async get(Key) {
      const { client, GetObjectCommand } = await loaded()
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      if (!Body) throw new Error('the file has no content')
      return Buffer.from(await Body.transformToByteArray())
    },
    async getDownloadUrl(Key, { filename, mimeType, seconds }) {
      const [{ client, GetObjectCommand }, { getSignedUrl }] = await Promise.all([
        loaded(),
        import('@aws-sdk/s3-request-presigner'),
      ])
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: mimeType,
        ResponseContentDisposition: buildAttachmentHeader(filename),
      })
      return await getSignedUrl(client, command, { expiresIn: seconds })
    },
  }
}
