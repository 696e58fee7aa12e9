import { afterAll, beforeAll, expect, it } from 'vitest'
import { NO_GOODS } from '../../lib/catalog/goods/goods.ts'
import { products } from '../../lib/catalog/product-store.ts'
import { variants } from '../../lib/catalog/variant-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { newRecord, partition } from '../../lib/platform/store/entities/entity.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import type { CatalogRun } from '../../lib/sales/catalog-runs/catalog-run.ts'
import type { PartitionName } from '../../lib/sales/catalog-runs/partition.ts'
import { findBaselines } from '../../lib/sales/listings/baseline-store.ts'
import type { StoredListing } from '../../lib/sales/listings/listing.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { faulty, seeded } from '../support/faults.ts'
import { fill } from '../support/fill.ts'
import { mortalWorkers } from './mortal-workers.ts'
import { confirmsListing, partitionsOf, runPartitions, runsOf, storedRecordsOf, stuckAt } from './runs.ts'
import { shopWith } from './shops.ts'
import { aSimulatedChannel, aStoreSeed, later, simulating } from './sync.ts'

const VARIANTS = Number(process.env.VARIANTS ?? 180)
const KILLS = 12
const MOST_ROUNDS = 2000
const CALLS_OF_A_VARIANT = 0.8
const OF_A_PRODUCT = 3

const random = seeded(Number(process.env.SEED ?? 5))
const among = (most: number) => Math.floor(random() * most)
const door = openTable(readConfig().table)

beforeAll(() => simulating({ db: retryTable(faulty(door)) }))
afterAll(() => useApp(undefined))

/** Writes several variants of each product straight into the table; requests to the catalog are tested elsewhere. */
const fillCatalog = async (tenant: Id) => {
  const now = new Date()
  const chairs = Array.from({ length: Math.ceil(VARIANTS / OF_A_PRODUCT) }, (_, at) => ({
    ...newRecord(newId(now)),
    ...{ name: `Chair ${at}`, description: 'Of oak', brand: null, attributes: {} },
    ...{ status: 'active' as const, tags: [], categoryIds: [] },
  }))
  const all = Array.from({ length: VARIANTS }, (_, at) => ({
    ...newRecord(newId(now)),
    productId: (chairs[Math.floor(at / OF_A_PRODUCT)] as { id: Id }).id,
    ...{ sku: `KILL-${at}`, name: `No. ${at}`, ...NO_GOODS, attributes: {}, localizations: {} },
    prices: [{ currency: 'EUR', amount: 1000 + at }],
  }))
  const { table } = readConfig()
  await fill(table, products, tenant, chairs)
  await fill(table, variants, tenant, all)
}

const itemsOf = async <T>({ tenant }: Member, name: string) =>
  (await door.query({ pk: partition(tenant, name) })) as unknown as T[]

