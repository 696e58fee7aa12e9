import * as Type from 'typebox'
import { queueWorker } from '../../lib/events/worker.ts'
import { syncChannel } from '../../lib/sales/sync-channel.ts'
import { ulid } from '../../schemas/types.ts'

/** Brings one channel's orders up to date. */
export const handler = queueWorker({
  name: 'sales.on_sync',
  takes: Type.Object({ tenant: ulid(), channelId: ulid() }),
  run: (app, { given: { tenant, channelId }, log }) => syncChannel(app, tenant, channelId, log),
})
