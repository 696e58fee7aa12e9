import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { LaneName } from '../../lib/sales/catalog-runs/catalog-run.ts'
import { workLane } from '../../lib/sales/catalog-runs/work-lane.ts'
import type { Member } from '../support/client.ts'
import { Crash, FAULTS, serve, weather } from '../support/faults.ts'

interface Mortality {
  kills: number
  /** About how many calls of the table there will be, among which the kills are spread. */
  calls: number
  /** A number below this one. */
  among: (most: number) => number
}

/** Workers at lanes whom the table fails now and then, and of whom so many are killed in the middle. */
export const mortalWorkers = ({ tenant }: Member, { kills, calls, among }: Mortality) => {
  const tally = { killed: 0, faults: 0 }
  const work = async (lane: LaneName) => {
    const chance = tally.killed < kills ? kills / calls / 2 : 0
    const quiet = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }
    const sky = weather(among(2 ** 31), { ...quiet, crashBefore: chance, crashAfter: chance })
    try {
      await serve({ weather: sky, tenant }, () => workLane(app(), tenant, lane, createLog({})))
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      tally.killed++
    }
    for (const fault of FAULTS) tally.faults += sky.tally[fault]
  }
  return { tally, work }
}
