import type { App } from '../platform/app/app.ts'
import type { Log } from '../platform/log.ts'
import type { Attachment } from '../platform/mail/mail.ts'
import type { Key } from '../platform/store/table/table.ts'
import type { Mailing, RecipientKind } from './mailing.ts'
import { claim, findMailing, markSent, recordFailedTry } from './mailings.ts'

/** A word for what went wrong; the error's own text may hold an address. */
const describeError = (error: unknown): string => {
  const { name, code, responseCode } = error as Record<string, string | number | undefined>
  return [code ?? name ?? 'Error', responseCode].filter(Boolean).join(' ')
}

/** The server refused every recipient, and says that it always will. */
const isHopeless = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

const readAttachments = ({ files }: App, mailing: Mailing): Promise<Attachment[]> =>
  Promise.all(
    mailing.files.map(async ({ path, filename, mimeType }) => ({
      filename,
      content: await files.get(path),
      contentType: mimeType,
    })),
  )

const send = async (app: App, mailing: Mailing) => {
  const { id, recipients, mail } = mailing
  const listAddresses = (kind: RecipientKind) =>
    recipients.filter((each) => each.kind === kind).map(({ address }) => address)
  return await app.mail.send({
    ...mail,
    to: listAddresses('to'),
    cc: listAddresses('cc'),
    bcc: listAddresses('bcc'),
    messageId: `<${id}@${new URL(app.config.publicUrl).hostname}>`,
    attachments: await readAttachments(app, mailing),
  })
}

/** Sends a mailing; a try that fails is made again later, and what became of it stays with it. */
export const carryMailing = async (app: App, key: Key, now: Date, log: Log): Promise<void> => {
  const found = await findMailing(app.db, key)
  const mailing = found?.status === 'queued' ? await claim(app.db, found, now) : undefined
  if (!mailing) return
  const { id: mailingId, attempts } = mailing
  let refused: readonly string[]
  try {
    refused = (await send(app, mailing))?.refused ?? []
  } catch (error) {
    const reason = describeError(error)
    const { item } = await app.db.update(recordFailedTry(mailing, reason, isHopeless(error), now))
    if (item?.status === 'failed') log.error('mailing.failed', new Error(reason), { mailingId, attempts })
    else log.warn('mailing.put_off', { mailingId, attempts, reason })
    return
  }
  await app.db.update(markSent(mailing, refused, now))
  log.info('mailing.sent', { mailingId, attempts, refused: refused.length })
}
