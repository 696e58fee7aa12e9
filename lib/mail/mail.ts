import { lazily } from '../lazy.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The same for each try of one delivery, so that a receiver can tell a repetition. */
  messageId: string
  /** Stands beside the address it comes from, in place of the platform's own name. */
  senderName?: string | null
  replyTo?: string | null
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** SMTP for `smtp://host:port`, SES v2 for `ses:`; loaded at the first mail. */
export const mailer = (url: string, from: string): Mailer => {
  const loaded = lazily(async () => {
    const { createTransport } = await import('nodemailer')
    if (!url.startsWith('ses:')) return createTransport({ url, connectionTimeout: 5000, socketTimeout: 15000 })
    const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2')
    return createTransport({ SES: { sesClient: new SESv2Client({}), SendEmailCommand } })
  })
  const address = from.slice(from.indexOf('<') + 1, from.endsWith('>') ? -1 : undefined)
  return {
    async send({ senderName, replyTo, ...mail }) {
      const sender = senderName ? { name: senderName, address } : from
      await (await loaded()).sendMail({ from: sender, ...(replyTo && { replyTo }), ...mail })
    },
  }
}
