import * as Type from 'typebox'
import { queueWorker } from '../../lib/platform/events/worker.ts'
import { runPartition } from '../../lib/sales/catalog-runs/run-partition.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import { ulid } from '../../schemas/types.ts'
import { loadCatalogJob } from './catalog-jobs.ts'

const ofChannel = { tenant: ulid(), channelId: ulid() }

/** Imports one channel's orders, or works on one partition of a catalog run; messages call its index `lane`. */
export const handler = queueWorker({
  name: 'sales.on_sync',
  takes: Type.Union([
    Type.Object({ ...ofChannel, runId: ulid(), lane: Type.Integer({ minimum: 0 }) }),
    Type.Object(ofChannel),
  ]),
  async run(app, { given, log }) {
    const { tenant, channelId } = given
    if ('runId' in given)
      await runPartition(app, tenant, { channelId, runId: given.runId, index: given.lane }, log, loadCatalogJob)
    else await syncChannel(app, tenant, channelId, log)
  },
})
