import { expect } from 'vitest'
import { FAULTS } from '../support/faults.ts'
import { type Part, recordFigures, replay, seedsOf } from '../support/proof.ts'

const ENOUGH_FOR_EVERY_FAULT = 100

export interface Outcome {
  /** What must not be. */
  wrong: readonly string[]
  tally: Readonly<Record<string, number>>
}

/** Runs the seeds of a part, names those that failed, records the sum of their tallies and returns it. */
export const expectNoFailure = async (
  proof: string,
  part: Part,
  run: (seed: number) => Promise<Outcome>,
): Promise<Record<string, number>> => {
  const broken: string[] = []
  const all: Record<string, number> = {}
  for (const seed of seedsOf(part)) {
    const { wrong, tally } = await run(seed).catch((error: Error): Outcome => {
      return { wrong: [`the run failed: ${error.stack}`], tally: {} }
    })
    for (const violation of wrong) broken.push(`${replay(proof, seed)}: ${violation}`)
    for (const [name, number] of Object.entries(tally)) all[name] = (all[name] ?? 0) + number
  }
  recordFigures(all)
  expect(broken).toEqual([])
  if (part.count > ENOUGH_FOR_EVERY_FAULT) for (const fault of FAULTS) expect(all[fault], fault).toBeGreaterThan(0)
  return all
}
