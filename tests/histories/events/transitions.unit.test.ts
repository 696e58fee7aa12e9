import { expect, test } from 'vitest'
import { MUTANTS } from '../../faults/mutants.ts'
import { proofPart } from '../../support/proof.ts'
import { expectNoFailure } from '../expect-no-failure.ts'
import { findRevealing } from '../find-revealing.ts'
import { deliverBySeed } from './transitions.ts'

const part = proofPart(2)

test(`every committed transition is told once to each recipient, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  const all = await expectNoFailure('transitions', part, (seed) => deliverBySeed(seed))
  expect(all.transitions).toBeGreaterThan(0)
})

test('deliveries reveal that the event is written after the transaction', async () => {
  expect(await findRevealing(MUTANTS['the event is written after the transaction'], deliverBySeed)).toBeDefined()
})
