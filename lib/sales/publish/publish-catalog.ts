import type { PartitionJob } from '../catalog-runs/partition-job.ts'
import { type PushCursor, planPart } from './plan-push.ts'
import { createPushJob } from './push-part.ts'
import { pushVariants, type SentVariant } from './push-variants.ts'
import { recordPushResults } from './record-push-results.ts'

/** Publishes the variants that drifted to the channel's shop, or all that it shows by force. */
export const publishCatalog: PartitionJob<PushCursor> = createPushJob<SentVariant>({
  plan: (work) => planPart(work, { states: work.run.force ? [null] : ['drifted', 'never_pushed'] }),
  async send({ app, tenant, channel, run, openShop }, ids) {
    return await pushVariants(app, { tenant, channel, shop: await openShop(), ids, force: run.force ?? false })
  },
  record: ({ app, channel }, unit, results) => recordPushResults(app.db, unit, channel.id, results),
})
