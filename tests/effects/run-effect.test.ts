import { describe, expect, it } from 'vitest'
import { type App, app } from '../../lib/platform/app/app.ts'
import { createOwnLease } from '../../lib/platform/effects/own-lease.ts'
import { type Effect, NOTHING_DUE, runEffect } from '../../lib/platform/effects/run-effect.ts'
import { addUnderLease, write } from '../../lib/platform/effects/under-lease.ts'
import { TaskPostponed } from '../../lib/platform/events/outbox/task.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { breakEverywhere, losingAnswer, type Scenario } from './breaking.ts'

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

/** The other system: it keeps what arrived. */
const makeSystem = () => {
  const arrived: Id[] = []
  return {
    arrived,
    async send(id: Id): Promise<string> {
      arrived.push(id)
      return `greeting-${id}`
    },
  }
}

type System = ReturnType<typeof makeSystem>
type Greet = Effect<Greeting, object, string, Unanswered>

const greet = (system: System): Greet => ({
  lease,
  async prepare(caller) {
    const { app, subject } = caller
    const state = await readState(app, subject)
    if (state === 'sent') return NOTHING_DUE
    await write(caller, async (unit) => unit.add({ put: { ...keyOf(subject), kind: 'greeting', state: 'sending' } }))
    const find = async () => (system.arrived.includes(subject.id) ? `greeting-${subject.id}` : undefined)
    return { intent: undefined, ...(state === 'sending' && { find }), make: () => system.send(subject.id) }
  },
  isFailure: (error) => error instanceof Unanswered,
  async settle(unit, { subject, by }, outcome) {
    const state = 'answer' in outcome ? 'sent' : 'sending'
    unit.add({ put: { ...keyOf(subject), kind: 'greeting', state } })
    addUnderLease(unit, lease.release(subject, by))
    return 'answer' in outcome ? undefined : new Date(unit.now.getTime() + 60_000)
  },
})

/** The same effect, with a fault that its author might make. */
const FAULTS: Record<string, (system: System) => Greet> = {
  'does not look for an earlier call': (system) => {
    const effect = greet(system)
    const prepare: Greet['prepare'] = async (caller) => {
      const prepared = await effect.prepare(caller)
      return 'make' in prepared ? { intent: undefined, make: prepared.make } : prepared
    }
    return { ...effect, prepare }
  },
  'stores no intent': (system) => ({
    ...greet(system),
    prepare: async ({ app, subject }) =>
      (await readState(app, subject)) === 'sent'
        ? NOTHING_DUE
        : { intent: undefined, make: () => system.send(subject.id) },
  }),
  'does not store the answer': (system) => ({
    ...greet(system),
    async settle(unit, { subject, by }) {
      addUnderLease(unit, lease.release(subject, by))
      return undefined
    },
  }),
  'takes a failure for an answer': (system) => {
    const effect = greet(system)
    return {
      ...effect,
      async settle(unit, caller, outcome) {
        unit.add({ put: { ...keyOf(caller.subject), kind: 'greeting', state: 'new' } })
        addUnderLease(unit, lease.release(caller.subject, caller.by))
        return 'answer' in outcome ? await effect.settle(unit, caller, outcome) : undefined
      },
    }
  },
}

const aGreeting = (): Greeting => ({ tenant: newId(new Date()), id: newId(new Date()) })

const greeting = (build: (system: System) => Greet) => async (): Promise<Scenario> => {
  const [system, subject] = [makeSystem(), aGreeting()]
  return {
    run: (on) => runEffect(on, build(system), subject, on.clock()),
    countArrived: () => system.arrived.length,
    isSettled: async () => (await readState(app(), subject)) === 'sent',
    loseNextAnswer: () => losingAnswer(system, 'send', new Unanswered('no answer came')),
  }
}

describe('an effect', () => {
  it('reaches the other system once, wherever its workers die', async () => {
    expect(await breakEverywhere(greeting(greet))).toEqual({ breaks: 7, wrong: [] })
  })

  for (const [fault, build] of Object.entries(FAULTS))
    it(`that ${fault} is found out by breaking it everywhere`, async () => {
      expect((await breakEverywhere(greeting(build))).wrong).not.toEqual([])
    })

  it('is left to the worker that has the lease', async () => {
    const [system, subject] = [makeSystem(), aGreeting()]
    const runs = await Promise.allSettled([1, 2, 3].map(() => runEffect(app(), greet(system), subject, new Date())))
    const failures = runs.flatMap((each) => ('reason' in each ? [each.reason] : []))
    expect(failures.every((error) => error instanceof TaskPostponed)).toBe(true)
    expect(system.arrived).toHaveLength(1)
  })

  it('that fails runs again when it says so', async () => {
    const [system, subject] = [makeSystem(), aGreeting()]
    losingAnswer(system, 'send', new Unanswered('no answer came'))
    await expect(runEffect(app(), greet(system), subject, new Date())).rejects.toThrow(TaskPostponed)
    await runEffect(app(), greet(system), subject, new Date())
    expect([await readState(app(), subject), system.arrived.length]).toEqual(['sent', 1])
  })
})
