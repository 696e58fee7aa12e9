import { createTransport } from 'nodemailer'
import type { Send } from './mail.ts'

/** Sends to the server of an address such as `smtp://127.0.0.1:1025`. */
export const sendBySmtp = (url: string): Send => {
  const transport = createTransport({ url, connectionTimeout: 5000, socketTimeout: 15000 })
  return async (from, { replyTo, ...mail }) => {
    const { rejected } = (await transport.sendMail({ from, ...(replyTo && { replyTo }), ...mail })) as {
      rejected: (string | { address: string })[]
    }
    return { refused: rejected.map((each) => (typeof each === 'string' ? each : each.address)) }
  }
}
