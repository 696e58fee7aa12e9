import { makeOnce } from '../make-once.ts'

export interface Download {
  /** The name under which a browser saves it; in any script. */
  filename: string
  mimeType: string
  /** For how long the address works. */
  seconds: number
}

export interface Files {
  /** Writes the whole file or nothing; the same path again replaces it. */
  put(path: string, content: Uint8Array, mimeType: string): Promise<void>
  get(path: string): Promise<Buffer>
  /** An address under which whoever has it can download the file, and nothing else. */
  addressOf(path: string, download: Download): Promise<string>
}

const IN_HEADER = /[^\w.,;=@()[\] -]/g

/** A header for any name: plain letters for old clients, all of it for the others. */
export const buildAttachmentHeader = (filename: string) => {
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${filename.replace(IN_HEADER, '_')}"; filename*=UTF-8''${encoded}`
}

/** A bucket of S3; its client is loaded at the first file. */
export const createS3Files = (Bucket: string): Files => {
  const loaded = makeOnce(async () => {
    const s3 = await import('@aws-sdk/client-s3')
    // Sums that the SDK adds by itself would stand in signed addresses, where no browser sends them.
    const sums = 'WHEN_REQUIRED' as const
    const client = new s3.S3Client({ requestChecksumCalculation: sums, responseChecksumValidation: sums })
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
    async addressOf(Key, { filename, mimeType, seconds }) {
      const [{ client, GetObjectCommand }, { getSignedUrl }] = await Promise.all([
        loaded(),
        import('@aws-sdk/s3-request-presigner'),
      ])
      const asked = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: mimeType,
        ResponseContentDisposition: buildAttachmentHeader(filename),
      })
      return await getSignedUrl(client, asked, { expiresIn: seconds })
    },
  }
}
