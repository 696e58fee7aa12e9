import type { Id } from '../id.ts'
import { entity, fromItem, partition, type Stored } from '../store/entity.ts'
import type { Table } from '../store/table.ts'
import type { Role } from './scopes.ts'

// Members:  T#<tenant>#member / <identity>   the tenant's view of a membership

export interface Member extends Stored {
  role: Role
  status: 'active' | 'invited' | 'suspended'
  email: string
  firstName: string
}

export const members = entity<Member>({
  name: 'member',
  shape: 1,
  lists: [{ facets: ['role', 'status'] }],
})

/** Everybody who works in the tenant now. */
export const activeMembers = async (db: Table, tenant: Id): Promise<{ identityId: Id; role: Role }[]> => {
  const items = await db.query({ pk: partition(tenant, members.name) })
  return items
    .map((item) => fromItem<Member>(item))
    .filter(({ status }) => status === 'active')
    .map(({ id, role }) => ({ identityId: id, role }))
}
