import { expect, test } from 'vitest'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { liveWithOwners } from './live-with-owners.ts'

const part = proofPart(1)
/** Full runs begin with seed 1. The seed of a quick run is almost always above these, and a year of it has fewer orders. */
const MAX_FULL_SEED = 10_000
const ORDERS_IN_MONTH = part.from <= MAX_FULL_SEED ? 12 : 3

process.env.LOG_LEVEL = 'SILENT'

test(`settlements, statements, ledger, postings and payments of a provider of logistics agree to the cent, in ${part.count} years`, {
  timeout: 300_000 + part.count * 600_000,
}, async ({ annotate }) => {
  const broken: string[] = []
  const all: Record<string, number> = {}
  for (const seed of seedsOf(part)) {
    const { wrong, tally, deaths } = await liveWithOwners(seed, ORDERS_IN_MONTH).catch((error: Error) => ({
      ...{ wrong: [`the year failed: ${error.stack}`], tally: {}, deaths: 0 },
    }))
    broken.push(...wrong.map((each) => `${replay('logistics-year', seed)}: ${each}`))
    for (const [name, number] of Object.entries({ ...tally, deaths })) all[name] = (all[name] ?? 0) + number
  }
  recordFigures(all)
  expect(broken).toEqual([])
  for (const name of ['late parcels', 'returns', 'self-billing invoices', 'payment runs', 'deaths'])
    expect([name, all[name] ?? 0]).not.toEqual([name, 0])
  await annotate(JSON.stringify({ years: part.count, ...all }))
})
