import { expect, test } from 'vitest'
import { FAULTS } from '../support/faults.ts'
import { runSeed } from '../support/seed.ts'
import { payBySeed } from './payments/run.ts'

// `SEEDS=200` runs more seeds, and `npm run faults:payments -- --seeds 5000` thousands of them.
const SEEDS = Number(process.env.SEEDS ?? 15)

process.env.LOG_LEVEL = 'SILENT'

test(`no cent is lost or spent twice, whatever fails in between, in ${SEEDS} histories`, {
  timeout: 120_000 + SEEDS * 3000,
}, async ({ annotate }) => {
  const broken: string[] = []
  const all: Record<string, number> = {}
  for (let seed = runSeed; seed < runSeed + SEEDS; seed++) {
    const { wrong, tally } = await payBySeed(seed)
    for (const violation of wrong) broken.push(`npm run faults:payments -- --seeds 1 --from ${seed}: ${violation}`)
    for (const [name, number] of Object.entries(tally)) all[name] = (all[name] ?? 0) + number
  }
  expect(broken).toEqual([])
  expect(all.payments).toBeGreaterThan(0)
  if (SEEDS > 100) for (const fault of FAULTS) expect(all[fault], fault).toBeGreaterThan(0)
  await annotate(JSON.stringify({ seeds: SEEDS, ...all }))
})
