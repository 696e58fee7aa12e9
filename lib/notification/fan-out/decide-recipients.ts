import { TOPICS } from '../../../schemas/events/topics.ts'
import { CHANNELS, type Channel } from '../../../schemas/notification/topic.ts'
import { findPhones } from '../../iam/accounts/phone.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { NOTIFICATION_SETTINGS } from '../notification-settings.ts'
import { decideChannel, type Gates } from '../preferences/decide-channel.ts'
import { findSilence } from '../preferences/do-not-disturb.ts'
import { isAllowedByPolicy } from '../preferences/matrix.ts'
import { readPolicy } from '../preferences/policy-store.ts'
import { findPreferences, NO_PREFERENCES, type Preferences } from '../preferences/preferences-store.ts'
import { chooseDigest, type DigestChoice, findWindowEnd } from '../windows/find-window-end.ts'
import type { Candidate, Recipient } from './list-recipients.ts'
import type { Decisions } from './trace-store.ts'

/** Facts that are the same for all recipients of an event. */
export interface TenantGates extends Pick<Gates, 'policy'> {
  /** IANA time zone of daily do-not-disturb windows and daily digests. */
  zone: string
  /** The window of recipients who chose none. */
  digest: DigestChoice
}

export const readTenantGates = async (db: Table, { tenant }: Pick<Occurred, 'tenant'>): Promise<TenantGates> => {
  if (!tenant) return { policy: {}, zone: 'UTC', digest: { window: 'off', hour: 0 } }
  const [{ cells: policy }, settings] = await Promise.all([
    readPolicy(db, tenant),
    getSettings({ db }, tenant, [
      GENERAL_SETTINGS.timezone,
      NOTIFICATION_SETTINGS.digestWindow,
      NOTIFICATION_SETTINGS.digestHour,
    ]),
  ])
  const digest = { window: settings['notifications.digestWindow'], hour: settings['notifications.digestHour'] }
  return { policy, zone: settings['general.timezone'], digest }
}

export interface DecidedRecipient extends Recipient {
  cursor: Id
  decisions: Decisions
  channels: readonly Channel[]
  /** The end of a window that the recipient's next message opens; undefined if nothing is gathered. */
  windowEnd: Date | undefined
}

/** Decides for each recipient which channels it gets the event by. */
export const decideRecipients = async (
  app: Pick<App, 'db' | 'config'>,
  { topic, tenant }: Occurred,
  candidates: readonly Candidate[],
  { policy, zone, digest }: TenantGates,
  now: Date,
): Promise<DecidedRecipient[]> => {
  const recipients = candidates.flatMap(({ cursor, recipient }) => (recipient ? [{ cursor, ...recipient }] : []))
  const identities = recipients.flatMap(({ id }) => (id === tenant ? [] : [id]))
  const [chosen, phones] = await Promise.all([
    tenant ? findPreferences(app.db, tenant, identities) : new Map<Id, Preferences>(),
    isAllowedByPolicy(policy, topic, 'sms') ? findPhones(app, identities) : new Map<Id, string>(),
  ])
  const readGates = async (id: Id, preferences: Preferences): Promise<Gates> => {
    const silence = await findSilence(preferences, zone, now)
    return {
      recipientKind: id === tenant ? 'tenant' : 'person',
      policy,
      preference: preferences.cells,
      silent: silence !== undefined,
      hasPhone: phones.has(id),
    }
  }
  return await Promise.all(
    recipients.map(async (recipient) => {
      const preferences = chosen.get(recipient.id) ?? NO_PREFERENCES
      const [gates, windowEnd] = await Promise.all([
        readGates(recipient.id, preferences),
        TOPICS[topic]?.canWait ? findWindowEnd(chooseDigest(digest, preferences), zone, now) : undefined,
      ])
      const decisions = Object.fromEntries(
        CHANNELS.map((channel) => [channel, decideChannel(topic, channel, gates)]),
      ) as Decisions
      return { ...recipient, decisions, channels: CHANNELS.filter((channel) => decisions[channel].send), windowEnd }
    }),
  )
}
