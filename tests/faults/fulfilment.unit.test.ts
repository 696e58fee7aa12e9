import { expect, test } from 'vitest'
import { proofPart, recordFigures } from '../support/proof.ts'
import { runSeeds } from '../support/run-seeds.ts'
import { fulfilBySeed } from './fulfilment/run.ts'

const part = proofPart(15)

process.env.LOG_LEVEL = 'SILENT'

test(`each order is fulfilled once and none is forgotten, whatever fails in between, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 3000,
}, async ({ annotate }) => {
  const { broken, all } = await runSeeds('fulfilment', part, fulfilBySeed)
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.orders).toBeGreaterThan(0)
  expect(all.steps).toBeGreaterThan(all.orders ?? 0)
  await annotate(JSON.stringify({ seeds: part.count, ...all }))
})
