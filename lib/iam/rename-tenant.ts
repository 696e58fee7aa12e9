import type { App } from '../platform/app/app.ts'
import type { TaskData } from '../platform/events/outbox/task.ts'
import type { SignedIn } from '../platform/http/call.ts'
import type { Id } from '../platform/id.ts'
import { notFound, orNotFound } from '../platform/problem.ts'
import { describeFieldChange } from '../platform/store/audit/field-changes.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { membershipKey, tenantKey } from './identity-store.ts'
import { listJoinedMembers } from './member-store.ts'
import { findTenant, findTenantsOfIdentity, requireOpenTenant } from './tenant.ts'

const CONCURRENT = 10

const buildRename = (identity: Id, tenant: Id, name: string) => ({
  update: membershipKey(identity, tenant),
  set: 'SET #name = :name',
  when: 'attribute_exists(pk)',
  values: { ':name': name },
})

/** Renames the caller's selected tenant; the copies of the other members follow in a task. */
export const renameTenant = async (
  db: Table,
  unit: Unit,
  { identity, tenant: selected }: Pick<SignedIn, 'identity' | 'tenant'>,
  id: Id,
  name: string,
) => {
  if (id !== selected) throw notFound()
  const tenant = await requireOpenTenant(db, id)
  const own = orNotFound((await findTenantsOfIdentity(db, identity)).find((each) => each.id === id))
  if (tenant.name === name && own.name === name) return own
  // Whoever joins meanwhile is added again, with the new name, since the revision has changed.
  unit.add({
    update: tenantKey(id),
    set: 'SET #name = :name, #rev = #rev + :one',
    when: '#rev = :rev',
    values: { ':name': name, ':one': 1, ':rev': tenant.rev },
  })
  unit.add(buildRename(identity, id, name))
  unit.audit.add(
    { tenant: id },
    { action: 'update', type: 'tenant', resource: id, changes: [describeFieldChange('name', tenant.name, name)] },
  )
  unit.schedule('iam.tenant.rename', { tenant: id })
  return { ...own, name }
}

/**
 * Writes the tenant's name into the memberships of all members. Each write requires that it is still the name, so that two
 * renames end with the later one, in whichever order their tasks run.
 */
export const renameMemberships = async (
  { db }: Pick<App, 'db'>,
  { tenant: id }: TaskData['iam.tenant.rename'],
): Promise<void> => {
  const tenant = await findTenant(db, id)
  if (!tenant || tenant.closedAt) return
  const { name } = tenant
  const check = { check: tenantKey(id), when: '#name = :name', values: { ':name': name } }
  const joined = await listJoinedMembers(db, id)
  for (let start = 0; start < joined.length; start += CONCURRENT)
    await Promise.all(
      joined
        .slice(start, start + CONCURRENT)
        .map(({ identityId }) => db.transact([check, buildRename(identityId, id, name)])),
    )
}
