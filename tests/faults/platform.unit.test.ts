import { expect, test } from 'vitest'
import { FAULTS } from '../support/faults.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { runBySeed } from './platform/run.ts'

const part = proofPart(10)
const ENOUGH_FOR_EVERY_FAULT = 100

process.env.LOG_LEVEL = 'SILENT'

test(`each request of all modules is stored once and completely, whatever fails in between, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 5000,
}, async ({ annotate }) => {
  const broken: string[] = []
  const all: Record<string, number> = {}
  for (const seed of seedsOf(part)) {
    const { wrong, tally } = await runBySeed(seed).catch((error: Error) => ({
      wrong: [`the run failed: ${error.stack}`],
      tally: {} as Record<string, number>,
    }))
    for (const violation of wrong) broken.push(`${replay('faults', seed)}: ${violation}`)
    for (const [name, number] of Object.entries(tally)) all[name] = (all[name] ?? 0) + number
  }
  // The number of answers by request and status is annotated only.
  const isOfAnswer = (name: string) => /\d{3}$/.test(name)
  recordFigures(Object.fromEntries(Object.entries(all).filter(([name]) => !isOfAnswer(name))))
  await annotate(JSON.stringify({ seeds: part.count, ...all }))
  expect(broken).toEqual([])
  expect(all.requests).toBeGreaterThan(0)
  if (part.count > ENOUGH_FOR_EVERY_FAULT) for (const fault of FAULTS) expect(all[fault], fault).toBeGreaterThan(0)
})
