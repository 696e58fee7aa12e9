import type { Id } from '../platform/id.ts'
import { listPartition } from '../platform/store/entities/entity.ts'
import { getDuePartition } from '../platform/store/table/due.ts'
import type { Item, Key, Table, Update } from '../platform/store/table/table.ts'
import { getOutcome, type Mailing, updateAfterSending } from './mailing.ts'

// Mailings:  T#<tenant>#mailing?subject=<uri> / <id>   a mail with documents; handed on as a delivery is, due (duePk,
//            dueSk) until it was sent or has failed, and kept with what it is about

const USUAL_WAY_MS = 2 * 60_000
/** Longer than a worker may run. */
const CLAIM_MS = 90_000
const RETRY_MINUTES = [1, 2, 5, 15, 60, 180, 360, 720]
const MAX_LISTED = 1000

const addMilliseconds = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

const mailingsPartition = (tenant: Id, subject: string) => listPartition(tenant, 'mailing', { subject })

export const isMailing = ({ pk }: Key) => /^T#[^#]+#mailing\?/.test(pk)

export const buildMailingItem = (mailing: Omit<Mailing, keyof Key>, now: Date): Item => ({
  ...mailing,
  pk: mailingsPartition(mailing.tenant, mailing.subject),
  sk: mailing.id,
  kind: 'delivery',
  duePk: getDuePartition('delivery', mailing.id),
  dueSk: addMilliseconds(now, USUAL_WAY_MS),
})

export const findMailing = async (db: Table, key: Key): Promise<Mailing | undefined> => await db.get<Mailing>(key)

export const findMailingOfSubject = (db: Table, tenant: Id, subject: string, id: Id): Promise<Mailing | undefined> =>
  findMailing(db, { pk: mailingsPartition(tenant, subject), sk: id })

/** Of one subject, newest first. */
export const listMailings = async (db: Table, tenant: Id, subject: string): Promise<Mailing[]> =>
  await db.query<Mailing>({
    pk: mailingsPartition(tenant, subject),
    newestFirst: true,
    limit: MAX_LISTED,
  })

/** Begins a try; undefined where another one is under way or it is over. */
export const claim = async (db: Table, { pk, sk, attempts }: Mailing, now: Date): Promise<Mailing | undefined> => {
  const { ok, item } = await db.update({
    update: { pk, sk },
    set: 'SET #attempts = #attempts + :one, #claimedUntil = :until',
    when: '#status = :queued AND #attempts = :attempts AND (attribute_not_exists(#claimedUntil) OR #claimedUntil <= :now)',
    values: {
      ':one': 1,
      ':attempts': attempts,
      ':queued': 'queued',
      ':now': now.toISOString(),
      ':until': addMilliseconds(now, CLAIM_MS),
    },
  })
  return ok ? (item as unknown as Mailing) : undefined
}

const endMailing = (
  { pk, sk }: Mailing,
  recipients: Mailing['recipients'],
  reason: string | null,
  now: Date,
): Update => ({
  update: { pk, sk },
  set: 'SET #status = :status, #recipients = :recipients, #failureReason = :reason, #endedAt = :now REMOVE #duePk, #dueSk, #claimedUntil',
  when: '#status = :queued',
  values: {
    ':queued': 'queued',
    ':status': getOutcome(recipients),
    ':recipients': recipients,
    ':reason': reason,
    ':now': now.toISOString(),
  },
})

/** The mail was taken, but for those who were refused. */
export const markSent = (mailing: Mailing, refused: readonly string[], now: Date): Update =>
  endMailing(mailing, updateAfterSending(mailing.recipients, refused), null, now)

/** The try came to nothing; the next is due after a while, unless there is none any more or none would help. */
export const recordFailedTry = (mailing: Mailing, reason: string, isHopeless: boolean, now: Date): Update => {
  const minutes = RETRY_MINUTES[mailing.attempts - 1]
  const { pk, sk, recipients } = mailing
  if (isHopeless || minutes === undefined)
    return endMailing(
      mailing,
      recipients.map((each) => ({ ...each, status: 'failed' })),
      reason,
      now,
    )
  return {
    update: { pk, sk },
    set: 'SET #failureReason = :reason, #dueSk = :next REMOVE #claimedUntil',
    when: '#status = :queued',
    values: { ':reason': reason, ':queued': 'queued', ':next': addMilliseconds(now, minutes * 60_000) },
  }
}
