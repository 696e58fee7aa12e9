import { TOPICS } from '../../../schemas/events/topics.ts'
import type { NotSentBecause } from '../../../schemas/notification/preferences.ts'
import { findPhones } from '../../iam/accounts/phone.ts'
import { findMembersByIdentity } from '../../iam/list-members.ts'
import type { App } from '../../platform/app/app.ts'
import { reschedule } from '../../platform/store/table/due.ts'
import type { Action, Key, Table } from '../../platform/store/table/table.ts'
import { readTenantGates, type TenantGates } from '../fan-out/decide-recipients.ts'
import { isInAudience } from '../fan-out/list-recipients.ts'
import { decideChannel } from '../preferences/decide-channel.ts'
import { findSilence } from '../preferences/do-not-disturb.ts'
import { findPreferences, NO_PREFERENCES, type Preferences } from '../preferences/preferences-store.ts'
import { listWatches } from '../watches/watch-store.ts'
import { chooseDigest, findWindowEnd } from '../windows/find-window-end.ts'
import { decideEnd, openWindow } from '../windows/window.ts'
import { findWindow, putWindow, type StoredWindow } from '../windows/window-store.ts'
import { buildDigestItem } from './build-digest-item.ts'

type Using = Pick<App, 'db' | 'config'> & {
  /** Table for reads that windows which end together share. */
  shared: Table
}

/** A member that left, lost its role, or no longer watches the topic, gets nothing of it any more. */
const isStillRecipient = async (db: Table, { tenant, identity, member, topic }: StoredWindow): Promise<boolean> => {
  const [found] = await findMembersByIdentity(db, tenant, [identity])
  if (found?.id !== member || found.status !== 'active') return false
  if (isInAudience(TOPICS[topic].audience, found.role)) return true
  return (await listWatches(db, { tenant, identity })).some((watch) => watch.topic === topic)
}

const findRefusal = async (
  { db, config }: Using,
  window: StoredWindow,
  { policy }: TenantGates,
  preferences: Preferences,
): Promise<NotSentBecause | undefined> => {
  const { tenant, identity, topic, channel } = window
  const isPerson = identity !== tenant
  const [isRecipient, phones] = await Promise.all([
    !isPerson || isStillRecipient(db, window),
    channel === 'sms' ? findPhones({ db, config }, [identity]) : undefined,
  ])
  if (!isRecipient) return 'no_longer_recipient'
  const decision = decideChannel(topic, channel, {
    recipientKind: isPerson ? 'person' : 'tenant',
    policy,
    preference: preferences.cells,
    silent: false,
    hasPhone: phones?.has(identity) ?? false,
  })
  return decision.send ? undefined : decision.because
}

/**
 * A digest is a message too, so it opens the next window. A window that was dropped, or that the recipient no longer wants, is
 * replaced by one that has ended.
 */
const replaceBySuccessor = async (
  window: StoredWindow,
  isDropped: boolean,
  gates: TenantGates,
  preferences: Preferences,
  now: Date,
): Promise<Action> => {
  const end = isDropped ? undefined : await findWindowEnd(chooseDigest(gates.digest, preferences), gates.zone, now)
  return putWindow(window, openWindow(window, { member: window.member, now, end: end ?? now }), window)
}

export type Ended = 'sent' | 'dropped' | 'postponed' | 'left'

/** Ends the window as it was read. Returns undefined if it has changed since. */
const tryToEnd = async (using: Using, window: StoredWindow, now: Date): Promise<Ended | undefined> => {
  const { db, shared } = using
  const { tenant, identity } = window
  const [gates, chosen] = await Promise.all([
    readTenantGates(shared, { tenant }),
    findPreferences(db, tenant, [identity]),
  ])
  const preferences = chosen.get(identity) ?? NO_PREFERENCES
  const [refusal, silence] = await Promise.all([
    findRefusal(using, window, gates, preferences),
    findSilence(preferences, gates.zone, now),
  ])
  const end = decideEnd(window, { now, refusal, silence })
  if (end.do === 'wait') return 'left'
  if (end.do === 'postpone') return (await reschedule(db, window, end.to)) && 'postponed'
  const isDropped = end.do === 'drop'
  const { committed } = await db.transact([
    await replaceBySuccessor(window, isDropped, gates, preferences, now),
    { put: buildDigestItem(window, now, isDropped ? end.because : undefined), when: 'attribute_not_exists(pk)' },
  ])
  return committed ? (isDropped ? 'dropped' : 'sent') : undefined
}

const MAX_TRIES = 10

/**
 * Ends a window that is due: the digest becomes a delivery in the transaction that closes the window, so that each gathered
 * event is in one digest. Events that join meanwhile are in it, or in the next one.
 */
export const endWindow = async (using: Using, key: Key, now: Date): Promise<Ended> => {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const window = await findWindow(using.db, key)
    if (!window?.dueSk || window.dueSk > now.toISOString()) return 'left'
    const ended = await tryToEnd(using, window, now)
    if (ended) return ended
  }
  throw new Error('the window keeps changing')
}
