import { getIdTime, type Id, newId } from '../platform/id.ts'
import { notFound, orNotFound } from '../platform/problem.ts'
import { describeFieldChange } from '../platform/store/audit/field-changes.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { findAccount, type Identity, requireIdentity, tenantKey } from './identity-store.ts'
import { members } from './member-store.ts'
import { addMembership } from './membership-store.ts'

export interface Tenant {
  id: Id
  rev: number
  name: string
  country: string | null
  createdAt: string
  /** Set once its only member deleted the account; the tenant cannot be used any more. */
  closedAt?: string
}

/** Adds a tenant that the identity owns. */
export const addTenant = (unit: Unit, identity: Identity, name: string): Id => {
  const { id, email, firstName, country } = identity
  requireIdentity(unit, identity)
  const tenant = newId(unit.now)
  unit.within(tenant)
  const stored: Tenant = { id: tenant, rev: 1, name, country, createdAt: unit.now.toISOString() }
  unit.add({ put: { ...stored, ...tenantKey(tenant), kind: 'tenant' } })
  unit.audit.add(
    { tenant, actor: id, actorType: 'person' },
    {
      action: 'create',
      type: 'tenant',
      resource: tenant,
      changes: [describeFieldChange('country', undefined, country)],
      personal: [describeFieldChange('name', undefined, name)],
    },
  )
  const owner = { role: 'owner', status: 'active' } as const
  const { id: member } = unit.create(members, { identityId: id, email, firstName, ...owner, invitation: null })
  addMembership(unit, { tenant: stored, identity: id, member, ...owner })
  return tenant
}

export const findTenant = async (db: Table, tenant: Id): Promise<Tenant | undefined> =>
  await db.get<Tenant>(tenantKey(tenant))

/** Lists the tenants of which the identity is an active member, newest first. */
export const findTenantsOfIdentity = async (db: Table, identity: Id) => {
  const { tenants } = orNotFound(await findAccount(db, identity))
  return tenants
    .map(({ tenant: id, name, role }) => ({ id, name, role, createdAt: getIdTime(id).toISOString() }))
    .reverse()
}

/** Throws `NOT_FOUND` if the tenant does not exist or was closed. */
export const requireOpenTenant = async (db: Table, id: Id): Promise<Tenant> => {
  const tenant = await findTenant(db, id)
  if (!tenant || tenant.closedAt) throw notFound()
  return tenant
}

/**
 * Counts a change of the tenant's members; the unit is stale if they have changed since the tenant was read. So whatever
 * is read of the members after the tenant is current when the unit commits: of two concurrent changes one runs again.
 * Closing the tenant removes its name, which may be a person's.
 */
export const recordMemberChange = (unit: Unit, { id, rev }: Tenant, closedAt?: string): void => {
  if (closedAt) unit.audit.add({ tenant: id }, { action: 'delete', type: 'tenant', resource: id, changes: [] })
  unit.add({
    update: tenantKey(id),
    set: `SET #rev = #rev + :one${closedAt ? ', #closedAt = :closedAt, #name = :closed' : ''}`,
    when: '#rev = :rev',
    values: { ':one': 1, ':rev': rev, ...(closedAt && { ':closedAt': closedAt, ':closed': 'Closed' }) },
  })
}

/** Reads the unit's tenant before a change of its members. */
export const loadTenantForMemberChange = async (db: Table, unit: Unit): Promise<Tenant> => {
  const tenant = await requireOpenTenant(db, unit.tenant)
  recordMemberChange(unit, tenant)
  return tenant
}
