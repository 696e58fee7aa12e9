import { recordMessage } from '../notification/messages/record-message.ts'
import { normalizeEmail } from '../platform/access/email.ts'
import type { App } from '../platform/app/app.ts'
import { buildSavedName } from '../platform/files/saved-name.ts'
import type { Log } from '../platform/log.ts'
import type { Attachment } from '../platform/mail/mail.ts'
import { describeError } from '../platform/queue/retry-schedule.ts'
import type { Key } from '../platform/store/table/table.ts'
import type { ComposedMail, Mailing, RecipientKind } from './mailing.ts'
import { claimMailing, findMailing, markSent, recordFailedTry } from './mailings.ts'

/** Returns true if the mail server refused every recipient for good, with a code of 5xx. */
const isPermanent = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

const readAttachments = async ({ files }: App, mailing: Mailing): Promise<Attachment[]> => {
  const read = mailing.files.map(async ({ path, filename, mimeType, isUploaded, cid }): Promise<Attachment[]> => {
    const content = isUploaded ? await files.find(path) : await files.get(path)
    return content
      ? [
          {
            filename: buildSavedName(filename, mimeType),
            content,
            contentType: mimeType,
            ...(cid !== undefined && { cid }),
          },
        ]
      : []
  })
  return (await Promise.all(read)).flat()
}

const sendMail = async (app: App, mailing: Mailing, mail: ComposedMail) => {
  const { id, recipients } = mailing
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

/** Records what became of a mailing in the messages of each of its addresses. */
const recordMailing = async (
  { db }: App,
  { id, tenant, subject, recipients }: Mailing,
  { refused, reason, now }: { refused: ReadonlySet<string> | 'all'; reason: string | null; now: Date },
): Promise<void> => {
  for (const { address } of recipients) {
    const isRefused = refused === 'all' || refused.has(normalizeEmail(address))
    const outcome = { status: isRefused ? ('failed' as const) : ('sent' as const), reason: isRefused ? reason : null }
    const record = { ...{ id, subject, eventId: null, topic: null, rule: null, recipientId: null, template: null } }
    await recordMessage(db, tenant, address, { ...record, ...outcome, eventCount: 0 }, now)
  }
}

/** Sends a mailing and stores the result; a failed one is tried again later. */
export const sendMailing = async (app: App, key: Key, now: Date, log: Log): Promise<void> => {
  const found = await findMailing(app.db, key)
  const mailing = found?.status === 'queued' ? await claimMailing(app.db, found, now) : undefined
  if (!mailing?.mail) return
  const { id: mailingId, attempts, mail } = mailing
  let refused: readonly string[]
  try {
    refused = (await sendMail(app, mailing, mail))?.refused ?? []
  } catch (error) {
    const reason = describeError(error)
    const status = await recordFailedTry(app.db, mailing, reason, isPermanent(error), now)
    if (status === 'failed') {
      log.error('mailing.failed', new Error(reason), { mailingId, attempts })
      await recordMailing(app, mailing, { refused: 'all', reason, now })
    } else log.warn('mailing.put_off', { mailingId, attempts, reason })
    return
  }
  const names = new Set(refused.map((address) => normalizeEmail(address)))
  await recordMailing(app, mailing, { refused: names, reason: 'The mail server refused the address.', now })
  await markSent(app.db, mailing, refused, now)
  log.info('mailing.sent', { mailingId, attempts, refused: refused.length })
}
