import type { Role } from '../../schemas/roles.ts'
import { buildMembershipRevocation } from '../platform/access/revocation.ts'
import type { Id } from '../platform/id.ts'
import type { Unit } from '../platform/store/unit.ts'
import { type Membership, membershipKey } from './identity-store.ts'

interface NewMembership {
  tenant: { id: Id; name: string }
  identity: Id
  member: Id
  role: Role
  status: Membership['status']
}

/** Writes the identity's copy of its membership. Returns the version that its access tokens carry. */
export const addMembership = (unit: Unit, { tenant, identity, member, role, status }: NewMembership): string => {
  const version = unit.newId()
  const membership: Membership = { tenant: tenant.id, name: tenant.name, member, role, status, version }
  unit.add({ put: { ...membership, ...membershipKey(identity, tenant.id), kind: 'membership' } })
  return version
}

/** Replaces the identity's copy and revokes its access tokens for this tenant, so that clients refresh them. */
export const replaceMembership = (unit: Unit, membership: NewMembership): void => {
  const version = addMembership(unit, membership)
  unit.add(buildMembershipRevocation(membership.identity, membership.tenant.id, version, unit.now))
}
