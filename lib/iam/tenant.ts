import { getIdTime, type Id, newId } from '../platform/id.ts'
import { notFound, orNotFound } from '../platform/problem.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { findAccount, type Identity, requireIdentity, tenantKey } from './identity-store.ts'
import { members } from './members.ts'
import { addMembership } from './membership.ts'

export interface Tenant {
  id: Id
  rev: number
  name: string
  country: string | null
  createdAt: string
  /** When its last member deleted the account; nobody can work in it any more. */
  closedAt?: string
}

/** A new tenant, owned by the identity. */
export const addTenant = (unit: Unit, identity: Identity, name: string): Id => {
  const { id, email, firstName, country } = identity
  requireIdentity(unit, identity)
  const tenant = newId(unit.now)
  unit.within(tenant)
  const stored: Tenant = { id: tenant, rev: 1, name, country, createdAt: unit.now.toISOString() }
  unit.add({ put: { ...stored, ...tenantKey(tenant), kind: 'tenant' } })
  const owner = { role: 'owner', status: 'active' } as const
  const { id: member } = unit.create(members, { identityId: id, email, firstName, ...owner, invitation: null })
  addMembership(unit, { tenant: stored, identity: id, member, ...owner })
  return tenant
}

export const findTenant = async (db: Table, tenant: Id): Promise<Tenant | undefined> =>
  (await db.get(tenantKey(tenant))) as unknown as Tenant | undefined

/** The tenants in which the identity may work, newest first. */
export const findTenantsOfIdentity = async (db: Table, identity: Id) => {
  const { tenants } = orNotFound(await findAccount(db, identity))
  return tenants
    .map(({ tenant: id, name, role }) => ({ id, name, role, createdAt: getIdTime(id).toISOString() }))
    .reverse()
}

/** A tenant in which somebody can work. */
export const openTenant = async (db: Table, id: Id): Promise<Tenant> => {
  const tenant = await findTenant(db, id)
  if (!tenant || tenant.closedAt) throw notFound()
  return tenant
}

/**
 * Lets the change through only while nothing has happened to the tenant's members since it was read. So what is read of
 * them after the tenant is what the change is decided on: of two changes at once the slower one is decided again.
 * A tenant that is closed forgets its name, which may be that of a person.
 */
export const keepMembers = (unit: Unit, { id, rev }: Tenant, closedAt?: string): void =>
  unit.add({
    update: tenantKey(id),
    set: `SET #rev = #rev + :one${closedAt ? ', #closedAt = :closedAt, #name = :closed' : ''}`,
    when: '#rev = :rev',
    values: { ':one': 1, ':rev': rev, ...(closedAt && { ':closedAt': closedAt, ':closed': 'Closed' }) },
  })

/** The unit's tenant, for changing its members. */
export const holdTenant = async (db: Table, unit: Unit): Promise<Tenant> => {
  const tenant = await openTenant(db, unit.tenant)
  keepMembers(unit, tenant)
  return tenant
}
