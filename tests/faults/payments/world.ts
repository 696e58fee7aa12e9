import { mock } from 'node:test'
import { invoices } from '../../../lib/billing/invoices/invoice-store.ts'
import { addPartner } from '../../../lib/partner/add-partner.ts'
import { type App, useApp } from '../../../lib/platform/app/app.ts'
import { timelyApp } from '../../../lib/platform/app/timely-app.ts'
import { Deadline, TooLate } from '../../../lib/platform/deadline.ts'
import { newId } from '../../../lib/platform/id.ts'
import { Problem } from '../../../lib/platform/problem.ts'
import { retryTable } from '../../../lib/platform/store/table/retry-table.ts'
import { formatKey, type Item, type Table, TransientFault } from '../../../lib/platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../../lib/platform/store/unit.ts'
import { Crash, FAULTS, faulty, type Switches, serve, weather } from '../../support/faults.ts'
import { memoryTable } from '../../support/memory-table.ts'
import { makeScheduler } from '../../support/scheduler.ts'

const BEGIN_MS = Date.parse('2026-03-02T10:00:00.000Z')
/** Time that a function has. */
const FUNCTION_MS = 60_000
const STEP_MS = 20

/** Errors that a fault or another person's change explains. */
const isExplained = (error: unknown): boolean =>
  error instanceof Crash || error instanceof Problem || error instanceof TransientFault || error instanceof TooLate

/** A table in memory that notes every change of the status of an invoice. */
const openTable = () => {
  const table = memoryTable()
  const statuses = new Map<string, string>()
  const moves: { id: string; to: string }[] = []
  const follow = (item: Item) => {
    if (item.kind !== invoices.name) return
    const key = formatKey(item)
    const to = String(item.status)
    if (statuses.get(key) !== to) moves.push({ id: item.sk, to })
    statuses.set(key, to)
  }
  const base: Table = {
    ...table,
    async transact(actions, token) {
      const outcome = await table.transact(actions, token)
      if (outcome.committed) for (const action of actions) if ('put' in action) follow(action.put)
      return outcome
    },
  }
  return { table, base, moves }
}

/** A small tenant whose calls of the table a seed orders, and lets fail. */
export const openWorld = async (random: () => number) => {
  const among = (most: number) => Math.floor(random() * most)
  let now = BEGIN_MS
  const clock = () => new Date(now)
  const scheduler = makeScheduler(among, () => {
    now += STEP_MS
    mock.timers.tick(STEP_MS)
  })
  const { table, base, moves } = openTable()
  const faults = { isOn: false, switches: {} as Partial<Switches> }
  const wrong: string[] = []
  const app = { db: retryTable(faulty(scheduler.scheduled(base))), clock } as unknown as App
  useApp(app)
  const tenant = newId(clock())
  const person = newId(clock())
  const tally = { crashes: 0, ...Object.fromEntries(FAULTS.map((fault) => [fault, 0])) } as Record<string, number>
  const count = (name: string, by = 1) => {
    tally[name] = (tally[name] ?? 0) + by
  }

  /** Starts a piece of work in a process of its own, which may die; returns nothing, as its error is judged here. */
  const begin = (actor: string, work: (app: App) => Promise<unknown>) => {
    const sky = weather(among(2 ** 31), faults.isOn ? faults.switches : {})
    scheduler.begin(actor, async () => {
      const until = now + FUNCTION_MS
      const timely = timelyApp(app, new Deadline(() => until - now))
      try {
        await serve({ weather: sky, tenant: undefined }, () => work(timely))
        count(`${actor} done`)
      } catch (error) {
        if (error instanceof Crash) count('crashes')
        else if (!isExplained(error)) wrong.push(`${actor} failed: ${(error as Error).stack}`)
        else if (!faults.isOn && (error as Problem).errorCode === 'UNAVAILABLE') wrong.push(`${actor} gave up`)
      }
      for (const fault of FAULTS) count(fault, sky.tally[fault])
    })
  }
  const write = <T>(work: (unit: Unit) => Promise<T>, by: App = app) =>
    runInUnit(by.db, { tenant, actor: person, now: clock() }, work)

  const partnerIds: string[] = []
  for (const name of ['Nordlicht', 'Elbe'])
    partnerIds.push((await write(async (unit) => addPartner(unit, { name }))).id)
  return {
    ...{ app, table, tenant, partnerIds, faults, moves, wrong, tally, random, among, begin, write, clock },
    run: () => scheduler.run(() => undefined),
    pass(ms: number) {
      now += ms
    },
    /** Items of a kind that the tenant has. */
    list: <T>(name: string) => table.inPartition(`T#${tenant}#${name}`) as unknown as T[],
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