it(`workers that run twice and are killed push each of ${VARIANTS} variants once to a shop that fails and refuses`, {
  timeout: 120_000 + VARIANTS * 200,
}, async ({ annotate }) => {
  const tenant = newId(new Date())
  await fillCatalog(tenant)
  const owner = await aMember({ tenant })
  const seed = aStoreSeed()
  const channel = await aSimulatedChannel(owner, { seed, products: '0', refuse_percent: '2' })
  const settings = { fail_percent: '5', rate_limit_percent: '3' }
  await owner.patch(`/api/sales/channels/${channel.id}/credentials`, { credentials: settings })
  const publish = () => owner.post(`/api/sales/channels/${channel.id}/catalog/publish`)
  expect((await publish()).status).toBe(202)
  expect((await publish()).status).toBe(202)

  const workers = mortalWorkers(owner, { kills: KILLS, calls: VARIANTS * CALLS_OF_A_VARIANT, among })
  let rounds = 0
  const heardOf = new Map<string, PartitionName>()
  const closed = new Map<string, string>()
  const began = Date.now()
  for (;;) {
    const partitions = await partitionsOf(owner, door)
    if (!partitions.length) break
    expect(rounds++).toBeLessThan(MOST_ROUNDS)
    for (const { channelId, runId, index } of partitions) heardOf.set(`${runId} ${index}`, { channelId, runId, index })
    // Every message may come once more.
    await Promise.all([...heardOf.values()].flatMap((partition) => [workers.work(partition), workers.work(partition)]))
    for (const run of await runsOf(owner, channel, door)) {
      if (run.status === null) continue
      const before = closed.get(run.id) ?? JSON.stringify(run)
      expect(JSON.stringify(run)).toBe(before)
      closed.set(run.id, before)
    }
    later(4 * 60_000)
  }
  const seconds = (Date.now() - began) / 1000

  const runs = await runsOf(owner, channel, door)
  expect(runs.map(({ status }) => status)).toEqual(['success', 'success'])
  const [second, first] = runs as [CatalogRun, CatalogRun]
  const { itemsSynced: pushed, itemsFailed, itemsUnchanged } = first
  expect({ dealtWith: pushed + itemsFailed, itemsUnchanged }).toEqual({ dealtWith: VARIANTS, itemsUnchanged: 0 })
  expect(second.itemsSynced + second.itemsFailed).toBe(first.itemsFailed)
  const failed = new Set<string>()
  for (const run of [first, second]) {
    const { itemsSynced, itemsFailed, itemsUnchanged, itemsSkipped, itemsPending, recorded } = run
    expect(itemsPending).toBe(0)
    const records = await storedRecordsOf(owner, run, door)
    expect(records).toHaveLength(recorded)
    if (recorded < 1000) expect(recorded).toBe(itemsSynced + itemsFailed + itemsUnchanged + itemsSkipped)
    const ofFailed = records.filter(({ action }) => action === 'failed').map(({ resourceUri }) => String(resourceUri))
    expect(ofFailed).toHaveLength(itemsFailed)
    expect(new Set(ofFailed).size).toBe(itemsFailed)
    if (run === second) for (const uri of ofFailed) failed.add(uri.slice(-26))
  }

  const sold = [...(await shopWith(owner.tenant, { seed, products: '0' }, () => door).sold()).values()]
  expect(new Set(sold.map(({ sku }) => sku)).size).toBe(sold.length)
  const shown = new Map(sold.map((each) => [each.externalVariantId, each]))
  const listings = await itemsOf<StoredListing>(owner, 'listing')
  const heads = await findBaselines(door, owner.tenant, listings)
  expect(listings).toHaveLength(VARIANTS)
  for (const listing of listings) {
    const head = heads.get(listing.id)
    if (failed.has(listing.variantId)) {
      expect(head).toBeUndefined()
      expect(listing).toMatchObject({ driftState: 'never_pushed', headHash: null, contentVersion: 0 })
      continue
    }
    expect(listing).toMatchObject({ driftState: 'in_sync', contentVersion: 1, headHash: listing.currentHash })
    expect(shown.get(listing.externalVariantId as string)?.content).toEqual(head?.content)
  }
  expect(heads.size).toBe(VARIANTS - failed.size)
  const owned = await itemsOf<{ id: string; productId: string }>(owner, 'variant')
  const productOf = new Map(owned.map(({ id, productId }) => [id, productId]))
  const places = new Map<string, Set<string>>()
  for (const { variantId, externalProductId } of listings) {
    const productId = productOf.get(variantId) as string
    if (externalProductId) places.set(productId, (places.get(productId) ?? new Set()).add(externalProductId))
  }
  expect([...places.values()].every(({ size }) => size === 1)).toBe(true)
  for (const run of runs) expect(await itemsOf(owner, `run-part?run=${run.id}`)).toEqual([])
  expect(workers.tally.killed).toBe(KILLS)
  await annotate(
    JSON.stringify({
      variants: VARIANTS,
      failed: [first.itemsFailed, second.itemsFailed],
      rounds,
      ...workers.tally,
      seconds,
    }),
  )
})

it('a worker that counts as dead changes nothing once another worker has taken over', async () => {
  const owner = await aMember()
  for (let i = 0; i < 5; i++) await aVariant(owner)
  const channel = await aSimulatedChannel(owner, { seed: aStoreSeed(), products: '0' })
  expect((await owner.post(`/api/sales/channels/${channel.id}/catalog/publish`)).status).toBe(202)
  const before = app()
  const held = stuckAt(confirmsListing)
  useApp(held.app)
  const slow = runPartitions(owner)
  await held.stuck
  useApp(before)
  later(6 * 60_000)
  await runPartitions(owner)
  const kinds = ['sync-run', 'listing', 'listing-head', 'run-partition', 'catalog-run', 'outbox']
  const state = async () => {
    const [run] = await runsOf(owner, channel, door)
    const all = await Promise.all(kinds.map((kind) => itemsOf(owner, kind)))
    return [all, await storedRecordsOf(owner, run as CatalogRun, door)]
  }
  const done = await state()
  held.goOn()
  await slow
  expect(await state()).toEqual(done)
  expect((await runsOf(owner, channel, door))[0]).toMatchObject({ status: 'success', itemsSynced: 5, itemsPending: 0 })
})
