import { mock } from 'node:test'
import { loadCatalogJob } from '../../functions/sales/catalog-jobs.ts'
import { addProduct } from '../../lib/catalog/product-store.ts'
import { addVariant, changeVariant } from '../../lib/catalog/variant-store.ts'
import type { App } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import type { Log } from '../../lib/platform/log.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import type { CatalogRun } from '../../lib/sales/catalog-runs/catalog-run.ts'
import { parsePartitionKey } from '../../lib/sales/catalog-runs/partition-store.ts'
import { runPartition } from '../../lib/sales/catalog-runs/run-partition.ts'
import { connectChannel, testNewConnection } from '../../lib/sales/connections/connect-channel.ts'
import { applyContentChanges } from '../../lib/sales/listings/apply-content-changes.ts'
import type { StoredListing } from '../../lib/sales/listings/listing.ts'
import { requestPublish } from '../../lib/sales/publish/publish.ts'
import type { SyncRecord } from '../../schemas/sales/sync.ts'
import { Crash, faulty, seeded, serve, weather } from '../support/faults.ts'
import { memoryTable } from '../support/memory-table.ts'
import { makeScheduler } from '../support/scheduler.ts'
import { withoutChance } from '../support/without-chance.ts'

const BEGIN_MS = Date.parse('2026-03-01T12:00:00.000Z')
const MAX_ROUNDS = 400
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface History {
  /** Number of variants of each product. */
  products: readonly number[]
  isCrashing: boolean
  isChanging: boolean
}

const some = (random: () => number): History => {
  const among = (most: number) => Math.floor(random() * most)
  const isLarge = random() < 0.15
  const products = Array.from({ length: 1 + among(4) }, () => 1 + among(isLarge ? 70 : 6))
  return { products, isCrashing: random() < 0.7, isChanging: random() < 0.5 }
}

/**
 * Runs one or several publishes of a small catalog by workers that run twice, die, count as dead, and see changes
 * in between. The sequence of all calls to the table comes from the seed.
 */
export const publishBySeed = async (seed: number) => {
  const random = seeded(seed)
  const among = (most: number) => Math.floor(random() * most)
  const restore = withoutChance(seeded(seed + 1))
  try {
    const { products, isCrashing, isChanging } = some(random)
    const table = memoryTable()
    let now = BEGIN_MS
    const tick = () => {
      now += 20
      mock.timers.tick(20)
    }
    const scheduler = makeScheduler(among, tick)
    const isLate = () => isCrashing && random() < 0.01
    const clock = () => new Date(now)
    const vault = { seal: async (text: string) => text, open: async (text: string) => text }
    const config = { simulatedStores: true }
    const db = retryTable(faulty(scheduler.scheduled(table, isLate)))
    const app = { db, clock, vault, config, outbound: {} } as unknown as App
    const tenant = newId(clock())
    const write = <T>(work: (unit: Unit) => Promise<T>) => runInUnit(db, { tenant, actor: null, now: clock() }, work)

    const skus: Id[] = []
    for (const [place, size] of products.entries()) {
      const product = await write(async (unit) => addProduct(unit, { name: `Product ${place}` }))
      for (let i = 0; i < size; i++) {
        const given = { productId: product.id, sku: `S-${place}-${i}`, name: `Variant ${i}` }
        const prices = [{ currency: 'EUR', amount: 100 + i }]
        skus.push((await write((unit) => addVariant(db, unit, { ...given, prices }))).id)
      }
    }
    const credentials = { api_key: 'key', seed: `publishing ${seed}`, products: '0', refuse_percent: '5' }
    const given = { name: 'Shop', code: 'SHOP', type: 'simulator', credentials } as const
    const channel = await write(async (unit) =>
      connectChannel(app, unit, given, await testNewConnection(app, unit, given)),
    )
    const connectorConfig = isCrashing ? { fail_percent: '4', rate_limit_percent: '3' } : {}
    Object.assign(table.find({ pk: `T#${tenant}#channel`, sk: channel.id }) as Item, { connectorConfig })
    now += 1000
    await write((unit) => requestPublish(app, unit, channel.id, {}))

    const tally = { crashes: 0, rounds: 0 }
    const begin = (actor: string, work: () => Promise<unknown>) => {
      const chance = isCrashing ? 0.006 : 0
      const quiet = isCrashing ? { throttle: 0.005, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 } : {}
      const sky = weather(among(2 ** 31), { ...quiet, crashBefore: chance, crashAfter: chance })
      scheduler.begin(actor, async () => {
        try {
          await serve({ weather: sky, tenant }, work)
        } catch (error) {
          if (!(error instanceof Crash)) throw error
          tally.crashes++
        }
      })
    }
    const heardOf = new Map<string, ReturnType<typeof parsePartitionKey>>()
    const follow = () => begin('follower', () => applyContentChanges(app, tenant, () => true))
    const change = () => {
      const id = skus[among(skus.length)] as Id
      const name = `Renamed ${among(1000)}`
      begin('editor', () => write((unit) => changeVariant(unit, id, { name })))
    }
    let publishes = 1
    const partitions = () => table.inPartition(`T#${tenant}#run-partition`)
    const startWorker = (name: ReturnType<typeof parsePartitionKey>) =>
      begin('worker', () => runPartition(app, tenant, name, SILENT, loadCatalogJob))
    const between = () => {
      if (random() < 0.004) {
        now += 6 * 60_000
        // The leases have expired, so other workers take over.
        for (const partition of partitions()) startWorker(parsePartitionKey(partition))
      }
      if (random() < 0.01) follow()
      if (isChanging && random() < 0.01) change()
      if (publishes < 3 && random() < 0.005) {
        publishes++
        begin('publisher', () => write((unit) => requestPublish(app, unit, channel.id, {})))
      }
    }
    const closed = new Map<string, string>()
    const runs = () => table.inPartition(`T#${tenant}#sync-run`) as unknown as CatalogRun[]
    while (partitions().length) {
      if (tally.rounds++ > MAX_ROUNDS) throw new Error('the partitions have no end')
      for (const partition of partitions()) heardOf.set(partition.sk, parsePartitionKey(partition))
      for (const name of heardOf.values()) for (let twice = 0; twice < 2; twice++) startWorker(name)
      await scheduler.run(between)
      for (const run of runs()) {
        if (run.status === null) continue
        const before = closed.get(run.id) ?? JSON.stringify(run)
        if (JSON.stringify(run) !== before) throw new Error('a closed run has changed')
        closed.set(run.id, before)
      }
      now += 4 * 60_000
    }
    follow()
    await scheduler.run(() => undefined)

    const planned = (run: CatalogRun) =>
      table.everPut(`T#${tenant}#run-part?run=${run.id}`).flatMap(({ ids }) => ids as Id[])
    return {
      tally,
      variants: skus,
      isChanging,
      runs: runs().map((run) => ({
        run,
        planned: planned(run),
        left: table.inPartition(`T#${tenant}#run-part?run=${run.id}`),
        records: table
          .inPartition(`T#${tenant}#sync-record?run=${run.id}`)
          .flatMap(({ records }) => records as SyncRecord[]),
      })),
      listings: table.inPartition(`T#${tenant}#listing`) as unknown as StoredListing[],
      sold: table.all().filter(({ kind }) => kind === 'simulated-variant'),
    }
  } finally {
    restore()
  }
}
