import { expect, test } from 'vitest'
import { proofPart, recordFigures } from '../../support/proof.ts'
import { runSeeds } from '../../support/run-seeds.ts'
import { findRevealing } from '../find-revealing.ts'
import { REVEALING } from './mutants.ts'
import { recordBySeed, SUBJECTS } from './run.ts'

const part = proofPart(SUBJECTS.length)

test(`requests of simultaneous clients look as if they were made one after another, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 3000,
}, async () => {
  const { broken, all } = await runSeeds('linearizability', part, (seed) => recordBySeed(seed))
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.operations).toBeGreaterThan(0)
})

test.for(REVEALING)('the order of requests reveals that %s', async ([, subject, mutant]) => {
  const recordSubject: typeof recordBySeed = (seed, wrap) => recordBySeed(seed * SUBJECTS.length + subject, wrap)
  expect(await findRevealing(mutant, recordSubject)).toBeDefined()
})

test('the same seed gives the same history', async () => {
  const [first, second] = [await recordBySeed(part.from), await recordBySeed(part.from)]
  expect(second).toEqual(first)
})
