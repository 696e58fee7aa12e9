import type { PartitionJob } from '../catalog-runs/partition-job.ts'
import { createPushJob } from './create-push-job.ts'
import { type PushCursor, planPush } from './plan-push.ts'
import { pushLevels, recordLevelResults, type SentLevel } from './push-levels.ts'

/** Publishes the quantities that may be sold to the channel's shop. */
export const publishInventory: PartitionJob<PushCursor> = createPushJob<SentLevel>({
  plan: (work) =>
    planPush(work, {
      states: [null],
      fits: ({ externalVariantId }) => externalVariantId !== null,
      includesLeft: true,
    }),
  async send({ app, tenant, channel, run, openShop }, ids) {
    // A run for named variants follows changes of their stock, unless they were named to be compared with the shop.
    const checksAll = run.only === undefined || run.comparesAll === true
    return await pushLevels(app, { tenant, channel, shop: await openShop(), ids, force: run.force ?? false, checksAll })
  },
  record: ({ app }, unit, results) => recordLevelResults(app.db, unit, results),
})
