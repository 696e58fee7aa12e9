import { signAccessToken } from '../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../lib/platform/access/scopes.ts'
import type { App } from '../lib/platform/app/app.ts'
import { type Id, newId } from '../lib/platform/id.ts'
import { partition } from '../lib/platform/store/entities/entity.ts'
import { waitFor } from '../local/wait.ts'
import { buildOrderRow } from './order-row.ts'
import { fixed, table } from './report.ts'
import { measureAtStack } from './stack/start.ts'

// Measures how fast imported orders reach a custodian, and when all has been told of them.

const ORDERS = Number(process.env.ORDERS ?? 500)
const VARIANTS = 50
const ON_HAND = 1_000_000
const PRICE = 1290
const MAX_SECONDS = 1800
/** Counting all orders is work for the database, too, so it is done rarely. */
const EVERY_MS = 1000

type Post = (path: string, body: object) => Promise<{ id: Id; sku: string; imported: number }>

const makePost =
  (url: string, token: string): Post =>
  async (path, body) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status} ${text}`)
    return JSON.parse(text)
  }

/** Prepares a custodian that accepts everything, with stock of all variants; returns their SKUs. */
const prepare = async (post: Post): Promise<string[]> => {
  const { id: partnerId } = await post('/api/partner/partners', { name: 'Nordlicht' })
  const { id: custodianId } = await post('/api/warehousing/custodians', {
    ...{ partnerId, type: 'simulator', name: 'Hamburg East', enabledCapabilities: ['tenant_picks_warehouse'] },
    connectionConfig: { accountId: 'bench', integrationId: 'step_seconds=100000' },
  })
  const { id: productId } = await post('/api/catalog/products', { name: 'Tea' })
  const skus = Array.from({ length: VARIANTS }, (_, i) => `TEA-${i}`)
  for (const sku of skus) {
    const { id: variantId } = await post('/api/catalog/variants', { productId, sku, name: sku })
    await post('/api/inventory/stock-items', { variantId, custodianId, onHand: ON_HAND })
  }
  const rules = [{ name: 'Any', splitAllowed: false }]
  await post('/api/fulfilment/policies', { name: 'Everything', isDefault: true, rules })
  return skus
}

/** Orders have one to three lines; a few variants are sold far more often than the others. */
const buildOrder = (skus: readonly string[], i: number) => {
  const count = 1 + (i % 3)
  const lineItems = Array.from({ length: count }, (_, line) => {
    const sku = skus[(i * (line + 1)) % (i % 2 ? skus.length : 5)] ?? ''
    return { sku, name: sku, quantity: 1 + (i % 2), unitPrice: PRICE }
  })
  return { ...buildOrderRow(`F-${i}`, PRICE * count), lineItems }
}

const countItems = async (
  { db }: App,
  tenant: Id,
  name: string,
  attribute: string,
  isCounted: (value: unknown) => boolean,
) => {
  const items = await db.query<Record<string, unknown>>({ pk: partition(tenant, name), only: [attribute] })
  return { all: items.length, counted: items.filter((item) => isCounted(item[attribute])).length }
}

export const fulfilment = (): Promise<string> =>
  measureAtStack(async ({ url, gone }, app) => {
    const now = new Date()
    const [identity, session, tenant] = [newId(now), newId(now), newId(now)]
    const scopes = listScopesOfRole('owner')
    const post = makePost(url, await signAccessToken(app, { identity, session, tenant, scopes }))
    const skus = await prepare(post)
    const { id } = await post('/api/sales/channels', { name: 'Shop', code: 'B-1', type: 'manual', credentials: {} })
    const orders = Array.from({ length: ORDERS }, (_, i) => buildOrder(skus, i))
    const begun = performance.now()
    const { imported } = await post(`/api/sales/channels/${id}/import-orders`, { orders })
    if (imported !== ORDERS) throw new Error(`${imported} orders were imported`)
    const answered = performance.now() - begun
    const waiting = { seconds: MAX_SECONDS, everyMs: EVERY_MS, unless: gone }
    const isSent = async () => {
      const isKnown = (request: unknown) => request === 'sent' || request === 'accepted'
      return (await countItems(app, tenant, 'fulfilment-order', 'request', isKnown)).counted >= ORDERS
    }
    await waitFor(`${ORDERS} dispatched orders`, isSent, waiting)
    const dispatched = performance.now() - begun
    const isTold = async () => {
      const { all, counted } = await countItems(app, tenant, 'outbox', 'handledAt', (at) => at !== undefined)
      return all === counted
    }
    await waitFor('all events', isTold, waiting)
    const told = performance.now() - begun
    const seconds = [answered, dispatched, told].map((ms) => fixed(ms / 1000))
    return table(
      [`${ORDERS} orders of one to three lines`, 'imported, s', 'dispatched, s', 'told, s', 'orders a minute'],
      [['', ...seconds, fixed(ORDERS / (dispatched / 60_000), 0)]],
    )
  })
