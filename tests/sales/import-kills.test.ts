import { afterAll, beforeAll, expect, it } from 'vitest'
import { products } from '../../lib/catalog/product-store.ts'
import { variants } from '../../lib/catalog/variant-store.ts'
import { useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { count } from '../../lib/platform/store/lists/list.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import type { CatalogRun } from '../../lib/sales/catalog-runs/catalog-run.ts'
import type { PartitionName } from '../../lib/sales/catalog-runs/partition.ts'
import { findBaselines } from '../../lib/sales/listings/baseline-store.ts'
import type { StoredListing } from '../../lib/sales/listings/listing.ts'
import { listings as listingKind } from '../../lib/sales/listings/listing-store.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { faulty, seeded } from '../support/faults.ts'
import { mortalWorkers } from './mortal-workers.ts'
import { partitionsOf, runsOf, storedRecordsOf } from './runs.ts'
import { aShop } from './shops.ts'
import { later, simulating } from './sync.ts'

const VARIANTS = Number(process.env.VARIANTS ?? 140)
const KILLS = 12
const MOST_ROUNDS = 2000
const CALLS_OF_A_VARIANT = 2
const KNOWN = 5

const random = seeded(Number(process.env.SEED ?? 5))
const among = (most: number) => Math.floor(random() * most)
const door = openTable(readConfig().table)

beforeAll(() => simulating({ db: retryTable(faulty(door)) }))
afterAll(() => useApp(undefined))

const itemsOf = async <T>({ tenant }: Member, name: string) =>
  (await door.query({ pk: partition(tenant, name) })) as unknown as T[]

it(`workers that run twice and are killed import each of ${VARIANTS} variants once from a shop that fails and limits requests`, {
  timeout: 120_000 + VARIANTS * 200,
}, async ({ annotate }) => {
  const owner = await aMember()
  const known = await Promise.all(
    Array.from({ length: KNOWN }, (_, i) => aVariant(owner, { sku: `SIM-${i * 14}`, name: `Ours ${i}` })),
  )
  const channel = await aShop(owner, VARIANTS, { page_size: '20' })
  const sold = await channel.sold()
  const bad = [...sold.keys()].filter((_, place) => place % 17 === 3)
  for (const id of bad) await channel.change(id, {}, { prices: { XXQ: 1 } })
  const good = [...sold.values()].filter(({ externalVariantId }) => !bad.includes(externalVariantId))
  const connectorConfig = { fail_percent: '5', rate_limit_percent: '3' }
  await owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig })
  const request = () => owner.post(`/api/sales/channels/${channel.id}/catalog/import`)
  for (let i = 0; i < 3; i++) expect((await request()).status).toBe(202)

  const workers = mortalWorkers(owner, { kills: KILLS, calls: VARIANTS * CALLS_OF_A_VARIANT, among })
  let rounds = 0
  const heardOf = new Map<string, PartitionName>()
  const began = Date.now()
  for (;;) {
    const partitions = await partitionsOf(owner, door)
    if (!partitions.length) break
    expect(rounds++).toBeLessThan(MOST_ROUNDS)
    for (const { channelId, runId, index } of partitions) heardOf.set(runId, { channelId, runId, index })
    await Promise.all([...heardOf.values()].flatMap((partition) => [workers.work(partition), workers.work(partition)]))
    for (const { itemsSynced, itemsFailed, itemsUnchanged, itemsPending } of await runsOf(owner, channel, door)) {
      expect(itemsPending).toBeGreaterThanOrEqual(0)
      expect(itemsSynced + itemsFailed + itemsUnchanged + itemsPending).toBeLessThanOrEqual(VARIANTS)
    }
    later(4 * 60_000)
  }
  const seconds = (Date.now() - began) / 1000

  const runs = (await runsOf(owner, channel, door)) as CatalogRun[]
  const [second, first] = runs as [CatalogRun, CatalogRun]
  expect(runs).toHaveLength(2)
  const counts = { status: 'success', itemsFailed: bad.length, itemsPending: 0 }
  expect(first).toMatchObject({ ...counts, itemsSynced: good.length, itemsUnchanged: 0 })
  expect(second).toMatchObject({ ...counts, itemsSynced: 0, itemsUnchanged: good.length })
  for (const run of runs) {
    const records = await storedRecordsOf(owner, run, door)
    expect(records).toHaveLength(Math.min(run.recorded, VARIANTS))
    if (run.recorded < 1000) expect(new Set(records.map(({ externalId }) => externalId)).size).toBe(VARIANTS)
  }

  const { tenant } = owner
  const taken = await itemsOf<{ id: string; sku: string; productId: string }>(owner, 'variant')
  expect(taken.map(({ sku }) => sku).sort()).toEqual(good.map(({ sku }) => sku).sort())
  const standing = await itemsOf<StoredListing>(owner, 'listing')
  expect(standing.map(({ externalVariantId }) => externalVariantId).sort()).toEqual(
    good.map(({ externalVariantId }) => externalVariantId).sort(),
  )
  const shown = await channel.sold()
  const heads = await findBaselines(door, owner.tenant, standing)
  const productOf = new Map(taken.map(({ id, productId }) => [id, productId]))
  // These have no brand here.
  const ours = new Set(known.map(({ productId }) => productId))
  const places = new Map<string, Set<string>>()
  for (const { id, variantId, externalProductId, externalVariantId, driftState } of standing) {
    expect(heads.get(id)?.content).toEqual(shown.get(externalVariantId as string)?.content)
    expect(driftState).toBe(ours.has(productOf.get(variantId)) ? 'drifted' : 'in_sync')
    const at = externalProductId as string
    places.set(at, (places.get(at) ?? new Set()).add(productOf.get(variantId) as string))
  }
  // A known variant comes first in its product of the shop, so that the others join its product.
  expect([...places.values()].every(({ size }) => size === 1)).toBe(true)
  const owned = await itemsOf<{ id: string }>(owner, 'product')
  expect(owned.map(({ id }) => id).sort()).toEqual([...new Set(productOf.values())].sort())
  expect(await count(door, products, tenant, {})).toBe(owned.length)
  expect(await count(door, variants, tenant, {})).toBe(good.length)
  expect(await count(door, listingKind, tenant, { by: { shownIn: channel.id } })).toBe(good.length)
  expect(workers.tally.killed).toBe(KILLS)
  await annotate(JSON.stringify({ variants: VARIANTS, bad: bad.length, rounds, ...workers.tally, seconds }))
})
