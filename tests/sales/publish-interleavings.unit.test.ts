import { expect, it } from 'vitest'
import { publishBySeed } from './publishing.ts'

const SEED = Number(process.env.SEED ?? 1)
const SCHEDULES = Number(process.env.SCHEDULES ?? 25)

const sorted = (ids: readonly unknown[]) => [...ids].map(String).sort()

/** Compares the records and counts of a publish with its plan. */
const check = async (seed: number) => {
  const { runs, variants, listings, sold, isChanging, tally } = await publishBySeed(seed)
  expect(listings).toHaveLength(variants.length)
  for (const { run, planned, left, records } of runs) {
    const { itemsSynced, itemsFailed, itemsUnchanged, itemsSkipped, itemsPending } = run
    expect(run.status === 'success' || run.errorCode === 'UPSTREAM_ERROR' || run.errorCode === 'INTERRUPTED').toBe(true)
    expect(new Set(planned).size).toBe(planned.length)
    const told = records.map(({ resourceUri }) => String(resourceUri).slice(-26))
    expect(new Set(told).size).toBe(told.length)
    expect(itemsSynced + itemsFailed + itemsUnchanged + itemsSkipped).toBe(told.length)
    expect(itemsPending).toBe(planned.length - told.length)
    if (run.status !== 'success') continue
    expect(sorted(told)).toEqual(sorted(planned))
    expect(itemsPending).toBe(0)
    expect(left).toEqual([])
    const count = (...actions: string[]) => records.filter(({ action }) => actions.includes(action as string)).length
    expect([itemsSynced, itemsFailed, itemsUnchanged, itemsSkipped]).toEqual([
      count('created', 'updated'),
      count('failed'),
      count('unchanged'),
      count('skipped'),
    ])
  }
  const [first] = runs
  // Nothing was published before, so every variant is planned.
  if (first?.run.status === 'success') expect(sorted(first.planned)).toEqual(sorted(variants))
  const synced = listings.filter(({ driftState }) => driftState === 'in_sync')
  expect(synced.every(({ baseline }) => baseline)).toBe(true)
  expect(new Set(sold.map(({ sku }) => sku)).size).toBe(sold.length)
  if (!isChanging && runs.every(({ run }) => run.status === 'success'))
    for (const { contentVersion, headHash } of listings) expect(contentVersion).toBe(headHash ? 1 : 0)
  return tally
}

it(`a publish accounts for each planned variant once, in ${SCHEDULES} histories from seed ${SEED} on`, {
  timeout: 60_000 + SCHEDULES * 2000,
}, async ({ annotate }) => {
  const all = { crashes: 0, rounds: 0 }
  for (let seed = SEED; seed < SEED + SCHEDULES; seed++) {
    try {
      const { crashes, rounds } = await check(seed)
      all.crashes += crashes
      all.rounds += rounds
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
  }
  expect(all.crashes).toBeGreaterThan(0)
  await annotate(JSON.stringify({ schedules: SCHEDULES, ...all }))
})
