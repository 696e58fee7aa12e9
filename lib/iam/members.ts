import { hashEmail } from '../platform/access/email.ts'
import type { Role } from '../platform/access/scopes.ts'
import type { Id } from '../platform/id.ts'
import { entity, fromItem, partition, type Stored } from '../platform/store/entities/entity.ts'
import type { Table } from '../platform/store/table/table.ts'
import { identityKey } from './identity-store.ts'
import type { MemberState } from './member.ts'

// Members:  T#<tenant>#member / <member>   the tenant's view of a membership

export interface Member extends Stored {
  /** Null until the invitation is accepted. */
  identityId: Id | null
  email: string
  firstName: string | null
  role: Role
  status: MemberState
  /** What the invitation that was mailed last can be told by. */
  invitation: { hash: string; expiresAt: number } | null
}

export const members = entity<Member>({
  name: 'member',
  shape: 2,
  lists: [{ facets: ['role', 'status'] }],
  unique: ({ identityId, email }) => ({ identity: identityId, email: hashEmail(email) }),
})

/** All members of the tenant who have an account. */
export const listJoinedMembers = async (db: Table, tenant: Id): Promise<(Member & { identityId: Id })[]> => {
  const items = await db.query({ pk: partition(tenant, members.name) })
  return items
    .map((item) => fromItem<Member & { identityId: Id }>(item))
    .filter(({ identityId }) => identityId !== null)
}

/** Those whose account is there: a membership may stand for a moment longer. */
export const withAccount = async <T extends Pick<Member, 'identityId'>>(
  db: Table,
  some: readonly T[],
): Promise<T[]> => {
  const identities = await db.batchGet(some.flatMap(({ identityId }) => (identityId ? [identityKey(identityId)] : [])))
  const standing = new Set(identities.filter(({ deletedAt }) => !deletedAt).map(({ id }) => id))
  return some.filter(({ identityId }) => standing.has(identityId))
}
