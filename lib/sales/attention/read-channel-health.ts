import type { ChannelHealth } from '../../../schemas/sales/channels/channel-health.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { count } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findChannel } from '../channels/channel-store.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import { pageOfRuns } from '../runs/sync-store.ts'
import { listHeld } from '../shipments/publication-store.ts'
import { webhookDeliveries } from '../webhooks/webhook-delivery-store.ts'

const MAX_FAILING = 20
const MAX_PARCELS = 100

const presentFailure = ({ type, id: syncId, completedAt, updatedAt, errorCode, errorMessage }: StoredRun) => ({
  ...{ type, syncId, errorCode, errorMessage },
  at: completedAt ?? updatedAt,
})

/** Reads which of a channel's work fails, and what waits there. */
export const readChannelHealth = async (db: Table, tenant: Id, id: string): Promise<ChannelHealth> => {
  const { id: channelId, lastSyncAt, authFailedAt } = orNotFound(await findChannel(db, tenant, id))
  const countWebhooks = (status: string) =>
    count(db, webhookDeliveries, tenant, { by: { channelId }, facets: { status } })
  const [troubles, failures, parcels, ...webhooks] = await Promise.all([
    pageOfRuns(db, tenant, { page: 1, itemsPerPage: MAX_FAILING }, { channelId, trouble: 'failed' }),
    pageOfRuns(db, tenant, { page: 1, itemsPerPage: 1 }, { channelId, status: 'failed' }),
    listHeld(db, tenant, channelId, MAX_PARCELS),
    ...['received', 'failed', 'invalid_payload'].map(countWebhooks),
  ])
  const [waiting = 0, failed = 0, invalid = 0] = webhooks
  const failing = troubles.items.map(presentFailure).reverse()
  const since = [authFailedAt, failing[0]?.at].flatMap((at) => at ?? []).sort()
  return {
    ...{ channelId, lastSuccessAt: lastSyncAt, failing, failingSince: since[0] ?? null },
    lastFailure: failures.items[0] ? presentFailure(failures.items[0]) : null,
    ...{ waitingWebhooks: waiting, failedWebhooks: failed + invalid, waitingParcels: parcels.length },
  }
}
