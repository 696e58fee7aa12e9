import { hashEmail } from '../platform/access/email.ts'
import type { Id } from '../platform/id.ts'
import { entity, fromItem, partition } from '../platform/store/entities/entity.ts'
import type { Table } from '../platform/store/table/table.ts'
import { identityKey } from './identity-store.ts'
import type { Member } from './member.ts'

// Members:  T#<tenant>#member / <member>   the tenant's copy of a membership

export const members = entity<Member>({
  name: 'member',
  shape: 2,
  audit: { personal: ['email', 'firstName'], hidden: ['invitation'] },
  lists: [{ facets: ['role', 'status'] }],
  unique: ({ identityId, email }) => ({ identity: identityId, email: hashEmail(email) }),
})

/** Lists all members who have accepted their invitation. */
export const listJoinedMembers = async (db: Table, tenant: Id): Promise<(Member & { identityId: Id })[]> => {
  const items = await db.query({ pk: partition(tenant, members.name) })
  return items
    .map((item) => fromItem<Member & { identityId: Id }>(item))
    .filter(({ identityId }) => identityId !== null)
}

/** Keeps the members whose account exists: a membership outlives its deleted account for a moment. */
export const filterWithAccount = async <T extends Pick<Member, 'identityId'>>(
  db: Table,
  some: readonly T[],
): Promise<T[]> => {
  const identities = await db.batchGet(some.flatMap(({ identityId }) => (identityId ? [identityKey(identityId)] : [])))
  const existing = new Set(identities.filter(({ deletedAt }) => !deletedAt).map(({ id }) => id))
  return some.filter(({ identityId }) => existing.has(identityId))
}
