import { inject } from 'vitest'
import { seeded } from './faults.ts'

declare module 'vitest' {
  interface ProvidedContext {
    seed: number
  }
}

/**
 * Seed of all random choices in tests. It differs per run, is printed at the end of the run, and `SEED=123` repeats its
 * choices.
 */
export const runSeed: number = inject('seed')

/** Makes a generator of numbers from 0 to 1 from the seed. */
export const chance = (): (() => number) => seeded(runSeed)
