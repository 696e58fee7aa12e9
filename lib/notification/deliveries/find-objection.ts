import type { Member } from '../../iam/member.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { decideChannel } from '../preferences/decide-channel.ts'
import { findSilence } from '../preferences/do-not-disturb.ts'
import { readPolicy } from '../preferences/policy-store.ts'
import { findPreferences, NO_PREFERENCES, type Preferences } from '../preferences/preferences-store.ts'
import type { Delivery } from './delivery-store.ts'

/** Tells whether do-not-disturb is active. The time zone is read only for those who have a daily window. */
const isSilent = async (db: Table, tenant: Id, preferences: Preferences, now: Date): Promise<boolean> => {
  const zone = preferences.start === null ? 'UTC' : await getSetting({ db }, tenant, GENERAL_SETTINGS.timezone)
  return (await findSilence(preferences, zone, now)) !== undefined
}

/**
 * Returns the reason that has arisen since the recipients were found for which a delivery is no longer wanted: the recipient
 * left the tenant or was suspended, the policy or a preference disables the channel, or do-not-disturb has begun. `reading`
 * is the member that the delivery requires.
 */
export const findObjection = async (
  db: Table,
  delivery: Delivery,
  reading: Promise<Member | undefined> | undefined,
  now: Date,
): Promise<string | undefined> => {
  const { tenant, member, recipient, channel } = delivery
  if (!tenant) return undefined
  const isPerson = recipient !== tenant
  const [found, preferences, policy] = await Promise.all([
    reading,
    isPerson ? findPreferences(db, tenant, [recipient]) : undefined,
    readPolicy(db, tenant),
  ])
  if (member !== null) {
    // The identity may have left and joined again as another member.
    if (found?.status !== 'active' || found.identityId !== recipient) return 'no longer a member'
  }
  const own = preferences?.get(recipient) ?? NO_PREFERENCES
  const decision = decideChannel(delivery.topic, channel, {
    recipientKind: isPerson ? 'person' : 'tenant',
    policy: policy.cells,
    preference: own.cells,
    silent: await isSilent(db, tenant, own, now),
    hasPhone: true,
  })
  return decision.send ? undefined : decision.because
}
