import type { Occurred } from '../events/outbox.ts'
import { type Audience, TOPICS } from '../events/topics.ts'
import type { Id } from '../id.ts'
import { activeMembers } from '../identity/members.ts'
import { type Role, scopesOf } from '../identity/scopes.ts'
import type { Table } from '../store/table.ts'

/** Whether what happens in a module concerns the role: whoever can read it is told of it. */
export const concerns = (audience: Exclude<Audience, 'named'>, role: Role): boolean =>
  audience === 'everyone' || scopesOf(role).some((scope) => scope.startsWith(`${audience}:`) && scope.endsWith(':read'))

/** The identities to be told of an event, each once. */
export const recipientsOf = async (db: Table, { topic, tenant, data }: Occurred): Promise<Id[]> => {
  const audience: Audience = TOPICS[topic].audience
  // Who is only invited may have no account, and goes by the membership.
  if (audience === 'named') return 'identityId' in data ? [data.identityId] : 'memberId' in data ? [data.memberId] : []
  if (!tenant) return []
  const members = await activeMembers(db, tenant)
  return members.filter(({ role }) => concerns(audience, role)).map(({ identityId }) => identityId)
}
