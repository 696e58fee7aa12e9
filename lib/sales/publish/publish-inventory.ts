import type { LaneJob } from '../catalog-runs/catalog-run.ts'
import { type PushPlace, planPart } from './plan-push.ts'
import { type PushedLevel, pushLevels, settleLevels } from './push-levels.ts'
import { pushJob } from './push-part.ts'

/** Tells the channel's store how much may be sold of what it has. */
export const publishInventory: LaneJob<PushPlace> = pushJob<PushedLevel>({
  plan: (work) => planPart(work, { states: [null], fits: ({ externalVariantId }) => externalVariantId !== null }),
  push: async ({ app, tenant, channel, run, store }, ids) =>
    await pushLevels(app, { tenant, channel, store: await store(), ids, force: run.force ?? false }),
  settle: ({ app }, unit, done) => settleLevels(app.db, unit, done),
  failed: (variant, error) => ({ ...variant, externalId: null, is: 'failed', error }),
})
