import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { claim, LEASE, requireHeldBy } from '../../platform/store/table/lease.ts'
import type { Key } from '../../platform/store/table/table.ts'

// Lease of a fulfilment order's calls:  T#<tenant>#fulfilment-dispatch / <fulfilment order>

/** Longer than any call to a custodian lasts, so that no call of a dead worker is still under way. */
const LEASE_MS = 120_000

/** Time after which a task that found the lease taken tries again. */
export const AFTER_LEASE_MS = LEASE_MS + 5000

const leaseKey = (tenant: Id, orderId: Id): Key => ({ pk: partition(tenant, 'fulfilment-dispatch'), sk: orderId })

/**
 * Runs `work` while no other worker calls the custodian about this order; returns false if one does. Asking first whether
 * the custodian knows the order is reliable only then. If `work` returns `unclear`, a request without an answer may still be
 * under way, so the lease is kept until it ends by itself.
 */
export const runUnderDispatchLease = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  orderId: Id,
  work: () => Promise<'unclear' | undefined>,
): Promise<boolean> => {
  const key = leaseKey(tenant, orderId)
  const by = randomUUID()
  const now = clock()
  const kind = { set: '#kind = :kind', values: { ':kind': 'fulfilment-dispatch' } }
  if (!(await claim(db, LEASE, key, { by, now, until: new Date(now.getTime() + LEASE_MS) }, kind))) return false
  if ((await work()) === 'unclear') return true
  await db.transact([{ delete: key, ...requireHeldBy(LEASE, by) }])
  return true
}
