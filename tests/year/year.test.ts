import { expect, test } from 'vitest'
import { seeded } from '../support/faults.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { readAnswers } from './answers.ts'
import { liveAYear } from './business/live-a-year.ts'
import type { World } from './business/world.ts'
import { findDisagreements } from './find-disagreements.ts'
import { FAULTS, plantFault } from './plant-fault.ts'

const part = proofPart(1)
/** Full runs begin with seed 1. The seed of a quick run is almost always above these, and a year of it has fewer orders. */
const MAX_FULL_SEED = 10_000
const isFull = part.from <= MAX_FULL_SEED
const ORDERS = isFull ? 200 : 60
const TRIES_PER_FAULT = isFull ? 3 : 1

process.env.LOG_LEVEL = 'SILENT'

/** Lists planted faults that the comparison does not find. */
const findMissed = (world: World, answers: Awaited<ReturnType<typeof readAnswers>>, seed: number): string[] => {
  const random = seeded(seed)
  const tries = Object.keys(FAULTS).flatMap((name) => Array.from({ length: TRIES_PER_FAULT }, () => name))
  return tries.filter((name) => !findDisagreements(world, plantFault(name, random, answers)).length)
}

test(`all books of a small business agree to the cent after a year of ${ORDERS} orders, in ${part.count} years`, {
  timeout: 300_000 + part.count * 300_000,
}, async ({ annotate }) => {
  const broken: string[] = []
  const all: Record<string, number> = {}
  const live = (seed: number) =>
    liveAYear(seed, ORDERS, async (world) => {
      const answers = await readAnswers(world)
      const missed = findMissed(world, answers, seed).map((name) => `not found: ${name}`)
      for (const [name, number] of Object.entries(world.tally)) all[name] = (all[name] ?? 0) + number
      all.postings = (all.postings ?? 0) + answers.postings.length
      return [...world.wrong, ...findDisagreements(world, answers), ...missed]
    })
  for (const seed of seedsOf(part)) {
    const wrong = await live(seed).catch((error: Error) => [`the year failed: ${error.stack}`])
    broken.push(...wrong.map((each) => `${replay('year', seed)}: ${each}`))
  }
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.orders).toBe(ORDERS * part.count)
  await annotate(JSON.stringify({ years: part.count, ...all }))
})
