import { describe, expect, it } from 'vitest'
import { type App, app } from '../../lib/platform/app/app.ts'
import { createOwnLease } from '../../lib/platform/effects/own-lease.ts'
import { type Effect, NOTHING_DUE, runEffect } from '../../lib/platform/effects/run-effect.ts'
import { addUnderLease, write } from '../../lib/platform/effects/under-lease.ts'
import { TaskPostponed } from '../../lib/platform/events/outbox/task.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'

/** A greeting that another system sends once for each call that arrives. */
interface Greeting {
  tenant: Id
  id: Id
}

class Unanswered extends Error {}

const lease = createOwnLease<Greeting>('greeting-call', (greeting) => greeting)

const keyOf = ({ tenant, id }: Greeting) => ({ pk: partition(tenant, 'greeting'), sk: id })
const readState = async ({ db }: Pick<App, 'db'>, greeting: Greeting) =>
  (await db.get<{ state: string }>(keyOf(greeting)))?.state

/** The other system: it keeps what arrived, and may not answer. */
const makeSystem = () => {
  const arrived: Id[] = []
  const system = { arrived, isAnswering: true, send: async (_: Id): Promise<string> => '' }
  system.send = async (id) => {
    arrived.push(id)
    if (!system.isAnswering) throw new Unanswered('no answer came')
    return `greeting-${id}`
  }
  return system
}

const greet = (
  system: ReturnType<typeof makeSystem>,
  looksFirst = true,
): Effect<Greeting, object, string, Unanswered> => ({
  lease,
  async prepare(caller) {
    const { app, subject } = caller
    const state = await readState(app, subject)
    if (state === 'sent') return NOTHING_DUE
    await write(caller, async (unit) => unit.add({ put: { ...keyOf(subject), kind: 'greeting', state: 'sending' } }))
    const find = async () => (system.arrived.includes(subject.id) ? `greeting-${subject.id}` : undefined)
    return { ...(looksFirst && state === 'sending' && { find }), make: () => system.send(subject.id) }
  },
  isFailure: (error) => error instanceof Unanswered,
  async settle(unit, { subject, by }, outcome) {
    const state = 'answer' in outcome ? 'sent' : 'sending'
    unit.add({ put: { ...keyOf(subject), kind: 'greeting', state } })
    addUnderLease(unit, lease.release(subject, by))
    return 'answer' in outcome ? undefined : new Date(unit.now.getTime() + 60_000)
  },
})

/** A process that dies at this write, before or after it. */
const dyingAtWrite = (count: number, after: boolean): App => {
  const { db } = app()
  let begun = 0
  const dying =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      if (++begun !== count) return await call(...given)
      if (after) await call(...given)
      throw new Error('killed')
    }
  const [transact, update] = [dying(db.transact.bind(db)), dying(db.update.bind(db))]
  return { ...app(), db: { ...db, transact, update } as Table }
}

const WRITES = [1, 2, 3]
const DEATHS = WRITES.flatMap((count) => [false, true].map((after) => [count, after] as const))

/** Lets a worker die at each write, with and without an answer, and the next ones come once its lease has ended. */
const listArrivals = async (looksFirst: boolean): Promise<number[]> => {
  const arrivals: number[] = []
  for (const [count, after] of DEATHS)
    for (const isAnswering of [true, false]) {
      const [system, greeting] = [makeSystem(), { tenant: newId(new Date()), id: newId(new Date()) }]
      const effect = greet(system, looksFirst)
      system.isAnswering = isAnswering
      const now = new Date()
      await runEffect(dyingAtWrite(count, after), effect, greeting, now).catch(() => undefined)
      system.isAnswering = true
      const later = new Date(now.getTime() + lease.durationMs)
      for (let i = 0; i < 2; i++) await runEffect(app(), effect, greeting, later).catch(() => undefined)
      expect(await readState(app(), greeting)).toBe('sent')
      arrivals.push(system.arrived.length)
    }
  return arrivals
}

describe('an effect', () => {
  it('reaches the other system once, wherever its workers die', async () => {
    expect(new Set(await listArrivals(true))).toEqual(new Set([1]))
  })

  it('reaches it twice if it does not look for an earlier call, which these deaths show', async () => {
    expect(Math.max(...(await listArrivals(false)))).toBe(2)
  })

  it('is left to the worker that has the lease', async () => {
    const [system, greeting] = [makeSystem(), { tenant: newId(new Date()), id: newId(new Date()) }]
    const effect = greet(system)
    const runs = await Promise.allSettled([1, 2, 3].map(() => runEffect(app(), effect, greeting, new Date())))
    const failures = runs.flatMap((each) => ('reason' in each ? [each.reason] : []))
    expect(failures.every((error) => error instanceof TaskPostponed)).toBe(true)
    expect(system.arrived).toHaveLength(1)
  })

  it('that fails runs again when it says so', async () => {
    const [system, greeting] = [makeSystem(), { tenant: newId(new Date()), id: newId(new Date()) }]
    system.isAnswering = false
    await expect(runEffect(app(), greet(system), greeting, new Date())).rejects.toThrow(TaskPostponed)
    await runEffect(app(), greet(system), greeting, new Date())
    expect([await readState(app(), greeting), system.arrived.length]).toEqual(['sent', 1])
  })
})
