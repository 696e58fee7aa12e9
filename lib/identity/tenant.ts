import { type Id, newId } from '../id.ts'
import type { Unit } from '../store/unit.ts'
import { type Identity, membershipKey, tenantKey } from './identity-store.ts'
import { members } from './members.ts'

/** A new tenant, owned by the identity. */
export const addTenant = (unit: Unit, { id, email, firstName, country }: Identity, name: string): Id => {
  const tenant = newId(unit.now)
  unit.within(tenant)
  const at = unit.now.toISOString()
  unit.add({ put: { ...tenantKey(tenant), kind: 'tenant', id: tenant, name, country, createdAt: at } }, 'stale')
  unit.add(
    { put: { ...membershipKey(id, tenant), kind: 'membership', tenant, name, role: 'owner', status: 'active' } },
    'stale',
  )
  unit.create(members, { id, role: 'owner', status: 'active', email, firstName })
  return tenant
}
