import { expect, test } from 'vitest'
import { proofPart, recordFigures } from '../support/proof.ts'
import { runSeeds } from '../support/run-seeds.ts'
import { payBySeed } from './payments/run.ts'

const part = proofPart(15)

process.env.LOG_LEVEL = 'SILENT'

test(`no cent is lost or spent twice, whatever fails in between, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 3000,
}, async ({ annotate }) => {
  const { broken, all } = await runSeeds('payments', part, payBySeed)
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.payments).toBeGreaterThan(0)
  await annotate(JSON.stringify({ seeds: part.count, ...all }))
})
