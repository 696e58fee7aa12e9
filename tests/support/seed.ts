import { inject } from 'vitest'
import { seeded } from './faults.ts'

declare module 'vitest' {
  interface ProvidedContext {
    seed: number
  }
}

/**
 * What tests choose by chance comes from this seed. It is another one for each run, is printed at the run's end, and makes
 * the same choices again where it is given as `SEED=123`.
 */
export const runSeed: number = inject('seed')

/** Numbers from 0 to 1 that are the same for the same seed. */
export const chance = (): (() => number) => seeded(runSeed)
