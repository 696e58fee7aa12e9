import { makeOnce } from '../make-once.ts'

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
  /** Further headers, whose values are ASCII. */
  headers?: Readonly<Record<string, string>>
}

/** Recipients that the server refused while it accepted others. */
export interface Sent {
  refused: readonly string[]
}

export type Send = (
  sender: { name: string; address: string },
  mail: Omit<Mail, 'senderName'>,
) => Promise<Sent | undefined>

export interface Mailer {
  /** Fails if every recipient was refused. Returns undefined if the server does not report on single recipients. */
  send(mail: Mail): Promise<Sent | undefined>
}

/** Splits `Name <address>` and bare addresses. */
const parseSender = (from: string): { name: string; address: string } => {
  const at = from.indexOf('<')
  return { name: from.slice(0, Math.max(at, 0)).trim(), address: from.slice(at + 1).replace(/>$/, '') }
}

/** Uses SMTP for `smtp://host:port`, on a developer's machine alone, and SES v2 for `ses:`; loaded with the first mail. */
export const createMailer = (url: string, from: string): Mailer => {
  const own = parseSender(from)
  const loaded = makeOnce(async () => {
    if (!url.startsWith('ses:')) return (await import('./send-by-smtp.ts')).sendBySmtp(url)
    return (await import('./send-by-ses.ts')).sendBySes()
  })
  return {
    async send({ senderName, ...mail }) {
      const send = await loaded()
      return await send({ name: senderName || own.name, address: own.address }, mail)
    },
  }
}
