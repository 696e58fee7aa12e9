import { makeOnce } from '../make-once.ts'
import { TRANSFER_LIMITS } from '../outbound/call-limits.ts'

export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
  /** Name by which the HTML shows the file. */
  cid?: string
}

export interface Mail {
  to: string | string[]
  cc?: string[]
  bcc?: string[]
  subject: string
  text: string
  html: string
  /** The same for each attempt of one delivery, so that receivers can detect duplicates. */
  messageId: string
  /** Display name of the sender, instead of the platform's own. */
  senderName?: string | null
  replyTo?: string | null
  attachments?: Attachment[]
}

/** Recipients that the server refused while it accepted others. */
export interface Sent {
  refused: readonly string[]
}

export interface Mailer {
  /** Fails if every recipient was refused. Returns undefined if the server does not report on single recipients. */
  send(mail: Mail): Promise<Sent | undefined>
}

/** Uses SMTP for `smtp://host:port` and SES v2 for `ses:`; the client is loaded with the first mail. */
export const createMailer = (url: string, from: string): Mailer => {
  const loaded = makeOnce(async () => {
    const { createTransport } = await import('nodemailer')
    if (!url.startsWith('ses:')) return createTransport({ url, connectionTimeout: 5000, socketTimeout: 15000 })
    const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2')
    return createTransport({ SES: { sesClient: new SESv2Client(TRANSFER_LIMITS), SendEmailCommand } })
  })
  const address = from.slice(from.indexOf('<') + 1, from.endsWith('>') ? -1 : undefined)
  return {
    async send({ senderName, replyTo, ...mail }) {
      const sender = senderName ? { name: senderName, address } : from
      const info = await (await loaded()).sendMail({ from: sender, ...(replyTo && { replyTo }), ...mail })
      const { rejected } = info as { rejected?: (string | { address: string })[] }
      return rejected && { refused: rejected.map((each) => (typeof each === 'string' ? each : each.address)) }
    },
  }
}
