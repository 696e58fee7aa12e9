import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { type Queueing, queueDue } from '../runs/queue-due.ts'

export const buildSyncMessage = (tenant: Id, channelId: Id) => ({
  id: channelId,
  body: JSON.stringify({ tenant, channelId }),
})

/** Enqueues every channel that is due; channels of closed tenants are not due any more. */
export const queueSyncs = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  { log, ...queueing }: Queueing,
): Promise<void> => {
  const closed = new Map<Id, boolean>()
  const isClosed = async (tenant: Id) => {
    const known = closed.get(tenant) ?? (await findTenant(app.db, tenant))?.closedAt !== undefined
    closed.set(tenant, known)
    return known
  }
  const { queued, failed } = await queueDue(app, 'channel', {
    ...queueing,
    async buildMessage(tenant, { sk: channelId }) {
      if (await isClosed(tenant)) return undefined
      return buildSyncMessage(tenant, channelId)
    },
  })
  if (failed) log.warn('sales.sync.not_queued', { channels: failed })
  if (queued) log.info('sales.sync.queued', { channels: queued })
}
