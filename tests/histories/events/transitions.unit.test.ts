import { expect, test } from 'vitest'
import { MUTANTS } from '../../faults/mutants.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../../support/proof.ts'
import { runSeeds } from '../../support/run-seeds.ts'
import { findRevealing } from '../find-revealing.ts'
import { renameBlindly, renameBySeed } from './renames.ts'
import { deliverBySeed } from './transitions.ts'

const part = proofPart(2)

test(`every committed transition is told once to each recipient, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  const { broken, all } = await runSeeds('transitions', part, (seed) => deliverBySeed(seed))
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.transitions).toBeGreaterThan(0)
})

test('deliveries reveal that the event is written after the transaction', async () => {
  expect(await findRevealing(MUTANTS['the event is written after the transaction'], deliverBySeed)).toBeDefined()
})

test(`copies of a name never go back to an earlier one, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 3000,
}, async () => {
  for (const seed of seedsOf(part)) {
    const { wrong, tally } = await renameBySeed(seed)
    expect(wrong, replay('transitions', seed)).toEqual([])
    recordFigures({ renames: tally.renames })
  }
})

test('copies of a name reveal that a task does not check whether it is still the name', async () => {
  expect(await findRevealing(renameBlindly, renameBySeed)).toBeDefined()
})
