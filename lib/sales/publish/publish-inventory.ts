import type { PartitionJob } from '../catalog-runs/partition-job.ts'
import { type PushCursor, planPart } from './plan-push.ts'
import { pushLevels, recordLevelResults, type SentLevel } from './push-levels.ts'
import { createPushJob } from './push-part.ts'

/** Publishes the quantities that may be sold to the channel's shop. */
export const publishInventory: PartitionJob<PushCursor> = createPushJob<SentLevel>({
  plan: (work) => planPart(work, { states: [null], fits: ({ externalVariantId }) => externalVariantId !== null }),
  async send({ app, tenant, channel, run, openShop }, ids) {
    return await pushLevels(app, { tenant, channel, shop: await openShop(), ids, force: run.force ?? false })
  },
  record: ({ app }, unit, results) => recordLevelResults(app.db, unit, results),
})
