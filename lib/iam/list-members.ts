import type { Id } from '../platform/id.ts'
import { fromItem, partition } from '../platform/store/entities/entity.ts'
import { find, findAll, findOwnersOfValues } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Member } from './member.ts'
import { members } from './member-store.ts'

/** Lists members of any status after this id, in the order of their ids. */
export const listMembers = async (db: Table, tenant: Id, after: Id | null, limit: number): Promise<Member[]> => {
  const pk = partition(tenant, members.name)
  const items = await db.query({ pk, limit, ...(after !== null && { from: `${after}!` }) })
  return items.map((item) => fromItem<Member>(item))
}

/** Finds the members of any status that belong to these identities. */
export const findMembersByIdentity = async (db: Table, tenant: Id, identities: readonly Id[]): Promise<Member[]> => {
  const owners = await findOwnersOfValues(db, members, tenant, 'identity', identities)
  return await findAll(db, members, tenant, [...owners.values()])
}

/** Finds a member of any status. */
export const findMember = (db: Table, tenant: Id, id: Id) => find(db, members, tenant, id)
