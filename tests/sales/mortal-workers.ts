import { loadCatalogJob } from '../../functions/sales/catalog-jobs.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { PartitionName } from '../../lib/sales/catalog-runs/partition.ts'
import { runPartition } from '../../lib/sales/catalog-runs/run-partition.ts'
import type { Member } from '../support/client.ts'
import { Crash, FAULTS, serve, weather } from '../support/faults.ts'

interface Mortality {
  kills: number
  /** Approximate number of calls to the table, over which the kills are spread. */
  calls: number
  /** Returns a random number below this one. */
  among: (most: number) => number
}

/** Creates workers at partitions; calls to the table fail at random, and so many of the workers are killed. */
export const mortalWorkers = ({ tenant }: Member, { kills, calls, among }: Mortality) => {
  const tally = { killed: 0, faults: 0 }
  const work = async (partition: PartitionName) => {
    const chance = tally.killed < kills ? kills / calls / 2 : 0
    const quiet = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }
    const sky = weather(among(2 ** 31), { ...quiet, crashBefore: chance, crashAfter: chance })
    try {
      await serve({ weather: sky, tenant }, () => runPartition(app(), tenant, partition, createLog({}), loadCatalogJob))
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      tally.killed++
    }
    for (const fault of FAULTS) tally.faults += sky.tally[fault]
  }
  return { tally, work }
}
