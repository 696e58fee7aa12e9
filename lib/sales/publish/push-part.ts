import { findVariants } from '../../catalog/find-variants.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { PartitionJob, PartitionWork } from '../catalog-runs/partition-job.ts'
import { deletePart, findFirstPart } from '../catalog-runs/partition-store.ts'
import type { NewRecord } from '../runs/sync-record.ts'
import type { PushCursor } from './plan-push.ts'
import type { PushResult } from './push-result.ts'

/** A type of push: variants or their stock levels. */
interface Push<Sent> {
  plan(work: PartitionWork<PushCursor>): Promise<void>
  /** Sends the variants to the shop; stores nothing. */
  send(work: PartitionWork<PushCursor>, ids: readonly Id[]): Promise<PushResult<Sent>[]>
  /** Stores as many results as fit a transaction, beginning with the first, and returns a record of each. */
  record(work: PartitionWork<PushCursor>, unit: Unit, results: readonly PushResult<Sent>[]): Promise<NewRecord[]>
}

/** Returns the error of a shop that could not be asked, or returned no result. */
const getConnectorError = <Sent>(result: PushResult<Sent>): ConnectorError | undefined =>
  result.is === 'failed' && result.error instanceof ConnectorError ? result.error : undefined

interface CurrentPart {
  sk: string
  ids: readonly Id[]
}

/** Records all results, transaction by transaction, and deletes the part with its last variant. */
const recordAll = async <Sent>(
  work: PartitionWork<PushCursor>,
  push: Push<Sent>,
  { sk, ids }: CurrentPart,
  results: readonly PushResult<Sent>[],
): Promise<void> => {
  let [remainingIds, remaining] = [ids, results]
  while (remaining.length) {
    let count = 0
    let rest: Id[] = []
    await work.record(async (unit) => {
      const records = await push.record(work, unit, remaining)
      count = records.length
      const recorded = new Set(remaining.slice(0, count).map(({ variantId }) => variantId))
      rest = remainingIds.filter((id) => !recorded.has(id))
      if (!rest.length) unit.add(deletePart(work.tenant, work.run.id, sk))
      return { cursor: rest.length ? { stage: 'push', part: sk, left: rest } : { stage: 'push' }, records }
    })
    remainingIds = rest
    remaining = remaining.slice(count)
  }
}

/** Returns what remains of the current part, or the next part; undefined after the last one. */
const findPart = async ({
  app,
  tenant,
  run,
  index,
  cursor,
}: PartitionWork<PushCursor>): Promise<CurrentPart | undefined> =>
  cursor?.stage === 'push' && cursor.part && cursor.left
    ? { sk: cursor.part, ids: cursor.left }
    : await findFirstPart(app.db, tenant, run.id, index)

/** Creates the job of a run that plans a push and then sends it, part by part in each partition. */
export const createPushJob = <Sent>(push: Push<Sent>): PartitionJob<PushCursor> => ({
  async runPart(work) {
    if (work.cursor?.stage !== 'push') return await push.plan(work)
    const part = await findPart(work)
    if (!part) return await work.record(async () => ({ cursor: null }))
    const results = await push.send(work, part.ids)
    const [error] = results.flatMap((each) => getConnectorError(each) ?? [])
    // Variants that failed with the shop are sent again; the other results are kept.
    const known = results.filter((each) => !getConnectorError(each))
    await recordAll(work, push, part, known)
    if (error) throw error
  },

  async giveUp(work, error) {
    const part = await findPart(work)
    if (!part) return
    const known = await findVariants(work.app.db, work.tenant, part.ids)
    const results = part.ids.map((variantId): PushResult<Sent> => {
      const sku = known.get(variantId)?.variant.sku ?? null
      return { variantId, sku, externalId: null, is: 'failed', error }
    })
    await recordAll(work, push, part, results)
  },
})
