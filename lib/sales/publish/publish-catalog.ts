import type { LaneJob } from '../catalog-runs/catalog-run.ts'
import { type PushPlace, planPart } from './plan-push.ts'
import { pushJob } from './push-part.ts'
import { type Pushed, pushVariants } from './push-variants.ts'
import { settlePushed } from './record-push-results.ts'

/** Lets the channel's store show what drifted, or all it is to show where that is forced. */
export const publishCatalog: LaneJob<PushPlace> = pushJob<Pushed>({
  plan: (work) => planPart(work, { states: work.run.force ? [null] : ['drifted', 'never_pushed'] }),
  push: async ({ app, tenant, channel, run, store }, ids) =>
    await pushVariants(app, { tenant, channel, store: await store(), ids, force: run.force ?? false }),
  settle: ({ app, channel }, unit, done) => settlePushed(app.db, unit, channel.id, done),
  failed: (variant, error) => ({ ...variant, externalId: null, is: 'failed', error }),
})
