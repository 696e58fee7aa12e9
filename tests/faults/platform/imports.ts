import { hash } from 'node:crypto'
import { runTask } from '../../../functions/events/run-task.ts'
import { addProduct } from '../../../lib/catalog/product-store.ts'
import { addVariant } from '../../../lib/catalog/variant-store.ts'
import { addPartner } from '../../../lib/partner/add-partner.ts'
import { deriveId } from '../../../lib/platform/id.ts'
import { createLog } from '../../../lib/platform/log.ts'
import { syncChannel } from '../../../lib/sales/order-sync/sync-channel.ts'
import type { StoredRun } from '../../../lib/sales/runs/stored-run.ts'
import { getContentPath } from '../../../lib/storage/files/file.ts'
import { files } from '../../../lib/storage/files/file-store.ts'
import { describeUnused } from '../../../lib/storage/files/file-uses.ts'
import { addCustodian } from '../../../lib/warehousing/add-custodian.ts'
import { send } from '../../support/client.ts'
import type { PlatformWorld } from './world.ts'

/** An import that can be begun again after its process died, and what is wrong once it is complete. */
interface TriedImport {
  work(): Promise<void>
  findFaults(): Promise<string[]>
}

type Prepare = (world: PlatformWorld, rows: number) => Promise<TriedImport>

const BAD_EVERY = 10
const isBad = (row: number) => row % BAD_EVERY === 3
const countGood = (rows: number) => Array.from({ length: rows }, (_, row) => row).filter((row) => !isBad(row)).length

