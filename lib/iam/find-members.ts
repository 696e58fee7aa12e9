import type { Id } from '../platform/id.ts'
import { fromItem, itemKey, partition } from '../platform/store/entities/entity.ts'
import { findAll, findOwnersOfValues } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { type Member, members } from './members.ts'

/** The next members in the order of their ids, of whatever status. */
export const listMembersAfter = async (db: Table, tenant: Id, after: Id | null, limit: number): Promise<Member[]> => {
  const pk = partition(tenant, members.name)
  const items = await db.query({ pk, limit, ...(after !== null && { from: `${after}!` }) })
  return items.map((item) => fromItem<Member>(item))
}

/** The members that these identities are, of whatever status. */
export const findMembersOfIdentities = async (db: Table, tenant: Id, identities: readonly Id[]): Promise<Member[]> => {
  const owners = await findOwnersOfValues(db, members, tenant, 'identity', identities)
  return await findAll(db, members, tenant, [...owners.values()])
}

/** Whether this member, and no other with the same identity, works in the tenant now. */
export const isStillMember = async (db: Table, tenant: Id, member: Id, identity: Id): Promise<boolean> => {
  const item = await db.get(itemKey(tenant, members, member))
  return item?.status === 'active' && item.identityId === identity
}
