import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { addUnderLease } from '../../lib/platform/effects/under-lease.ts'
import { newId } from '../../lib/platform/id.ts'
import { reschedule } from '../../lib/platform/store/table/due.ts'
import {
  assumeAloneSince,
  type Claimant,
  claim,
  LEASE,
  type LeaseAttributes,
  LeaseLost,
  release,
  requireHeldBy,
  requireSameHolder,
} from '../../lib/platform/store/table/lease.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { type Item, type Table, TransientFault } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const tenant = newId(NOW)
const aKey = () => ({ pk: `T#${tenant}#leased`, sk: newId(new Date()) })
const aClaimant = (from = 0): Claimant => ({ by: randomUUID(), now: inSeconds(from), until: inSeconds(from + 60) })

/** The app's table, but the answer of its first update is lost. */
const losingFirstAnswer = (): Table => {
  const { db } = app()
  let isFirst = true
  const update: Table['update'] = async (given) => {
    const written = await db.update(given)
    if (!isFirst) return written
    isFirst = false
    throw new TransientFault('unreachable')
  }
  return retryTable({ ...db, update })
}

afterEach(() => assumeAloneSince(undefined))

describe.each([
  ['ISO timestamps', LEASE],
  ['milliseconds', { by: 'turn', until: 'turnUntil', isEpoch: true }],
] as [string, LeaseAttributes][])('a lease in %s', (_, lease) => {
  it('goes to one of the callers that claim it at the same time', async () => {
    const key = aKey()
    const claimants = Array.from({ length: 8 }, () => aClaimant())
    const claimed = await Promise.all(claimants.map((each) => claim(app().db, lease, key, each)))
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect((await app().db.get(key))?.[lease.by]).toBe(claimants[claimed.findIndex(Boolean)]?.by)
  })

  it('goes to one of the callers that have read the item before', async () => {
    const key = aKey()
    await claim(app().db, lease, key, aClaimant())
    const found = await app().db.get(key)
    const claimants = Array.from({ length: 8 }, () => aClaimant(61))
    const claimed = await Promise.all(
      claimants.map((each) => claim(app().db, lease, key, each, requireSameHolder(lease, found))),
    )
    expect(claimed.filter(Boolean)).toHaveLength(1)
  })

  it('is taken over once it has expired, and not before', async () => {
    const key = aKey()
    await claim(app().db, lease, key, aClaimant())
    expect(await claim(app().db, lease, key, aClaimant(59))).toBeUndefined()
    expect(await claim(app().db, lease, key, aClaimant(60))).toBeDefined()
  })

  it('is renewed by its holder', async () => {
    const [key, holder] = [aKey(), aClaimant()]
    await claim(app().db, lease, key, holder)
    expect(await claim(app().db, lease, key, { ...holder, now: inSeconds(30), until: inSeconds(90) })).toBeDefined()
    expect(await claim(app().db, lease, key, aClaimant(89))).toBeUndefined()
  })

  it('is free at once after its release, which only its holder can do', async () => {
    const [key, first, second] = [aKey(), aClaimant(), aClaimant(1)]
    await claim(app().db, lease, key, first)
    expect((await app().db.update(release(lease, key, second.by))).ok).toBe(false)
    expect((await app().db.update(release(lease, key, first.by))).ok).toBe(true)
    expect(await claim(app().db, lease, key, second)).toBeDefined()
  })

  it('is free at once if it was taken before the moment since which no other worker is alive', async () => {
    const [dead, alive] = [aKey(), aKey()]
    await claim(app().db, lease, dead, aClaimant(0))
    await claim(app().db, lease, alive, aClaimant(1))
    assumeAloneSince(inSeconds(1))
    expect(await claim(app().db, lease, dead, aClaimant(2))).toBeDefined()
    expect(await claim(app().db, lease, alive, aClaimant(2))).toBeUndefined()
    expect(await claim(app().db, lease, dead, aClaimant(3))).toBeUndefined()
    expect(await claim(app().db, lease, alive, aClaimant(61))).toBeDefined()
  })

  it('is recognized by a caller whose first answer was lost', async () => {
    const [key, claimant] = [aKey(), aClaimant()]
    const once = { set: '#count = :count', when: 'attribute_not_exists(#count)', values: { ':count': 1 } }
    expect(await claim(losingFirstAnswer(), lease, key, claimant, once)).toMatchObject({ count: 1 })
    expect(await claim(app().db, lease, key, aClaimant(), once)).toBeUndefined()
  })
})

it('reschedules a due item once for callers at the same moment, one of which loses the answer to its first call', async () => {
  const key = { ...aKey(), duePk: 'leased#0', dueSk: NOW.toISOString() }
  await app().db.put({ put: key })
  const tables = [losingFirstAnswer(), ...Array.from({ length: 4 }, () => app().db)]
  const moved = await Promise.all(tables.map((db) => reschedule(db, key, inSeconds(300))))
  expect(moved.filter(Boolean)).toHaveLength(1)
  const again = await reschedule(losingFirstAnswer(), moved.find(Boolean) as Item, inSeconds(600))
  expect(Date.parse(again?.dueSk as string)).toBe(inSeconds(600).getTime())
  expect((await app().db.get(key))?.dueSk).toBe(again?.dueSk)
})

it('refuses the writes of a worker whose lease was taken over, even if its other data is stale', async () => {
  const [key, other, first, second] = [aKey(), aKey(), aClaimant(), aClaimant(61)]
  const write = (by: string, isStale = false) =>
    runInUnit(app().db, { tenant, actor: null, now: NOW }, async (unit) => {
      addUnderLease(unit, { put: { ...key, leaseBy: by, writtenBy: by }, ...requireHeldBy(LEASE, by) })
      if (isStale) unit.add({ check: other, when: 'attribute_exists(pk)' })
    })
  await claim(app().db, LEASE, key, first)
  await write(first.by)
  await claim(app().db, LEASE, key, second)
  await expect(write(first.by)).rejects.toBeInstanceOf(LeaseLost)
  await expect(write(first.by, true)).rejects.toBeInstanceOf(LeaseLost)
  await write(second.by)
  expect(await app().db.get(key)).toMatchObject({ writtenBy: second.by })
})