const ask = async (world: PlatformWorld, method: string, url: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${world.people[0]?.token}` }
  const answer = await send(method, url, { headers, ...(body !== undefined && { body }) })
  if (answer.status >= 400) throw new Error(`${method} ${url} was answered ${answer.status}: ${answer.text}`)
  return answer.body
}

const createChannel = async (world: PlatformWorld, type: string, credentials: object): Promise<string> => {
  const settings = { syncSettings: { autoImportEnabled: type !== 'manual' } }
  return (
    await ask(world, 'POST', '/api/sales/channels', { name: 'Shop', code: 'SHOP', type, credentials, ...settings })
  ).id
}

/** Compares the orders that are stored with those that were sent. */
const findOrderFaults = (world: PlatformWorld, expected: number): string[] => {
  const ids = world.list<{ externalOrderId: string }>('order').map(({ externalOrderId }) => externalOrderId)
  const found = new Set(ids).size === ids.length ? [] : ['an order was imported twice']
  return ids.length === expected ? found : [...found, `${ids.length} orders were imported, not ${expected}`]
}

/** A request with many orders, which its sender repeats. */
const importInBulk: Prepare = async (world, rows) => {
  const channelId = await createChannel(world, 'manual', {})
  const orders = Array.from({ length: rows }, (_, row) => ({
    ...{ externalOrderId: `E-${row}`, currency: 'EUR', total: isBad(row) ? 'much' : row },
    lineItems: [{ sku: 'TEA', name: 'Tea', quantity: 1, unitPrice: 100 }],
  }))
  const good = countGood(rows)
  const wrong: string[] = []
  return {
    async work() {
      const before = world.list('order').length
      const answer = await ask(world, 'POST', `/api/sales/channels/${channelId}/import-orders`, { orders })
      const { imported, skipped, failed, totalOrders } = answer
      const expected = [good - before, before, rows - good, rows]
      if (String([imported, skipped, failed, totalOrders]) !== String(expected))
        wrong.push(
          `imported, skipped, failed and total are ${[imported, skipped, failed, totalOrders]}, not ${expected}`,
        )
    },
    findFaults: async () => [...wrong, ...findOrderFaults(world, good)],
  }
}

/** A sync of the orders of a shop, which another worker continues. */
const importFromShop: Prepare = async (world, rows) => {
  const settings = { orders: String(rows), page_size: '50', every_seconds: '60', bad_percent: '10' }
  const now = world.clock().toISOString()
  const credentials = { api_key: 'key', seed: 'a shop of imports', changed_percent: '0', now, ...settings }
  const channelId = await createChannel(world, 'simulator', credentials)
  return {
    async work() {
      await syncChannel(world.app, world.tenant, channelId, createLog({}))
    },
    async findFaults() {
      const runs = world.list<StoredRun>('sync-run')
      const { status, itemsPending } = runs.at(-1) ?? {}
      const isComplete = status === 'success' && itemsPending === 0
      const synced = runs.reduce((sum, { itemsSynced }) => sum + itemsSynced, 0)
      const failed = runs.at(-1)?.itemsFailed ?? 0
      const found = isComplete ? [] : [`the last run ended with ${status}, ${itemsPending} left`]
      if (synced > rows || failed > rows) found.push(`${synced} orders were synced and ${failed} failed of ${rows}`)
      return [...found, ...findOrderFaults(world, synced)]
    },
  }
}

/** An import of the rows of a file, whose task is delivered again. */
const importFile = async (
  world: PlatformWorld,
  kind: string,
  rows: readonly string[],
  countStored: () => number,
): Promise<TriedImport> => {
  const { app, tenant, clock } = world
  const content = Buffer.from(rows.join('\n'))
  const fileId = await world.writeAs(tenant, async (unit) => {
    const id = deriveId(clock(), kind)
    unit.create(files, {
      ...{ id, name: 'rows.csv', mimeType: 'text/csv', purpose: 'import', sizeBytes: content.length },
      ...{ sha256: hash('sha256', content), status: 'ready', rejectionReason: null },
      ...{ uploadedBy: null, uploadedByType: null, expiresAt: null, uploadId: null },
      ...describeUnused('import', null),
    })
    return id
  })
  await app.files.put(getContentPath(tenant, fileId), content, 'text/csv')
  const { id } = await ask(world, 'POST', '/api/data-exchange/imports', { fileId, kind })
  const listTasks = () => world.table.inPartition('T#PLATFORM#task').filter(({ handledAt }) => !handledAt)
  const count = rows.length - 1
  return {
    async work() {
      for (let [task] = listTasks(); task; [task] = listTasks()) await runTask(app, task, clock(), createLog({}))
    },
    async findFaults() {
      const { status, rowCount, processedCount, createdCount, updatedCount, unchangedCount, failedCount } = await ask(
        world,
        'GET',
        `/api/data-exchange/imports/${id}`,
      )
      const good = countGood(count)
      const counts = [status, rowCount, processedCount, createdCount + updatedCount, unchangedCount, failedCount]
      const expected = ['completed', count, count, good, 0, count - good]
      const found = String(counts) === String(expected) ? [] : [`the import says ${counts}, not ${expected}`]
      return countStored() === good ? found : [...found, `${countStored()} rows were written, not ${good}`]
    },
  }
}

const toRows = (count: number, header: string, build: (row: number) => string) => [
  header,
  ...Array.from({ length: count }, (_, row) => build(row)),
]

const addVariants = async (world: PlatformWorld, count: number): Promise<void> => {
  const product = await world.writeAs(world.tenant, async (unit) => addProduct(unit, { name: 'Tea' }))
  for (let row = 0; row < count; row++)
    await world.writeAs(world.tenant, (unit) =>
      addVariant(world.app.db, unit, { productId: product.id, sku: `S-${row}`, name: 'Tea', prices: [] }),
    )
}

const importPartners: Prepare = (world, rows) =>
  importFile(
    world,
    'partners',
    toRows(rows, 'name,countryCode', (row) => `Partner ${row},${isBad(row) ? 'Germany' : 'DE'}`),
    () => world.list('partner').length,
  )

const importProducts: Prepare = (world, rows) =>
  importFile(
    world,
    'products',
    toRows(rows, 'sku,name,product', (row) => `${isBad(row) ? 'S'.repeat(200) : `S-${row}`},Tea ${row},Tea ${row % 7}`),
    () => world.list('variant').length,
  )

const importVariants: Prepare = async (world, rows) => {
  const { id } = await world.writeAs(world.tenant, async (unit) => addProduct(unit, { name: 'Tea' }))
  const build = (row: number) => `${isBad(row) ? 'S'.repeat(200) : `S-${row}`},Tea ${row},${id},${100 + row}`
  return await importFile(
    world,
    'variants',
    toRows(rows, 'sku,name,productId,attributes.weightGrams', build),
    () => world.list('variant').length,
  )
}

const importPrices: Prepare = async (world, rows) => {
  await addVariants(world, rows)
  const build = (row: number) => `S-${row},${isBad(row) ? 'euro' : 'EUR'},${100 + row}`
  return await importFile(world, 'prices', toRows(rows, 'sku,currency,amount', build), () => {
    const priced = world.list<{ prices: unknown[]; rev: number }>('variant')
    return priced.filter(({ prices, rev }) => prices.length === 1 && rev === 2).length
  })
}

const importStock: Prepare = async (world, rows) => {
  await addVariants(world, rows)
  const custodian = await world.writeAs(world.tenant, async (unit) => addPartner(unit, { name: 'Elbe' }))
  const { id } = await world.writeAs(world.tenant, (unit) =>
    addCustodian(world.app, unit, { partnerId: custodian.id, type: 'internal', name: 'Elbe' }),
  )
  const build = (row: number) => `S-${row},${id},${isBad(row) ? 'many' : row}`
  return await importFile(
    world,
    'stock',
    toRows(rows, 'sku,custodianId,onHand', build),
    () => world.list('stock-item').length,
  )
}

/** Every kind of import of many rows. */
export const IMPORTS = {
  'orders in bulk': importInBulk,
  'orders of a shop': importFromShop,
  partners: importPartners,
  products: importProducts,
  variants: importVariants,
  prices: importPrices,
  stock: importStock,
} satisfies Readonly<Record<string, Prepare>>

export type ImportName = keyof typeof IMPORTS
