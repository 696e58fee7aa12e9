import { renewMembershipAtGate } from '../platform/access/gate.ts'
import type { Role } from '../platform/access/scopes.ts'
import type { Id } from '../platform/id.ts'
import type { Unit } from '../platform/store/unit.ts'
import { type Membership, membershipKey } from './identity-store.ts'

interface Joined {
  tenant: { id: Id; name: string }
  identity: Id
  member: Id
  role: Role
  status: Membership['status']
}

/** What the identity knows of its membership. Returns the version that tokens of it carry. */
export const addMembership = (unit: Unit, { tenant, identity, member, role, status }: Joined): string => {
  const version = unit.newId()
  const membership: Membership = { tenant: tenant.id, name: tenant.name, member, role, status, version }
  unit.add({ put: { ...membership, ...membershipKey(identity, tenant.id), kind: 'membership' } })
  return version
}

/**
 * Changes what the identity knows of its membership. From then on the gate refuses its tokens of before in this tenant,
 * so that they are refreshed and say what the membership is now.
 */
export const setMembership = (unit: Unit, joined: Joined): void => {
  const version = addMembership(unit, joined)
  unit.add(renewMembershipAtGate(joined.identity, joined.tenant.id, version, unit.now))
}
