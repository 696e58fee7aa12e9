import type { Outcome } from '../support/run-seeds.ts'
import type { Wrap } from './world.ts'

const MAX_SEEDS = 25

/** Returns the first seed that reveals a planted fault and has no failure without it; undefined if none does. */
export const findRevealing = async (
  mutant: Wrap | undefined,
  run: (seed: number, wrap?: Wrap) => Promise<Outcome>,
): Promise<number | undefined> => {
  if (!mutant) throw new Error('there is no such fault')
  for (let seed = 1; seed <= MAX_SEEDS; seed++) {
    const { wrong } = await run(seed, mutant)
    if (wrong.length) return (await run(seed)).wrong.length ? undefined : seed
  }
  return undefined
}
