import { expect, test } from 'vitest'
import { type Action, keyOf, type Table, typeReads } from '../../lib/platform/store/table/table.ts'
import { FAULTS } from '../support/faults.ts'
import { runSeed } from '../support/seed.ts'
import { selectShare } from '../support/select-share.ts'
import { digestRun, digestViolations, raceForWindows } from './digests.ts'
import { switchesOf } from './workload.ts'
import { type Mutant, platform } from './world.ts'

// SEED=123 repeats one seed; SEEDS=200 runs 200 seeds, which takes some minutes.
const only = process.env.SEED
const count = only ? 1 : Math.ceil(Number(process.env.SEEDS ?? 12) / 4)

const EVERY_FAULT = {
  throttle: 0.05,
  conflict: 0.05,
  lostReply: 0.05,
  crashBefore: 0.05,
  crashAfter: 0.05,
  duplicate: 0.1,
}

const isWindow = (action: Action) => keyOf(action).pk.endsWith('#digest-window')
const isDelivery = (action: Action) => 'put' in action && action.put.kind === 'delivery'
const closesWindow = (actions: readonly Action[]) =>
  actions.length === 2 && actions.some(isWindow) && actions.some(isDelivery)

const sending =
  (rewrite: (actions: readonly Action[]) => readonly Action[]): Mutant =>
  (table) => ({ ...table, transact: (actions, token) => table.transact(rewrite(actions), token) })

const bare = ({ when: _when, values, ...action }: Action) =>
  ('update' in action ? { ...action, values } : action) as Action

/** Gathers in an update of its own after the transaction. */
const gatherAfterwards: Mutant = (table) => ({
  ...table,
  async transact(actions, token) {
    const late = actions.filter((action) => isWindow(action) && 'update' in action)
    if (!late.length) return await table.transact(actions, token)
    const outcome = await table.transact(
      actions.filter((action) => !late.includes(action)),
      token,
    )
    if (outcome.committed) await table.transact(late)
    return outcome
  },
})

/** Faults of code, each as a change of the calls that reach the table. */
const MUTANTS: Record<string, Mutant> = {
  'a digest is lost as its window ends': sending((actions) =>
    closesWindow(actions) ? actions.filter((action) => !isDelivery(action)) : actions,
  ),
  'an event is gathered after its transaction': gatherAfterwards,
  'an event is gathered twice': sending((actions) =>
    actions.map((action) => {
      const more = action.values?.[':more']
      return typeof more === 'number' ? { ...action, values: { ...action.values, ':more': more * 2 } } : action
    }),
  ),
  'a window with gathered events is not due': sending((actions) =>
    actions.map((action) => {
      if (!isWindow(action)) return action
      if ('put' in action) {
        const { duePk: _pk, dueSk: _sk, ...put } = action.put
        return { ...action, put }
      }
      if (!('update' in action)) return action
      const { ':duePk': _duePk, ':dueSk': _dueSk, ...values } = action.values ?? {}
      return { ...action, set: action.set.replace(/, #duePk.*$/, ''), values }
    }),
  ),
  'a digest is sent after opting out': (table) =>
    typeReads({
      ...table,
      // The end of a window reads the preferences of one member.
      batchGet: async (keys) =>
        keys.length === 1 && keys[0]?.pk.endsWith('#preferences') ? [] : await table.batchGet(keys),
    }) as Table,
}

/** Faults that only a race for one window reveals. */
const RACE_MUTANTS: Record<string, Mutant> = {
  'a window ends in spite of events that joined meanwhile': sending((actions) =>
    closesWindow(actions) ? actions.map((action) => (isWindow(action) ? bare(action) : action)) : actions,
  ),
  'a window opens in spite of another one': sending((actions) =>
    actions.map((action) => (isWindow(action) && 'put' in action && !closesWindow(actions) ? bare(action) : action)),
  ),
}

const foundAfter = async (mutant: Mutant) => {
  const on = platform(mutant)
  const storm = { throttle: 0.02, lostReply: 0.03, crashBefore: 0.03, crashAfter: 0.05, duplicate: 0.1 }
  for (let seed = 1; seed <= 30; seed++)
    if ((await digestViolations(await digestRun(on, seed, storm))).length) return seed
  return undefined
}

test('sends each event once, by itself or in a digest, whatever fails in between', { timeout: 600_000 }, async () => {
  const on = platform()
  const broken: string[] = []
  const tally = Object.fromEntries(FAULTS.map((fault) => [fault, 0]))
  const tryOne = async (seed: number, switches: ReturnType<typeof switchesOf>) => {
    const world = await digestRun(on, seed, switches)
    for (const violation of await digestViolations(world))
      broken.push(`SEED=${seed} ${JSON.stringify(switches)}: ${violation}`)
    for (const fault of FAULTS) tally[fault] = (tally[fault] ?? 0) + world.weather.tally[fault]
  }
  // One after another, since the schedule ends the windows of all tenants.
  for (let run = 0; run < count; run++) {
    const seed = (only ? Number(only) : runSeed) + run
    await tryOne(seed, switchesOf(seed))
  }
  // A seed leaves some kinds of faults out, so others have all of them, until each kind has happened.
  const isMissing = () => FAULTS.some((fault) => !tally[fault])
  for (let more = 0; !only && (more === 0 || (isMissing() && more < 20)); more++)
    await tryOne(runSeed + more, EVERY_FAULT)
  expect(broken).toEqual([])
  if (!only) for (const fault of FAULTS) expect(tally[fault], fault).toBeGreaterThan(0)
})

test.for(selectShare(Object.keys(MUTANTS), 1 / 3))('faults reveal that %s', { timeout: 300_000 }, async (name) => {
  expect(await foundAfter(MUTANTS[name] as Mutant)).toBeDefined()
})

test.for(Object.keys(RACE_MUTANTS))('a race reveals that %s', { timeout: 300_000 }, async (name) => {
  const world = await raceForWindows(platform(RACE_MUTANTS[name]), 1)
  expect(await digestViolations(world)).not.toEqual([])
})

test('a race reveals nothing without a mutant', { timeout: 300_000 }, async () => {
  expect(await digestViolations(await raceForWindows(platform(), 1))).toEqual([])
})
