import type { Shop } from '../../connectors/connector.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { hasCredentialsOf, isOutdatedRefusal } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { nextStep } from '../runs/next-step.ts'
import { type Ending, getFailure } from '../runs/run-failure.ts'
import { type RunWorker, runUnderLease } from '../runs/run-under-lease.ts'
import { type CatalogRun, explainStop, isRunEnding } from './catalog-run.ts'
import { decideAfterPartFailure, isStalled, type PartitionName } from './partition.ts'
import {
  closeWholeRun,
  endPartition,
  leavePartition,
  PARTITION_LEASE_MS,
  type PartitionHolder,
  readPartitionChannel,
  readRun,
  recordPart,
} from './partition-holder.ts'
import type { LoadJob, PartitionWork } from './partition-job.ts'
import { claimPartition } from './partition-store.ts'

/** Leaves a part that begins at its end the longer half of the function's timeout. */
const TIME_BOX_MS = 2 * 60_000
const PATIENCE_MS = 25_000

/** One worker at a partition. */
interface PartitionRun extends PartitionHolder {
  readonly log: Log
  readonly loadJob: LoadJob
  readonly hasTime: () => boolean
  readonly isTenantClosed: boolean
  /** Run and channel as they were read last. */
  run: CatalogRun
  channel: StoredChannel
  /** The shop, and the channel with whose credentials it was opened. */
  opened: { shop: Promise<Shop>; channel: StoredChannel } | undefined
}

const describeInLog = (tenant: Id, { channelId, runId, index }: PartitionName) => ({ tenant, channelId, runId, index })

const buildWork = (held: PartitionRun): PartitionWork<unknown> => {
  const { app, tenant, channel, run, partition, log, hasTime } = held
  const { index, cursor } = partition
  return {
    app,
    tenant,
    channel,
    run,
    index,
    cursor,
    log,
    hasTime,
    openShop() {
      held.opened ??= { channel, shop: openShop(app, tenant, channel, PATIENCE_MS) }
      return held.opened.shop
    },
    record: (work) => recordPart(held, work),
  }
}

const logEnd = ({ tenant, partition, log }: PartitionRun, ending: Ending) =>
  log.info('sales.run.ended', {
    ...describeInLog(tenant, partition),
    failure: getFailure(ending)?.errorCode ?? null,
  })

const partitionWorker: RunWorker<PartitionRun> = {
  async nextStep(held) {
    const [run, channel] = await Promise.all([readRun(held), readPartitionChannel(held)])
    Object.assign(held, { run, channel })
    // A shop keeps the credentials with which it was opened.
    if (held.opened && !hasCredentialsOf(channel, held.opened.channel)) held.opened = undefined
    const { partition, isTenantClosed, hasTime } = held
    const now = held.app.clock()
    return nextStep(
      {
        isDone: partition.isDone ?? false,
        stop: explainStop(channel, isTenantClosed),
        isStalled: isStalled(partition, now),
        isOutOfTime: !hasTime(),
      },
      now,
    )
  },

  async work(held) {
    const job = await held.loadJob(held.run.type)
    await job.runPart(buildWork(held))
    held.partition = { ...held.partition, tries: 0, givenUp: 0 }
  },

  async handleFailure(held, error) {
    const { app, tenant, partition, opened, log } = held
    // The next step opens the shop with the present credentials, or finds that the channel is disconnected.
    if (opened && (await isOutdatedRefusal(app, tenant, opened.channel, error))) return { do: 'work' }
    const job = await held.loadJob(held.run.type)
    const step = decideAfterPartFailure(error, partition, job.giveUp !== undefined, app.clock())
    if (!isRunEnding(error))
      log.warn('sales.run.part_failed', {
        ...describeInLog(tenant, partition),
        code: error.code,
        tries: step.do === 'leave' ? step.tries : partition.tries + 1,
      })
    if (step.do !== 'give up') return step
    held.partition = { ...partition, tries: 0, givenUp: (partition.givenUp ?? 0) + 1 }
    await job.giveUp?.(buildWork(held), error)
    return { do: 'work' }
  },

  async end(held) {
    if (await endPartition(held)) logEnd(held, 'success')
  },

  async close(held, { ending }) {
    await closeWholeRun(held, ending, held.opened?.channel)
    logEnd(held, ending)
  },

  leave: (held, { until, tries }) => leavePartition(held, until, tries),
}

/** Works on one partition of a catalog run while there is time. */
export const runPartition = (app: App, tenant: Id, name: PartitionName, log: Log, loadJob: LoadJob): Promise<void> => {
  const fields = describeInLog(tenant, name)
  return runUnderLease(app, {
    leaseMs: PARTITION_LEASE_MS,
    claim: (claimant) => claimPartition(app.db, tenant, name, claimant),
    async prepare(partition, { by, now }) {
      const holder = { app, tenant, by, partition }
      const hasTime = () => app.clock().getTime() - now.getTime() < TIME_BOX_MS
      const isTenantClosed = (await findTenant(app.db, tenant))?.closedAt !== undefined
      const [run, channel] = await Promise.all([readRun(holder), readPartitionChannel(holder)])
      return { ...holder, log, loadJob, hasTime, isTenantClosed, run, channel, opened: undefined }
    },
    worker: partitionWorker,
    onBusy: () => log.info('sales.run.partition_busy', fields),
    onLost: () => log.warn('sales.run.partition_lost', fields),
  })
}
