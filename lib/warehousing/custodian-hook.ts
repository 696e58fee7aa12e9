import type { Capability } from '../../schemas/warehousing/custodian.ts'
import type { App } from '../platform/app/app.ts'
import { createBoundedCache } from '../platform/bounded-cache.ts'
import type { Id } from '../platform/id.ts'
import type { Key } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'

// Tenant of a custodian's webhooks:   P#custodian-hook#<custodian> / TENANT      tenant

const routeKey = (custodianId: Id): Key => ({ pk: `P#custodian-hook#${custodianId}`, sk: 'TENANT' })

/** Opens the address that receives a custodian's webhooks if it has just been allowed to send some. */
export const openCustodianHook = (unit: Unit, custodianId: Id, enabled: readonly Capability[]): void => {
  if (enabled.includes('webhook_receipt'))
    unit.add({ put: { ...routeKey(custodianId), kind: 'custodian-hook', tenant: unit.tenant } })
}

/** Cached without expiry, since a custodian never moves to another tenant. */
const tenants = createBoundedCache<Id>(10_000)

export const findTenantOfCustodianHook = async ({ db }: Pick<App, 'db'>, custodianId: Id): Promise<Id | undefined> => {
  const tenant = tenants.get(custodianId) ?? (await db.get<{ tenant?: Id }>(routeKey(custodianId)))?.tenant
  if (tenant) tenants.set(custodianId, tenant)
  return tenant
}
