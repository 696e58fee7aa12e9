import { FAULTS } from './faults.ts'
import { type Part, replay, seedsOf } from './proof.ts'

const ENOUGH_FOR_EVERY_FAULT = 100

export interface Outcome {
  /** Sentences about what must not be. */
  wrong: readonly string[]
  tally: Readonly<Record<string, number>>
}

/** Runs the seeds of a part; returns what was wrong, with the command that replays each seed, and the sum of the tallies. */
export const runSeeds = async (proof: string, part: Part, run: (seed: number) => Promise<Outcome>) => {
  const broken: string[] = []
  const all: Record<string, number> = {}
  for (const seed of seedsOf(part)) {
    const { wrong, tally } = await run(seed).catch((error: Error): Outcome => {
      return { wrong: [`the run failed: ${error.stack}`], tally: {} }
    })
    for (const violation of wrong) broken.push(`${replay(proof, seed)}: ${violation}`)
    for (const [name, number] of Object.entries(tally)) all[name] = (all[name] ?? 0) + number
  }
  if (part.count > ENOUGH_FOR_EVERY_FAULT)
    for (const fault of FAULTS) if (!all[fault]) broken.push(`no seed had the fault ${fault}`)
  return { broken, all }
}
