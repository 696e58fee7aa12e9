import { type Id, newId } from '../platform/id.ts'
import { beginTry, CLAIM_ATTRIBUTES, retrySchedule } from '../platform/queue/retry-schedule.ts'
import { listPartition } from '../platform/store/entities/entity.ts'
import { getDuePartition } from '../platform/store/table/due.ts'
import type { Item, Key, Table, Update } from '../platform/store/table/table.ts'
import { buildTimelineItem } from '../platform/store/timelines/timeline.ts'
import { getOutcome, type Mailing, type MailingState, mailingUri, updateAfterSending } from './mailing.ts'

// Mailings:  T#<tenant>#mailing?subject=<uri> / <id>   a mail with documents; enqueued like a delivery, and due until it ends

const MAX_LISTED = 1000

const mailingsPartition = (tenant: Id, subject: string) => listPartition(tenant, 'mailing', { subject })

export const isMailing = ({ pk }: Key) => /^T#[^#]+#mailing\?/.test(pk)

export const buildMailingItem = (mailing: Omit<Mailing, keyof Key>, now: Date): Item => ({
  ...mailing,
  pk: mailingsPartition(mailing.tenant, mailing.subject),
  sk: mailing.id,
  kind: 'delivery',
  duePk: getDuePartition('delivery', mailing.id),
  dueSk: retrySchedule.firstCheck(now),
})

export const findMailing = async (db: Table, key: Key): Promise<Mailing | undefined> => await db.get<Mailing>(key)

export const findMailingOfSubject = (db: Table, tenant: Id, subject: string, id: Id): Promise<Mailing | undefined> =>
  findMailing(db, { pk: mailingsPartition(tenant, subject), sk: id })

/** Returns the mailings of a subject, newest first. */
export const listMailings = async (db: Table, tenant: Id, subject: string): Promise<Mailing[]> =>
  await db.query<Mailing>({
    pk: mailingsPartition(tenant, subject),
    newestFirst: true,
    limit: MAX_LISTED,
  })

/** Replaces the recipients of a mailing that is over. */
export const putRecipients = async (db: Table, { pk, sk }: Key, recipients: Mailing['recipients']): Promise<void> => {
  await db.update({
    update: { pk, sk },
    set: 'SET #recipients = :recipients',
    when: '#status <> :queued',
    values: { ':recipients': recipients, ':queued': 'queued' },
  })
}

/** Begins a try; undefined if another try is in progress or the mailing has ended. */
export const claimMailing = async (db: Table, mailing: Mailing, now: Date): Promise<Mailing | undefined> =>
  await beginTry(db, mailing, now)

/** Ends the mailing, and tells of it in the timelines of the orders that it is about. */
const endMailing = async (
  db: Table,
  mailing: Mailing,
  { recipients, reason, now }: { recipients: Mailing['recipients']; reason: string | null; now: Date },
): Promise<MailingState> => {
  const { pk, sk, tenant, orderIds } = mailing
  const [status, at] = [getOutcome(recipients), now.toISOString()]
  const update: Update = {
    update: { pk, sk },
    set: `SET #status = :status, #recipients = :recipients, #failureReason = :reason, #endedAt = :now REMOVE #mail, #duePk, #dueSk, ${CLAIM_ATTRIBUTES}`,
    when: '#status = :queued',
    values: {
      ':queued': 'queued',
      ':status': status,
      ':recipients': recipients,
      ':reason': reason,
      ':now': at,
    },
  }
  const steps = [{ step: `mail.${status}`, uri: mailingUri(mailing) }] as const
  if (!orderIds.length) await db.update(update)
  else
    await db.transact([
      update,
      ...orderIds.map((id) => ({ put: buildTimelineItem(tenant, id, { id: newId(now), at, steps }) })),
    ])
  return status
}

/** Ends the mailing after the mail server accepted it for all recipients but the refused ones. */
export const markSent = (db: Table, mailing: Mailing, refused: readonly string[], now: Date): Promise<MailingState> =>
  endMailing(db, mailing, { recipients: updateAfterSending(mailing.recipients, refused), reason: null, now })

/**
 * Records a failed try: the mailing is due again at the next try, or has failed if it is `isFinal` or was the last one. Returns
 * the state of the mailing.
 */
export const recordFailedTry = async (
  db: Table,
  mailing: Mailing,
  reason: string,
  isFinal: boolean,
  now: Date,
): Promise<MailingState> => {
  const { pk, sk, recipients, attempts } = mailing
  const next = isFinal ? undefined : retrySchedule.nextTry(attempts, now)
  if (next === undefined) {
    const failed = recipients.map((each) => ({ ...each, status: 'failed' as const }))
    return await endMailing(db, mailing, { recipients: failed, reason, now })
  }
  await db.update({
    update: { pk, sk },
    set: `SET #failureReason = :reason, #dueSk = :next, #notBefore = :next REMOVE ${CLAIM_ATTRIBUTES}`,
    when: '#status = :queued',
    values: { ':reason': reason, ':queued': 'queued', ':next': next },
  })
  return 'queued'
}
