import { loadCatalogJob } from '../functions/sales/catalog-jobs.ts'
import { hashContent } from '../lib/catalog/content.ts'
import { recordContentChange } from '../lib/catalog/content-changes.ts'
import { NO_GOODS } from '../lib/catalog/goods/goods.ts'
import { products } from '../lib/catalog/product-store.ts'
import { variants } from '../lib/catalog/variant-store.ts'
import { app } from '../lib/platform/app/app.ts'
import { type Id, newId } from '../lib/platform/id.ts'
import { createLog } from '../lib/platform/log.ts'
import { newRecord } from '../lib/platform/store/entities/entity.ts'
import { scanOldestFirst } from '../lib/platform/store/lists/scan-oldest-first.ts'
import { runInUnit } from '../lib/platform/store/unit.ts'
import type { CatalogRunType } from '../lib/sales/catalog-runs/catalog-run.ts'
import { listPartitions, parsePartitionKey } from '../lib/sales/catalog-runs/partition-store.ts'
import { requestRun } from '../lib/sales/catalog-runs/request-run.ts'
import { runPartition } from '../lib/sales/catalog-runs/run-partition.ts'
import { findChannel } from '../lib/sales/channels/channel-store.ts'
import { applyContentChanges } from '../lib/sales/listings/apply-content-changes.ts'
import { summarizeDrift } from '../lib/sales/listings/drift.ts'
import { resolveListingContent } from '../lib/sales/listings/listing.ts'
import { syncRuns } from '../lib/sales/runs/sync-store.ts'
import { aMember, type Member } from '../tests/support/client.ts'
import { fill } from '../tests/support/fill.ts'
import { startPlatform } from './platform.ts'
import { fixed, quantile, table } from './report.ts'

// Measures how many variants per second are hashed, listed, published and imported, with a shop that answers at once.
// Use fewer with `VARIANTS=2000 npm run bench -- catalog`.

const VARIANTS = Number(process.env.VARIANTS ?? 5000)
const FEW = 1000
const OF_A_PRODUCT = 5
const READS = 40

const aCatalog = async (tenant: Id, number: number) => {
  const at = app().clock()
  const chairs = Array.from({ length: Math.ceil(number / OF_A_PRODUCT) }, (_, i) => ({
    ...newRecord(newId(at)),
    name: `Chair ${i}`,
    description: 'A sturdy oak chair.',
    brand: 'Nordlicht',
    status: 'active' as const,
    tags: [],
    categoryIds: [],
    attributes: { material: 'Oak' },
  }))
  const all = Array.from({ length: number }, (_, i) => ({
    ...newRecord(newId(at)),
    productId: (chairs[Math.floor(i / OF_A_PRODUCT)] as { id: Id }).id,
    sku: `CHAIR-${i}`,
    name: `No. ${i}`,
    ...NO_GOODS,
    attributes: { colour: `RAL ${i % 9000}` },
    prices: [
      { currency: 'EUR', amount: 10_000 + i },
      { currency: 'USD', amount: 11_000 + i },
    ],
    localizations: { de_DE: { name: `Nr. ${i}`, description: 'Ein Stuhl aus Eiche.' } },
  }))
  await fill('bench', products, tenant, chairs)
  await fill('bench', variants, tenant, all)
  return all.map((variant, i) => ({ variant, product: chairs[Math.floor(i / OF_A_PRODUCT)] as (typeof chairs)[0] }))
}

const aStore = async (member: Member, code: string, credentials: object) => {
  const store = { api_key: 'key', seed: `${member.tenant} ${code}`, page_size: '100', ...credentials }
  const channel = { name: 'Shop', code, type: 'simulator', credentials: store }
  const { body, status } = await member.post('/api/sales/channels', channel)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id as Id
}

const measureMs = async (work: () => Promise<unknown> | unknown) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const makeScope = ({ tenant }: Member) => ({ tenant, actor: null, now: app().clock() })

/** Works on all partitions of a run in parallel until the run has ended. */
const run = async (member: Member, channelId: Id, type: CatalogRunType, items: number) => {
  const { db } = app()
  const ms = await measureMs(async () => {
    await runInUnit(db, makeScope(member), async (unit) => {
      const channel = await findChannel(db, member.tenant, channelId)
      if (channel) await requestRun(db, unit, channel, type, { force: false })
    })
    const [begun] = (await scanOldestFirst(db, syncRuns, member.tenant, { by: { channelId }, limit: 10 })).items.slice(
      -1,
    )
    for (const runId = begun?.id as Id; ; ) {
      const partitions = await listPartitions(db, member.tenant, { channelId, runId })
      if (!partitions.length) return
      await Promise.all(
        partitions.map((partition) =>
          runPartition(app(), member.tenant, parsePartitionKey(partition), createLog({}), loadCatalogJob),
        ),
      )
    }
  })
  const [last] = (await scanOldestFirst(db, syncRuns, member.tenant, { by: { channelId }, limit: 10 })).items.slice(-1)
  if (last?.status !== 'success' || last.itemsSynced !== items) throw new Error(JSON.stringify(last))
  return ms
}

const measureSummary = async (member: Member, channelId: Id) => {
  const times: number[] = []
  for (let i = 0; i < READS; i++) times.push(await measureMs(() => summarizeDrift(app(), member.tenant, channelId)))
  return quantile(times, 0.5)
}

const measured = async (number: number) => {
  const member = await aMember()
  const { tenant } = member
  const all = await aCatalog(tenant, number)
  const channelId = await aStore(member, 'PUSH', { products: '0' })
  const channel = await findChannel(app().db, tenant, channelId)
  if (!channel) throw new Error('there is no channel')
  const hashing = await measureMs(() => {
    for (const { variant, product } of all) hashContent(resolveListingContent(channel, product, variant))
  })
  await runInUnit(app().db, makeScope(member), async (unit) => recordContentChange(unit, 'channel', channelId))
  const following = await measureMs(() => applyContentChanges(app(), tenant, () => true))
  const summary = await measureSummary(member, channelId)
  const publishing = await run(member, channelId, 'products_push', number)
  const again = await run(member, channelId, 'products_push', 0)
  const importing = await run(member, await aStore(member, 'PULL', { products: String(number) }), 'products', number)
  return { hashing, following, publishing, again, importing, summary }
}

export const catalog = async (): Promise<string> => {
  process.env.SIMULATED_STORES = 'true'
  const stop = await startPlatform()
  try {
    const [few, many] = [await measured(FEW), await measured(VARIANTS)]
    const perSecond = (ms: number, number: number) => fixed((number / ms) * 1000, 0)
    const row = (name: string, of: 'hashing' | 'following' | 'publishing' | 'importing') => [
      name,
      perSecond(few[of], FEW),
      perSecond(many[of], VARIANTS),
    ]
    return table(
      ['', `${FEW} variants`, `${VARIANTS} variants`],
      [
        row('hashed a second', 'hashing'),
        row('listed a second', 'following'),
        row('published a second', 'publishing'),
        row('imported a second', 'importing'),
        ['a publish of nothing, ms', fixed(few.again, 0), fixed(many.again, 0)],
        ['the drift summary, median ms', fixed(few.summary), fixed(many.summary)],
      ],
    )
  } finally {
    await stop()
  }
}
