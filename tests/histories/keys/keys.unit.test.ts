import { expect, test } from 'vitest'
import { MUTANTS } from '../../faults/mutants.ts'
import { proofPart, recordFigures } from '../../support/proof.ts'
import { runSeeds } from '../../support/run-seeds.ts'
import { findRevealing } from '../find-revealing.ts'
import { useKeysBySeed } from './run.ts'

const part = proofPart(2)

test(`requests with one key make one resource and get one answer, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  const { broken, all } = await runSeeds('keys', part, (seed) => useKeysBySeed(seed))
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.requests).toBeGreaterThan(0)
})

test.for([
  'an idempotency record overwrites another',
  'idempotency keys are not stored',
  'the idempotency record is written after the transaction',
])('requests with one key reveal that %s', async (name) => {
  expect(await findRevealing(MUTANTS[name], useKeysBySeed)).toBeDefined()
})
