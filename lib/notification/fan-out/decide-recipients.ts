import { CHANNELS, type Channel } from '../../../schemas/notification/topic.ts'
import { getSetting } from '../../configuration/get-settings.ts'
import { findPhones } from '../../iam/accounts/phone.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { decideChannel, type Gates } from '../preferences/decide-channel.ts'
import { findSilence } from '../preferences/do-not-disturb.ts'
import { isAllowedByPolicy } from '../preferences/matrix.ts'
import { readPolicy } from '../preferences/policy-store.ts'
import { findPreferences, NO_PREFERENCES, type Preferences } from '../preferences/preferences-store.ts'
import type { Candidate, Recipient } from './list-recipients.ts'
import type { Decisions } from './trace-store.ts'

/** Facts that are the same for all recipients of an event. */
export interface TenantGates extends Pick<Gates, 'policy'> {
  /** IANA time zone of daily do-not-disturb windows. */
  zone: string
}

export const readTenantGates = async (db: Table, { tenant }: Occurred): Promise<TenantGates> => {
  if (!tenant) return { policy: {}, zone: 'UTC' }
  const [{ cells: policy }, zone] = await Promise.all([
    readPolicy(db, tenant),
    getSetting({ db }, tenant, 'general.timezone'),
  ])
  return { policy, zone }
}

export interface DecidedRecipient extends Recipient {
  cursor: Id
  decisions: Decisions
  channels: readonly Channel[]
}

/** Decides for each recipient which channels it gets the event by. */
export const decideRecipients = async (
  app: Pick<App, 'db' | 'config'>,
  { topic, tenant }: Occurred,
  candidates: readonly Candidate[],
  { policy, zone }: TenantGates,
  now: Date,
): Promise<DecidedRecipient[]> => {
  const recipients = candidates.flatMap(({ cursor, recipient }) => (recipient ? [{ cursor, ...recipient }] : []))
  const identities = recipients.flatMap(({ id }) => (id === tenant ? [] : [id]))
  const [chosen, phones] = await Promise.all([
    tenant ? findPreferences(app.db, tenant, identities) : new Map<Id, Preferences>(),
    isAllowedByPolicy(policy, topic, 'sms') ? findPhones(app, identities) : new Map<Id, string>(),
  ])
  const readGates = async (id: Id): Promise<Gates> => {
    const preferences = chosen.get(id) ?? NO_PREFERENCES
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
      const gates = await readGates(recipient.id)
      const decisions = Object.fromEntries(
        CHANNELS.map((channel) => [channel, decideChannel(topic, channel, gates)]),
      ) as Decisions
      return { ...recipient, decisions, channels: CHANNELS.filter((channel) => decisions[channel].send) }
    }),
  )
}
