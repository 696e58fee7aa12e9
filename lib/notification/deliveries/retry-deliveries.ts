import { PLATFORM } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { type Delivery, markDueAgain } from './delivery-store.ts'

type Failed = Delivery & { reason: string; endedAt: string }

/** Returns a tenant's failed deliveries, oldest first, or those of no tenant if it is null. */
export const listFailedDeliveries = async (db: Table, tenant: Id | null): Promise<Failed[]> => {
  const items = await db.query<Failed>({ pk: partition(tenant ?? PLATFORM, 'delivery') })
  return items.filter(({ status }) => status === 'failed')
}

/** Makes failed deliveries due again, with all their tries, and returns their number. */
export const retryDeliveries = async (db: Table, failed: readonly Delivery[], now: Date): Promise<number> => {
  let retried = 0
  for (const delivery of failed) if ((await db.update(markDueAgain(delivery, now))).ok) retried++
  return retried
}
