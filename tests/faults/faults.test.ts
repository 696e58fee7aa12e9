import { expect, test } from 'vitest'
import { FAULTS } from '../support/faults.ts'
import { runSeed } from '../support/seed.ts'
import { violations } from './invariants.ts'
import { company, membersRequests } from './staff.ts'
import { membersViolations } from './staff-invariants.ts'
import { anyRequests, switchesOf } from './workload.ts'
import { type Platform, platform, world } from './world.ts'

// SEED=123 repeats one seed; SEEDS=200 runs 200 seeds, which takes some minutes.
const only = process.env.SEED
const seeds = Array.from({ length: only ? 1 : Number(process.env.SEEDS ?? 20) }, (_, i) =>
  only ? Number(only) + i : 0,
)
const first = runSeed
const AT_ONCE = 6

const aboutGoods = async (on: Platform, seed: number) => {
  const made = await world(on, seed, switchesOf(seed))
  await anyRequests(made)
  return { made, wrong: await violations(made) }
}

const aboutMembers = async (on: Platform, seed: number) => {
  const made = await company(on, seed, switchesOf(seed))
  await membersRequests(made)
  return { made, wrong: await membersViolations(made) }
}

test('stores each request once and completely, whatever fails in between', { timeout: 600_000 }, async () => {
  const on = platform()
  const tally = Object.fromEntries(FAULTS.map((fault) => [fault, 0]))
  const broken: string[] = []
  const left = seeds.map((_, i) => first + i)
  const run = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const { made, wrong } = await (seed % 4 ? aboutGoods : aboutMembers)(on, seed)
      for (const violation of wrong) broken.push(`SEED=${seed}: ${violation}`)
      for (const fault of FAULTS) tally[fault] = (tally[fault] ?? 0) + made.weather.tally[fault]
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  expect(broken).toEqual([])
  if (!only) for (const fault of FAULTS) expect(tally[fault], fault).toBeGreaterThan(0)
})
