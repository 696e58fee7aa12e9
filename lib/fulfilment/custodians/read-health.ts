import type { CustodianHealth } from '../../../schemas/warehousing/custodian-health.ts'
import { readCustodianHealth } from '../../custodians/custodian-health.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { count } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { custodianWebhooks } from '../news/custodian-webhook-store.ts'
import { findCustodianPoll } from '../news/polled-order-store.ts'
import { countOpenOrders, scanOpenOrders } from '../orders/fulfilment-order-store.ts'

/** Reads whether a custodian's system works, and what waits there. */
export const readHealth = async (db: Table, tenant: Id, custodianId: string, now: Date): Promise<CustodianHealth> => {
  const { id } = orNotFound(await readCustodian(db, tenant, custodianId))
  const countWebhooks = (status: string) =>
    count(db, custodianWebhooks, tenant, { by: { custodianId: id }, facets: { status } })
  const [health, poll, openOrders, { items }, ...webhooks] = await Promise.all([
    readCustodianHealth(db, tenant, id),
    findCustodianPoll(db, tenant, id),
    countOpenOrders(db, tenant, id),
    scanOpenOrders(db, tenant, id, null, 1),
    ...['received', 'failed', 'invalid_payload'].map(countWebhooks),
  ])
  const [waiting = 0, failed = 0, invalid = 0] = webhooks
  const { lastSuccessAt = null, lastFailure = null, failingSince = null } = health
  const blockedUntil = poll?.blockedUntil ?? ''
  return {
    ...{ id, lastSuccessAt, lastFailure, failingSince, openOrders },
    retryAt: blockedUntil > now.toISOString() ? blockedUntil : null,
    oldestOrderAt: items[0]?.createdAt ?? null,
    ...{ waitingWebhooks: waiting, failedWebhooks: failed + invalid },
  }
}
