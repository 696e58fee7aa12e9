import { expect, test } from 'vitest'
import { seeded } from '../support/faults.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { importWithDeaths } from './platform/import-with-deaths.ts'
import { IMPORTS, type ImportName } from './platform/imports.ts'

const part = proofPart(12)
/** A proof imports as many rows as a request may have. */
const ROWS = process.env.PROOF_COUNT === undefined ? 30 : 500
const NAMES = Object.keys(IMPORTS) as ImportName[]
/** Coprime to the number of calls unless that is a multiple of it, so that the cases of an import reach every call. */
const STRIDE = 7919

process.env.LOG_LEVEL = 'SILENT'

const callsOf = new Map<ImportName, Promise<number>>()
const countCalls = (name: ImportName) => {
  const counted = callsOf.get(name) ?? importWithDeaths(name, ROWS, []).then(({ calls }) => calls)
  callsOf.set(name, counted)
  return counted
}

/** A case is one import, whose process dies before one call, and in every other case the next process before another. */
const tryCase = async (number: number) => {
  const name = NAMES[number % NAMES.length] as ImportName
  const calls = await countCalls(name)
  const random = seeded(number)
  const first = 1 + ((Math.floor(number / NAMES.length) * STRIDE) % calls)
  const deaths = random() < 0.5 ? [first] : [first, 1 + Math.floor(random() * calls)]
  const { wrong, died } = await importWithDeaths(name, ROWS, deaths)
  return { wrong: wrong.map((each) => `${name}, died before the calls ${deaths}: ${each}`), died }
}

test(`an import of ${ROWS} rows writes each of them once, wherever its process dies, in ${part.count} cases`, {
  timeout: 120_000 + part.count * 20_000,
}, async ({ annotate }) => {
  const broken: string[] = []
  let crashes = 0
  for (const number of seedsOf(part)) {
    const { wrong, died } = await tryCase(number).catch((error: Error) => ({ wrong: [String(error.stack)], died: 0 }))
    for (const each of wrong) broken.push(`${replay('import-crashes', number)}: ${each}`)
    crashes += died
  }
  const calls = Object.fromEntries(
    await Promise.all([...callsOf].map(async ([name, counted]) => [`largest number of calls, ${name}`, await counted])),
  )
  recordFigures({ crashes, rows: ROWS * part.count, ...calls })
  expect(broken).toEqual([])
  expect(crashes).toBeGreaterThan(0)
  await annotate(JSON.stringify({ crashes, ...calls }))
})
