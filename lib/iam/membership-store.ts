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

/** What the identity knows of its membership. Returns the version that tokens of it carry. */
export const addMembership = (unit: Unit, { tenant, identity, member, role, status }: NewMembership): string => {
  const version = unit.newId()
  const membership: Membership = { tenant: tenant.id, name: tenant.name, member, role, status, version }
  unit.add({ put: { ...membership, ...membershipKey(identity, tenant.id), kind: 'membership' } })
  return version
}

/**
 * Changes what the identity knows of its membership. From then on the gate refuses its tokens of before in this tenant,
 * so that they are refreshed and say what the membership is now.
 */
export const replaceMembership = (unit: Unit, joined: NewMembership): void => {
  const version = addMembership(unit, joined)
  unit.add(buildMembershipRevocation(joined.identity, joined.tenant.id, version, unit.now))
}
