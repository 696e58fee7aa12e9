import type { Member } from '../../iam/member.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { decideChannel } from '../preferences/decide-channel.ts'
import { readPolicy } from '../preferences/policy-store.ts'
import { findPreferences, NO_PREFERENCES } from '../preferences/preferences-store.ts'
import type { Delivery } from './delivery-store.ts'

/**
 * Returns the reason that has arisen since the recipients were found for which a delivery is no longer wanted: the recipient
 * left the tenant or was suspended, or the policy or a preference disables the channel. Do-not-disturb is not checked again,
 * since it holds messages back only while it is active. `reading` is the member that the delivery requires.
 */
export const findObjection = async (
  db: Table,
  delivery: Delivery,
  reading: Promise<Member | undefined> | undefined,
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
  const decision = decideChannel(delivery.topic, channel, {
    recipientKind: isPerson ? 'person' : 'tenant',
    policy: policy.cells,
    preference: (preferences?.get(recipient) ?? NO_PREFERENCES).cells,
    silent: false,
    hasPhone: true,
  })
  return decision.send ? undefined : decision.because
}
