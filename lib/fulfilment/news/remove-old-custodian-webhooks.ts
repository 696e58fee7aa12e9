import type { Id } from '../../platform/id.ts'
import { removeOld } from '../../platform/store/remove-old.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { custodianWebhooks } from './custodian-webhook-store.ts'

/** Removes a tenant's webhook deliveries of custodians that are older than a time. */
export const removeOldCustodianWebhooks = (
  db: Table,
  tenant: Id,
  given: { before: Date; now: Date; hasTime: () => boolean },
) => removeOld(db, custodianWebhooks, tenant, { ...given, isOver: () => true })
