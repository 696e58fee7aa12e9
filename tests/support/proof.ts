import { appendFileSync } from 'node:fs'
import { runSeed } from './seed.ts'

/** The seeds or cases from `from` to `from + count - 1`. */
export interface Part {
  from: number
  count: number
}

/** Returns the part of a proof that `npm run proof` asked for; in other runs a small one, from the seed of the run. */
export const proofPart = (small: number): Part => {
  const { PROOF_FROM: from, PROOF_COUNT: count } = process.env
  return { from: Number(from ?? runSeed), count: Number(count ?? small) }
}

/** Tells whether a run tries this proof: all do but those of another one. */
export const isTried = (proof: string): boolean => [undefined, proof].includes(process.env.PROOF_NAME)

/** True if `npm run proof` runs this test; some proofs have no size that is small enough for other runs. */
export const isProof = process.env.PROOF_COUNT !== undefined

/** Lists the seeds of a part. */
export const seedsOf = ({ from, count }: Part): number[] => Array.from({ length: count }, (_, i) => from + i)

/** Returns the command that runs one seed of a proof again. */
export const replay = (proof: string, seed: number) => `npm run proof -- ${proof} --from ${seed} --size 1`

/**
 * Records figures for docs/proof.md. Those of several parts are added up; of a name that begins with "largest" the
 * largest one is kept.
 */
export const recordFigures = (figures: Readonly<Record<string, number>>): void => {
  const { PROOF_FIGURES: file } = process.env
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`)
}
