import { chance } from './seed.ts'

/**
 * Selects a share of the cases, another one for each seed, so that a run stays short and all cases are tried over time.
 * `EVERY_CASE=true` selects all.
 */
export const selectShare = <T>(cases: readonly T[], share: number): T[] => {
  if (process.env.EVERY_CASE === 'true') return [...cases]
  const random = chance()
  const drawn = cases.map((each, index) => ({ each, index, lot: random() })).sort((a, b) => a.lot - b.lot)
  return drawn
    .slice(0, Math.ceil(cases.length * share))
    .sort((a, b) => a.index - b.index)
    .map(({ each }) => each)
}
