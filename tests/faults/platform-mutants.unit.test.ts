import { expect, test } from 'vitest'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { PLATFORM_MUTANTS } from './platform/mutants.ts'
import { runBySeed } from './platform/run.ts'

const MAX_SEEDS = 60
/** More faults than in other histories, so that few of them reveal a fault of code. */
const STORM = { throttle: 0.02, conflict: 0.04, lostReply: 0.04, crashBefore: 0.02, crashAfter: 0.04, duplicate: 0.06 }
const NAMES = Object.keys(PLATFORM_MUTANTS)
const part = proofPart(2)

process.env.LOG_LEVEL = 'SILENT'

/** Returns the number of histories until the mutant was revealed, and how. */
const revealBy = async (name: string) => {
  const { mutant, modules } = PLATFORM_MUTANTS[name] ?? {}
  for (let seed = 1; seed <= MAX_SEEDS; seed++) {
    const { wrong } = await runBySeed(seed, { switches: STORM, mutant, modules }).catch((error: Error) => ({
      wrong: [error.message],
    }))
    if (wrong.length) return { seeds: seed, violation: wrong[0] }
  }
  return undefined
}

// A run of the tests tries some mutants, another one others.
test(`the workload of all modules reveals ${part.count} of ${NAMES.length} faults of code`, {
  timeout: 120_000 + part.count * 120_000,
}, async ({ annotate }) => {
  const unseen: string[] = []
  const figures: Record<string, number> = { mutants: 0, histories: 0 }
  for (const number of seedsOf(part)) {
    const name = NAMES[number % NAMES.length] ?? ''
    const revealed = await revealBy(name)
    if (!revealed) unseen.push(`${replay('mutants', number)}: nothing reveals that ${name}`)
    await annotate(`${name}: ${revealed?.seeds} histories, ${revealed?.violation}`)
    figures.mutants = (figures.mutants ?? 0) + 1
    figures.histories = (figures.histories ?? 0) + (revealed?.seeds ?? MAX_SEEDS)
    figures['largest number of histories'] = Math.max(figures['largest number of histories'] ?? 0, revealed?.seeds ?? 0)
  }
  recordFigures(figures)
  expect(unseen).toEqual([])
})

test('the same histories reveal nothing without a fault of code', { timeout: 240_000 }, async () => {
  const found: string[] = []
  for (const seed of [1, 2, 3, 4]) found.push(...(await runBySeed(seed, { switches: STORM })).wrong)
  expect(found).toEqual([])
})
