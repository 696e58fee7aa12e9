import { loadCatalogJob } from '../../functions/sales/catalog-jobs.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { PartitionName } from '../../lib/sales/catalog-runs/partition.ts'
import { runPartition } from '../../lib/sales/catalog-runs/run-partition.ts'
import type { Member } from '../support/client.ts'
import { Crash, FAULTS, type Fault, serve, weather } from '../support/faults.ts'

interface Mortality {
  kills: number
  /** Number of calls to the table, over which the kills are spread; all of them happen if so many calls are made. */
  calls: number
  /** Returns a random number below this one. */
  among: (most: number) => number
}

/** Chooses the calls at which workers die, alternately before and after the call takes effect. */
const planDeaths = ({ kills, calls, among }: Mortality) => {
  const share = Math.floor(calls / kills)
  const planned = Array.from({ length: kills }, (_, i) => i * share + among(share))
  let [made, died] = [0, 0]
  return (fault: Fault) => {
    if (fault === 'crashBefore') made++
    const due =
      fault === (died % 2 ? 'crashAfter' : 'crashBefore') && made > (planned[died] ?? Number.POSITIVE_INFINITY)
    if (due) died++
    return due
  }
}

/** Creates workers at partitions; calls to the table fail at random, and so many of the workers are killed. */
export const mortalWorkers = ({ tenant }: Member, mortality: Mortality) => {
  const tally = { killed: 0, faults: 0 }
  const strikes = planDeaths(mortality)
  const work = async (partition: PartitionName) => {
    const quiet = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }
    const sky = { ...weather(mortality.among(2 ** 31), quiet), strikes }
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
