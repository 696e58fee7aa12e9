import type { Role } from '../../platform/access/scopes.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import { listPartition } from '../../platform/store/entities/entity.ts'
import { findAll, findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { checkMayChange, MEMBER_MOVES } from '../member.ts'
import { type Member, members, withAccount } from '../members.ts'
import { setMembership } from '../membership.ts'
import { holdTenant } from '../tenant.ts'

interface By {
  scopes: ReadonlySet<string>
}

export const memberUri = ({ id }: Pick<Member, 'id'>) => `commerce:///iam/members/${id}`

export const isActiveOwner = ({ role, status }: Pick<Member, 'role' | 'status'>) =>
  role === 'owner' && status === 'active'

/** Active owners beside this member. */
const listOtherOwners = async (db: Table, tenant: string, { id: except }: Member): Promise<Member[]> => {
  const rows = await db.query({ pk: listPartition(tenant, members.name, { role: 'owner', status: 'active' }) })
  const ids = rows.map(({ sk }) => sk).filter((id) => id !== except)
  return await withAccount(db, (await findAll(db, members, tenant, ids)).filter(isActiveOwner))
}

const apply = async (db: Table, unit: Unit, member: Member, after: Pick<Member, 'role' | 'status'> | 'removed') => {
  const tenant = await holdTenant(db, unit)
  const stays = after !== 'removed' && isActiveOwner(after)
  if (isActiveOwner(member) && !stays && !(await listOtherOwners(db, tenant.id, member)).length)
    throw new Problem('OPERATION_NOT_ALLOWED', 'This member is the only active owner; make another one an owner first.')
  const { id, identityId } = member
  if (identityId) {
    const [role, status] = after === 'removed' ? [member.role, 'left' as const] : [after.role, after.status]
    setMembership(unit, { tenant, identity: identityId, member: id, role, status })
  }
}

export const changeRole = async (db: Table, unit: Unit, by: By, id: string, role: Role): Promise<Member> => {
  const member = await unit.load(members, id)
  checkMayChange(by, member.role, role)
  if (member.role === role) return member
  await apply(db, unit, member, { role, status: member.status })
  const data = { memberId: member.id, role, before: member.role }
  unit.emit('iam.membership.role_assigned', { subject: memberUri(member), data })
  return unit.update(members, member, { role })
}

const EVENTS = { suspend: 'iam.membership.suspended', reinstate: 'iam.membership.reinstated' } as const

export const moveMember = async (db: Table, unit: Unit, by: By, id: string, action: keyof typeof EVENTS) => {
  const member = await unit.load(members, id)
  const { role } = member
  checkMayChange(by, role)
  const status = move(MEMBER_MOVES, 'member', member.status, action)
  await apply(db, unit, member, { role, status })
  unit.emit(EVENTS[action], { subject: memberUri(member), data: { memberId: member.id, role } })
  return unit.update(members, member, { status })
}

const takeOut = async (db: Table, unit: Unit, member: Member): Promise<void> => {
  await apply(db, unit, member, 'removed')
  unit.remove(members, member)
  const { id: memberId, role, status } = member
  if (status !== 'invited')
    unit.emit('iam.membership.role_revoked', { subject: memberUri(member), data: { memberId, role } })
}

/** Takes the member out of the tenant, or the invitation back. */
export const removeMember = async (db: Table, unit: Unit, by: By, id: string): Promise<void> => {
  const member = await unit.load(members, id)
  checkMayChange(by, member.role)
  await takeOut(db, unit, member)
}

/** What any member may do, a suspended one too. */
export const leave = async (db: Table, unit: Unit, identity: Id, tenant: Id): Promise<void> => {
  unit.within(tenant)
  await takeOut(db, unit, orNotFound(await findOwner(db, members, tenant, 'identity', identity)))
}
