import { configureGlobal } from 'fast-check'
import { runSeed } from './seed.ts'

// Properties and samples without a seed of their own use the seed of the run.
configureGlobal({ seed: runSeed })
