import type { Role } from '../../../schemas/roles.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import { listPartition } from '../../platform/store/entities/entity.ts'
import { findAll, findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { checkMayChangeOwners, isActiveOwner, MEMBER_MOVES, type Member, memberUri } from '../member.ts'
import { filterWithAccount, members } from '../member-store.ts'
import { replaceMembership } from '../membership-store.ts'
import { loadTenantForMemberChange } from '../tenant.ts'

interface Caller {
  scopes: ReadonlySet<string>
}

/** Lists the active owners except this member. */
const listOtherOwners = async (db: Table, tenant: string, { id: except }: Member): Promise<Member[]> => {
  const rows = await db.query({ pk: listPartition(tenant, members.name, { role: 'owner', status: 'active' }) })
  const ids = rows.map(({ sk }) => sk).filter((id) => id !== except)
  return await filterWithAccount(db, (await findAll(db, members, tenant, ids)).filter(isActiveOwner))
}

const applyToMembership = async (
  db: Table,
  unit: Unit,
  member: Member,
  after: Pick<Member, 'role' | 'status'> | 'removed',
) => {
  const tenant = await loadTenantForMemberChange(db, unit)
  const stays = after !== 'removed' && isActiveOwner(after)
  if (isActiveOwner(member) && !stays && !(await listOtherOwners(db, tenant.id, member)).length)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'This member is the only active owner. Make another member an owner first.',
    )
  const { id, identityId } = member
  if (identityId) {
    const [role, status] = after === 'removed' ? [member.role, 'left' as const] : [after.role, after.status]
    replaceMembership(unit, { tenant, identity: identityId, member: id, role, status })
  }
}

export const changeMemberRole = async (db: Table, unit: Unit, by: Caller, id: string, role: Role): Promise<Member> => {
  const member = await unit.load(members, id)
  checkMayChangeOwners(by, member.role, role)
  if (member.role === role) return member
  await applyToMembership(db, unit, member, { role, status: member.status })
  const data = { memberId: member.id, role, before: member.role }
  unit.emit('iam.membership.role_assigned', { subject: memberUri(member), data })
  return unit.update(members, member, { role })
}

const EVENTS = { suspend: 'iam.membership.suspended', reinstate: 'iam.membership.reinstated' } as const

export const moveMember = async (db: Table, unit: Unit, by: Caller, id: string, action: keyof typeof EVENTS) => {
  const member = await unit.load(members, id)
  const { role } = member
  checkMayChangeOwners(by, role)
  const status = move(MEMBER_MOVES, 'member', member.status, action)
  await applyToMembership(db, unit, member, { role, status })
  unit.emit(EVENTS[action], { subject: memberUri(member), data: { memberId: member.id, role } })
  return unit.update(members, member, { status })
}

/** Longer than a worker that found the member as a recipient before can still write. */
const MAILBOX_AFTER_MS = 5 * 60_000

const removeFromTenant = async (db: Table, unit: Unit, member: Member): Promise<void> => {
  await applyToMembership(db, unit, member, 'removed')
  unit.remove(members, member)
  const { id: memberId, role, status, identityId } = member
  const later = new Date(unit.now.getTime() + MAILBOX_AFTER_MS)
  if (identityId) unit.schedule('notification.mailbox.remove', { tenant: unit.tenant as Id, identityId }, later)
  if (status !== 'invited')
    unit.emit('iam.membership.role_revoked', { subject: memberUri(member), data: { memberId, role } })
}

/** Removes the member from the tenant, or withdraws the invitation. */
export const removeMember = async (db: Table, unit: Unit, by: Caller, id: string): Promise<void> => {
  const member = await unit.load(members, id)
  checkMayChangeOwners(by, member.role)
  await removeFromTenant(db, unit, member)
}

/** Removes the caller's own membership; a suspended member may leave too. */
export const leaveTenant = async (db: Table, unit: Unit, identity: Id, tenant: Id): Promise<void> => {
  unit.within(tenant)
  await removeFromTenant(db, unit, orNotFound(await findOwner(db, members, tenant, 'identity', identity)))
}
