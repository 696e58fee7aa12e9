import type { Role } from '../../../schemas/roles.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, notFound, orInvalid, orNotFound, Problem } from '../../platform/problem.ts'
import { find, findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { checkMayChangeOwners, isActiveOwner, type Member, memberUri } from '../member.ts'
import { filterWithAccount, members } from '../member-store.ts'
import { replaceMembership } from '../membership-store.ts'
import { loadTenantForMemberChange, type Tenant } from '../tenant.ts'

const setRole = (unit: Unit, tenant: Tenant, member: Member, role: Role): void => {
  if (member.role === role) return
  const { id, identityId, status } = member
  if (identityId) replaceMembership(unit, { tenant, identity: identityId, member: id, role, status })
  unit.emit('iam.membership.role_assigned', {
    subject: memberUri(member),
    data: { memberId: id, role, before: member.role },
  })
  unit.update(members, member, { role })
}

/**
 * Makes another active member an owner and the caller an administrator, both or neither. The tenant is read first, so that
 * of two concurrent changes of its members one runs again, and it always has an owner.
 */
export const transferOwnership = async (
  db: Table,
  unit: Unit,
  caller: Pick<SignedIn, 'identity' | 'tenant' | 'scopes'>,
  id: Id,
  memberId: Id,
): Promise<void> => {
  if (id !== caller.tenant) throw notFound()
  checkMayChangeOwners(caller, 'owner')
  const tenant = await loadTenantForMemberChange(db, unit)
  const [own, named] = await Promise.all([
    findOwner(db, members, tenant.id, 'identity', caller.identity),
    find(db, members, tenant.id, memberId),
  ])
  const giver = orNotFound(own)
  const taker = orInvalid(named, 'memberId', 'member')
  if (!isActiveOwner(giver)) throw new Problem('OPERATION_NOT_ALLOWED', 'You are no longer an owner of this tenant.')
  if (taker.id === giver.id) throw invalid({ propertyPath: 'memberId', message: 'must be another member' })
  if (taker.status !== 'active' || !(await filterWithAccount(db, [taker])).length)
    throw invalid({ propertyPath: 'memberId', message: 'must be an active member' })
  setRole(unit, tenant, giver, 'admin')
  setRole(unit, tenant, taker, 'owner')
}
