import * as Type from 'typebox'
import { queueWorker } from '../../lib/platform/events/worker.ts'
import { workLane } from '../../lib/sales/catalog-runs/work-lane.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import { ulid } from '../../schemas/types.ts'
import { loadCatalogJob } from './catalog-jobs.ts'

const ofChannel = { tenant: ulid(), channelId: ulid() }

/** Syncs the orders of one channel, or processes one partition of a catalog run. */
export const handler = queueWorker({
  name: 'sales.on_sync',
  takes: Type.Union([
    Type.Object({ ...ofChannel, runId: ulid(), lane: Type.Integer({ minimum: 0 }) }),
    Type.Object(ofChannel),
  ]),
  async run(app, { given, log }) {
    const { tenant, channelId } = given
    if ('runId' in given)
      await workLane(app, tenant, { channelId, runId: given.runId, lane: given.lane }, log, loadCatalogJob)
    else await syncChannel(app, tenant, channelId, log)
  },
})
