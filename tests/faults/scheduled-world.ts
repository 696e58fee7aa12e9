import { mock } from 'node:test'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import { timelyApp } from '../../lib/platform/app/timely-app.ts'
import { Deadline, TooLate } from '../../lib/platform/deadline.ts'
import { newId } from '../../lib/platform/id.ts'
import { Problem } from '../../lib/platform/problem.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { type Table, TransientFault } from '../../lib/platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { Crash, FAULTS, faulty, type Switches, serve, type Weather, weather } from '../support/faults.ts'
import { memoryTable } from '../support/memory-table.ts'
import { makeScheduler } from '../support/scheduler.ts'

const BEGIN_MS = Date.parse('2026-03-02T10:00:00.000Z')
/** Time that a function has. */
const FUNCTION_MS = 60_000
const STEP_MS = 20
/** Longer than any function has. */
const MAX_RUN_MS = 900_000

/** The strongest faults of a world whose work consists of many calls; each is on in half of the runs. */
const STRONGEST: Switches = {
  throttle: 0.02,
  conflict: 0.03,
  lostReply: 0.03,
  crashBefore: 0.02,
  crashAfter: 0.03,
  duplicate: 0.05,
}

/** Errors that a fault or another person's change explains. */
export const isExplained = (error: unknown): boolean =>
  error instanceof Crash || error instanceof Problem || error instanceof TransientFault || error instanceof TooLate

type MemoryTable = ReturnType<typeof memoryTable>

interface Options {
  /** Table beneath the faults; by default one in memory. */
  toBase?: (table: MemoryTable) => Table
  /** Time that each call of the table takes, so that work which looks at the clock comes to its end. */
  callMs?: number
  /** A fault of code between the platform and the table. */
  mutant?: (table: Table) => Table
}

/** A clock and a table in memory whose calls a seed orders, and lets fail. */
export const openScheduledWorld = (
  random: () => number,
  { toBase = (table) => table, mutant = (table) => table, callMs = 0 }: Options = {},
) => {
  const among = (most: number) => Math.floor(random() * most)
  let now = BEGIN_MS
  const clock = () => new Date(now)
  const passTime = (ms: number) => {
    now += ms
    mock.timers.tick(ms)
  }
  const scheduler = makeScheduler(among, () => passTime(STEP_MS))
  const table = memoryTable()
  const base = toBase(table)
  const faults = { isOn: false, switches: {} as Partial<Switches>, late: 0 }
  const wrong: string[] = []
  const tally = { crashes: 0, ...Object.fromEntries(FAULTS.map((fault) => [fault, 0])) } as Record<string, number>
  const count = (name: string, by = 1) => {
    tally[name] = (tally[name] ?? 0) + by
  }
  const person = newId(clock())

  /** Faults that happen to the next piece of work. */
  const nextWeather = (): Weather => weather(among(2 ** 31), faults.isOn ? faults.switches : {})
  const noteWeather = (sky: Weather) => {
    for (const fault of FAULTS) count(fault, sky.tally[fault])
  }
  const judge = (actor: string, error: unknown) => {
    if (error instanceof Crash) count('crashes')
    else if (!isExplained(error)) wrong.push(`${actor} failed: ${(error as Error).stack}`)
    else if (!faults.isOn && (error as Problem).errorCode === 'UNAVAILABLE') wrong.push(`${actor} gave up`)
  }
  const startDeadline = () => {
    const until = now + FUNCTION_MS
    return new Deadline(() => until - now)
  }

  return {
    ...{
      table,
      base,
      faults,
      wrong,
      tally,
      random,
      among,
      clock,
      person,
      count,
      nextWeather,
      noteWeather,
      judge,
      scheduler,
    },
    db: retryTable(mutant(faulty(scheduler.scheduled(base)))),

    /** Installs the app of this world; the table and the clock are its own. */
    use(parts: object): App {
      useApp({ db: this.db, clock, ...parts } as unknown as App)
      return app()
    },

    chooseFaults(strongest: Switches = STRONGEST) {
      faults.switches = Object.fromEntries(
        FAULTS.map((fault) => [fault, random() < 0.5 ? 0 : strongest[fault] * random()] as const),
      )
    },

    /** Starts a piece of work in a process of its own, which may die; returns nothing, as its error is judged here. */
    begin(actor: string, work: (app: App) => Promise<unknown>) {
      const sky = nextWeather()
      scheduler.begin(actor, async () => {
        const timely = timelyApp(app(), startDeadline())
        try {
          await serve({ weather: sky, tenant: undefined }, () => work(timely))
          count(`${actor} done`)
        } catch (error) {
          judge(actor, error)
        }
        noteWeather(sky)
      })
    },

    /** Changes the tenant's data in a transaction. */
    writeAs<T>(tenant: string, work: (unit: Unit) => Promise<T>, by: App = app()): Promise<T> {
      return runInUnit(by.db, { tenant, actor: person, now: clock() }, work)
    },

    /** Continues everything that has begun until all of it is done; throws if that never comes. */
    async run(): Promise<void> {
      const until = now + MAX_RUN_MS
      await scheduler.run(() => {
        if (now > until) throw new Error(`what has begun has no end: ${scheduler.listRunning().join(', ')}`)
        if (callMs) passTime(callMs)
      })
    },

    pass(ms: number) {
      now += ms
    },

    /** Items of a kind that the tenant has. */
    listOf: <T>(tenant: string, name: string) => table.inPartition(`T#${tenant}#${name}`) as unknown as T[],
  }
}
