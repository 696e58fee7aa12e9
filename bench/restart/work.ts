import { createHash } from 'node:crypto'
import { waitFor } from '../../local/wait.ts'
import type { Answer, callAs } from '../../tests/support/started.ts'
import { buildOrderRow } from '../order-row.ts'

type Call = ReturnType<typeof callAs>

/** Returns how much of the work is done, up to its total. */
type Count = () => Promise<number>

/** Work that a queue, a stream or a schedule has to do, which a killed process leaves in the middle. */
export interface Work {
  name: string
  total: number
  /** True if nothing can be counted before all is done, so that the process is killed at once. */
  isOneStep?: true
  /** Begins the work. What it returns counts what is done. */
  begin: (call: Call) => Promise<Count>
}

const CHANGES = 200
const SHOP_ORDERS = 1000
const SENT_ORDERS = 100
const VARIANTS = 1000
const ROWS = 2000
const AT_ONCE = 10
const MAX_IMPORTED = 500
const ON_HAND = 1_000_000

const NOTIFICATIONS = '/api/notification/notifications'
const CHANNELS = '/api/sales/channels'
const SKU = 'TEA-RESTART'

const doAll = async (count: number, act: (i: number) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < count; start += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, i) => act(start + i)))
}

/** Connects a simulated shop, whose next orders come in a month. */
const connectShop = (call: Call, code: string, more: object) =>
  call('POST', CHANNELS, {
    ...{ name: code, code, type: 'simulator' },
    credentials: {
      ...{ api_key: 'any', seed: code, orders: '0', products: '0', page_size: '10', changed_percent: '0' },
      ...{ every_seconds: '1', now: new Date().toISOString(), ...more },
    },
  })

const countItems = async (call: Call, path: string): Promise<number> => (await call('GET', path)).totalItems

const changes: Work = {
  name: 'events about changes, until a member is told',
  total: CHANGES,
  async begin(call) {
    const before = await countItems(call, NOTIFICATIONS)
    await doAll(CHANGES, (i) => call('POST', '/api/partner/partners', { name: `Restart ${i}` }))
    return async () => (await countItems(call, NOTIFICATIONS)) - before
  },
}

const shopOrders: Work = {
  name: 'orders of a shop, polled',
  total: SHOP_ORDERS,
  async begin(call) {
    const { id } = await connectShop(call, 'R-ORDERS', { orders: String(SHOP_ORDERS) })
    return () => countItems(call, `/api/sales/orders?channelId=${id}&itemsPerPage=1`)
  },
}

const sentOrders: Work = {
  name: 'orders to a custodian',
  total: SENT_ORDERS,
  async begin(call) {
    const { id: partnerId } = await call('POST', '/api/partner/partners', { name: 'Restarted warehouse' })
    const { id: custodianId } = await call('POST', '/api/warehousing/custodians', {
      ...{ partnerId, type: 'simulator', name: 'Restart', enabledCapabilities: ['tenant_picks_warehouse'] },
      connectionConfig: { accountId: 'restart', integrationId: 'step_seconds=100000' },
    })
    const { id: productId } = await call('POST', '/api/catalog/products', { name: 'Tea' })
    const { id: variantId } = await call('POST', '/api/catalog/variants', { productId, sku: SKU, name: 'Tea' })
    await call('POST', '/api/inventory/stock-items', { variantId, custodianId, onHand: ON_HAND })
    await call('POST', '/api/fulfilment/policies', { name: 'Restart', isDefault: true, rules: [{ name: 'Any' }] })
    const manual = { name: 'Restart', code: 'R-MANUAL', type: 'manual', credentials: {} }
    const { id } = await call('POST', CHANNELS, manual)
    const orders = Array.from({ length: SENT_ORDERS }, (_, i) => {
      const row = buildOrderRow(`R-${i}`, 2580)
      return { ...row, lineItems: row.lineItems.map((line) => ({ ...line, sku: SKU })) }
    })
    for (let start = 0; start < orders.length; start += MAX_IMPORTED)
      await call('POST', `${CHANNELS}/${id}/import-orders`, { orders: orders.slice(start, start + MAX_IMPORTED) })
    return async () => {
      const { member } = await call('GET', `/api/fulfilment/orders?custodianId=${custodianId}&itemsPerPage=100`)
      return member.filter(({ request }: Answer) => request === 'sent' || request === 'accepted').length
    }
  },
}

const countRun =
  (call: Call, channel: string, type: string): Count =>
  async () => {
    const { member } = await call('GET', `${CHANNELS}/${channel}/sync-runs`)
    return member.find((run: Answer) => run.type === type)?.itemsSynced ?? 0
  }

const readCatalog: Work = {
  name: 'a catalog, imported from a shop',
  total: VARIANTS,
  async begin(call) {
    const { id } = await connectShop(call, 'R-PULL', { products: String(VARIANTS) })
    await call('POST', `${CHANNELS}/${id}/catalog/import`, {})
    return countRun(call, id, 'products')
  },
}

const writeCatalog: Work = {
  name: 'a catalog, published to a shop',
  total: VARIANTS,
  async begin(call) {
    const { id } = await connectShop(call, 'R-PUSH', {})
    const all = await countItems(call, '/api/catalog/variants?itemsPerPage=1')
    if (all < VARIANTS) throw new Error(`There are ${all} variants to publish.`)
    await call('POST', `${CHANNELS}/${id}/catalog/publish`, {})
    return countRun(call, id, 'products_push')
  },
}

const upload = async (call: Call, text: string): Promise<string> => {
  const content = Buffer.from(text)
  const { id, parts } = await call('POST', '/api/storage/files', {
    ...{ name: 'rows.csv', mimeType: 'text/csv', purpose: 'import', sizeBytes: content.length },
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  for (const { url, headers } of parts) await fetch(url, { method: 'PUT', headers, body: content })
  await call('POST', `/api/storage/files/${id}/complete`)
  const isReady = async () => (await call('GET', `/api/storage/files/${id}`)).status === 'ready'
  await waitFor('the file', isReady)
  return id
}

const importRows: Work = {
  name: 'rows of a CSV, imported',
  total: ROWS,
  async begin(call) {
    const lines = Array.from({ length: ROWS }, (_, i) => `Imported ${i},DE`)
    const fileId = await upload(call, ['name,countryCode', ...lines, ''].join('\r\n'))
    const { id } = await call('POST', '/api/data-exchange/imports', { fileId, kind: 'partners' })
    return async () => (await call('GET', `/api/data-exchange/imports/${id}`)).processedCount
  },
}

const exportRows: Work = {
  name: 'rows of orders, exported',
  total: SHOP_ORDERS + SENT_ORDERS,
  isOneStep: true,
  async begin(call) {
    const { id } = await call('GET', '/api/sales/orders/export?format=jsonl')
    return async () => {
      const { status, rowCount } = await call('GET', `/api/data-exchange/exports/${id}`)
      return status === 'ready' ? rowCount : 0
    }
  },
}

export const WORKS: readonly Work[] = [
  changes,
  shopOrders,
  sentOrders,
  readCatalog,
  writeCatalog,
  importRows,
  exportRows,
]
