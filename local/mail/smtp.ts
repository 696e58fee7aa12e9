import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailStore } from './store.ts'

const MAX_BYTES = 30 * 1024 * 1024

const listAddresses = (list: Address[] | undefined): string[] =>
  (list ?? []).flatMap(({ address, group }) => (group ? listAddresses(group) : (address ?? [])))

const toBytes = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array)

/** Starts an SMTP server that accepts every mail and stores it. */
export const startSmtp = async (port: number, store: MailStore) => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: MAX_BYTES,
    onAuth: (_credentials, _session, callback) => callback(null, { user: 'anyone' }),
    onData: (stream, session, callback) => {
      const keep = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        // The envelope has all recipients, including blind copies.
        const to = session.envelope.rcptTo.map(({ address }) => address)
        await store.add({
          receivedAt: new Date().toISOString(),
          from: listAddresses(mail.from ? [mail.from] : [])[0] ?? '',
          to,
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html ?? '',
          attachments: mail.attachments.map(({ filename, mimeType, content }) => {
            const data = toBytes(content)
            return {
              filename: filename ?? 'attachment',
              contentType: mimeType,
              size: data.length,
              content: data.toString('base64'),
            }
          }),
        })
      }
      keep().then(() => callback(), callback)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  server.on('error', () => undefined)
  const address = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
