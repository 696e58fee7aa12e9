import type { PartitionJob } from '../catalog-runs/partition-job.ts'
import { createPushJob } from './create-push-job.ts'
import { type PushCursor, planPush } from './plan-push.ts'
import { pushVariants, type SentVariant } from './push-variants.ts'
import { recordPushResults } from './record-push-results.ts'

/** Publishes the variants that drifted to the channel's shop, or all that it shows by force. */
export const publishCatalog: PartitionJob<PushCursor> = createPushJob<SentVariant>({
  plan: (work) => planPush(work, { states: work.run.force ? [null] : ['drifted', 'never_pushed'] }),
  async send({ app, tenant, channel, run, openShop }, ids) {
    const force = run.force ?? false
    // A retry repeats what failed, whatever it was, and overwrites nothing that the first attempt left alone.
    const overwrites = force && run.retryOf === undefined
    return await pushVariants(app, { tenant, channel, shop: await openShop(), ids, force, overwrites })
  },
  record: ({ app, channel }, unit, results) => recordPushResults(app.db, unit, channel.id, results),
})
