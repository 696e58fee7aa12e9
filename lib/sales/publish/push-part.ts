import { findVariants } from '../../catalog/find-variants.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { LaneJob, LaneWork, NewRecord } from '../catalog-runs/catalog-run.ts'
import { deletePart, findFirstPart } from '../catalog-runs/catalog-run-store.ts'
import type { PushPlace } from './plan-push.ts'

/** What became of a variant, to be written down. */
interface Done {
  variantId: Id
  /** Where the store could not be asked, or did not say. */
  error?: unknown
}

interface Pushing<D extends Done> {
  plan(work: LaneWork<PushPlace>): Promise<void>
  /** Asks the store; nothing is written. */
  push(work: LaneWork<PushPlace>, ids: readonly Id[]): Promise<D[]>
  /** Writes as many of these down as fit a transaction of the lane, from the first on; a record for each. */
  settle(work: LaneWork<PushPlace>, unit: Unit, done: readonly D[]): Promise<NewRecord[]>
  /** What a variant that was tried too often is to be written down as. */
  failed(variant: { variantId: Id; sku: string | null }, error: ConnectorError): D
}

const getConnectorError = (done: Done): ConnectorError | undefined =>
  done.error instanceof ConnectorError ? done.error : undefined

const settleAll = async <D extends Done>(
  work: LaneWork<PushPlace>,
  { settle }: Pushing<D>,
  { part, all, done }: { part: string; all: readonly Id[]; done: readonly D[] },
) => {
  for (let [left, toDo] = [all, done]; toDo.length; ) {
    let count = 0
    let rest: Id[] = []
    await work.settle(async (unit) => {
      const records = await settle(work, unit, toDo)
      count = records.length
      const gone = new Set(toDo.slice(0, count).map(({ variantId }) => variantId))
      rest = left.filter((id) => !gone.has(id))
      if (!rest.length) unit.add(deletePart(work.tenant, work.run.id, part))
      return { place: rest.length ? { stage: 'push', part, left: rest } : { stage: 'push' }, records }
    })
    left = rest
    toDo = toDo.slice(count)
  }
}

/** What is left of the part that the lane is at, or the next one; undefined where there is none. */
const findPart = async ({ app, tenant, run, lane, place }: LaneWork<PushPlace>) => {
  if (place?.stage === 'push' && place.part && place.left) return { part: place.part, ids: place.left }
  const found = await findFirstPart(app.db, tenant, run.id, lane)
  return found && { part: found.sk, ids: found.ids }
}

/** A run that pushes what it has planned, part by part in each lane. */
export const pushJob = <D extends Done>(pushing: Pushing<D>): LaneJob<PushPlace> => ({
  async part(work) {
    if (work.place?.stage !== 'push') return await pushing.plan(work)
    const at = await findPart(work)
    if (!at) return await work.settle(async () => ({ place: null }))
    const done = await pushing.push(work, at.ids)
    const [error] = done.flatMap((each) => getConnectorError(each) ?? [])
    // Of what failed by itself there is more to come; what is known stays known.
    await settleAll(work, pushing, {
      part: at.part,
      all: at.ids,
      done: done.filter((each) => !getConnectorError(each)),
    })
    if (error) throw error
  },

  async giveUp(work, error) {
    const at = await findPart(work)
    if (!at) return
    const known = await findVariants(work.app.db, work.tenant, at.ids)
    const done = at.ids.map((variantId) =>
      pushing.failed({ variantId, sku: known.get(variantId)?.variant.sku ?? null }, error),
    )
    await settleAll(work, pushing, { part: at.part, all: at.ids, done })
  },
})
