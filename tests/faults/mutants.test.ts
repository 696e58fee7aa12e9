import { expect, test } from 'vitest'
import { selectShare } from '../support/select-share.ts'
import { violations } from './invariants.ts'
import { MUTANTS, UNIQUE_MUTANTS } from './mutants.ts'
import { anyRequests, raceForPartner } from './workload.ts'
import { type Mutant, platform, type World, world } from './world.ts'

const MOST_SEEDS = 30
const STORM = { throttle: 0.05, conflict: 0.08, lostReply: 0.08, crashBefore: 0.04, crashAfter: 0.04, duplicate: 0.1 }

/** Returns the number of runs until the mutant was revealed. */
const foundAfter = async (mutant: Mutant, requests: (world: World) => Promise<void>) => {
  const on = platform(mutant)
  for (let seed = 1; seed <= MOST_SEEDS; seed++) {
    const made = await world(on, seed, STORM)
    await requests(made)
    if ((await violations(made)).length) return seed
  }
  return undefined
}

// Histories in memory reveal most of these as well, so each run of the tests tries some here, another one others.
test.for(selectShare(Object.keys(MUTANTS), 0.25))('faults reveal that %s', { timeout: 300_000 }, async (name) => {
  expect(await foundAfter(MUTANTS[name] as Mutant, anyRequests)).toBeDefined()
})

test.for(Object.keys(UNIQUE_MUTANTS))('a race reveals that %s', { timeout: 300_000 }, async (name) => {
  expect(await foundAfter(UNIQUE_MUTANTS[name] as Mutant, raceForPartner)).toBeDefined()
})

test('nothing is revealed without a mutant', { timeout: 300_000 }, async () => {
  const on = platform()
  for (let seed = 1; seed <= 10; seed++) {
    const made = await world(on, seed, STORM)
    await (seed % 2 ? anyRequests : raceForPartner)(made)
    expect(await violations(made)).toEqual([])
  }
})
