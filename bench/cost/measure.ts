import type { Operation } from './operation.ts'
import { channels } from './operations/channels.ts'
import { dataExchange } from './operations/data-exchange.ts'
import { floor } from './operations/floor.ts'
import { fulfilment } from './operations/fulfilment.ts'
import { lists } from './operations/lists.ts'
import { money } from './operations/money.ts'
import { notifications } from './operations/notifications.ts'
import { resources } from './operations/resources.ts'
import { signIn } from './operations/sign-in.ts'
import { openPlatform, type Platform } from './platform.ts'
import { ASSUMED_MS, addTallies, divideTally, newTally, subtractTally, type Tally } from './tally.ts'
import { type Chance, type Clock, stopChance } from './without-chance.ts'

// Counts all operations in this process and prints the result as JSON. It is started by `count-costs.ts`.

const START_MS = Date.parse('2026-03-02T12:00:00.000Z')
/** Each operation has an hour of its own. */
const HOUR_MS = 3_600_000
/** Long enough for what is kept for seconds to expire, and short enough for keys to stay. */
const PAUSE_MS = 60_000
/** Work that falls due within this time belongs to the operation. */
const SOON_MS = 15 * 60_000
const MAX_WAKES = 4

/** The figures of an operation, in the request and behind it. */
export interface Cost {
  name: string
  request: Tally
  behind: Tally
}

type Time = Clock & Chance

/** Lets time pass until what is due soon was handled, and returns its tally without that of schedules with nothing to do. */
const wake = async (platform: Platform, time: Time, idle: Tally): Promise<Tally> => {
  let tally = newTally()
  const end = Date.now() + SOON_MS
  for (let left = MAX_WAKES; left; left--) {
    const moments = platform.listDue().map(({ dueSk }) => Date.parse(String(dueSk)))
    const [first] = moments.filter((moment) => moment <= end).sort()
    if (first === undefined) break
    time.set(new Date(Math.max(first, Date.now()) + 1))
    const counted = await platform.count(async () => {
      await platform.runSchedules()
      await platform.drain()
    })
    tally = addTallies(tally, subtractTally(counted, idle))
  }
  return tally
}

const measure = async (
  platform: Platform,
  operation: Operation,
  time: Time,
  place: number,
  idle: Tally,
): Promise<Cost> => {
  const { name, prepare, each = 1, isFirst, isWithinWindow } = operation
  const beginMs = START_MS + place * HOUR_MS
  time.seed(place)
  time.set(new Date(beginMs))
  const perform = await platform.run(() => prepare(platform))
  await platform.drain()
  if (!isFirst) {
    await platform.run(perform)
    await platform.drain()
  }
  await platform.forgetDue()
  if (!isWithinWindow) await platform.closeWindows()
  time.set(new Date(beginMs + PAUSE_MS))
  const request = await platform.count(() => platform.run(perform))
  const behind = await platform.count(() => platform.drain())
  const later = await wake(platform, time, idle)
  await platform.forgetDue()
  request.invocations++
  request.functionMs += ASSUMED_MS.invocation
  return { name, request: divideTally(request, each), behind: divideTally(addTallies(behind, later), each) }
}

const operations = [
  ...[floor, resources, lists, channels, fulfilment, notifications, signIn].flat(),
  // These came later; at the end they leave the seeds of the others as they were.
  ...[money, dataExchange].flat(),
]
const time = stopChance()
time.set(new Date(START_MS))
const platform = openPlatform(time)
await platform.runSchedules()
const idle = await platform.count(() => platform.runSchedules())
const costs: Cost[] = []
for (const [place, operation] of operations.entries())
  if (operation.name.includes(process.env.OPERATION ?? ''))
    costs.push(await measure(platform, operation, time, place, idle))
process.stdout.write(JSON.stringify(costs))
process.exit(0)
