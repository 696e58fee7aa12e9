import { expect, test } from 'vitest'
import { proofPart, recordFigures } from '../support/proof.ts'
import { runSeeds } from '../support/run-seeds.ts'
import { runBySeed } from './platform/run.ts'

const part = proofPart(10)

process.env.LOG_LEVEL = 'SILENT'

test(`each request of all modules is stored once and completely, whatever fails in between, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 5000,
}, async ({ annotate }) => {
  const { broken, all } = await runSeeds('faults', part, (seed) => runBySeed(seed))
  // The number of answers by request and status is annotated only.
  const isOfAnswer = (name: string) => /\d{3}$/.test(name)
  recordFigures(Object.fromEntries(Object.entries(all).filter(([name]) => !isOfAnswer(name))))
  await annotate(JSON.stringify({ seeds: part.count, ...all }))
  expect(broken).toEqual([])
  expect(all.requests).toBeGreaterThan(0)
})
