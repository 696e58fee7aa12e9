import { createHmac } from 'node:crypto'
import type { Id } from '../../../lib/platform/id.ts'
import { findHooks } from '../../../lib/sales/webhooks/channel-hooks-store.ts'
import { readCurrentSecret } from '../../../lib/sales/webhooks/hook-secrets.ts'
import { aTenantOf } from '../../../tests/notification/members.ts'
import { aProduct, aVariant } from '../../../tests/support/builders.ts'
import { type Member, send } from '../../../tests/support/client.ts'
import { buildOrderRow } from '../../order-row.ts'
import { type Operation, requireStatus } from '../operation.ts'
import type { Platform } from '../platform.ts'

const CHANNELS = '/api/sales/channels'
const ORDERS = 100
const VARIANTS = 40
const OF_A_PRODUCT = 4
const SYNC_SETTINGS = { autoImportEnabled: false }

let made = 0

const anOwner = async (): Promise<Member> => (await aTenantOf(['owner']))[0]

const aShop = async (owner: Member, type: string, credentials: object): Promise<Id> => {
  const given = { name: 'Web shop', code: `S-${++made}`, type, credentials, syncSettings: SYNC_SETTINGS }
  return requireStatus(201, await owner.post(CHANNELS, given)).body.id
}
const aSimulatedShop = (owner: Member, settings: Record<string, string>) =>
  aShop(owner, 'simulator', { api_key: 'key', orders: '0', page_size: '100', ...settings })

const anImportedOrder = () => buildOrderRow(String(++made).padStart(6, '0'), 2580)
const listOrders = () => Array.from({ length: ORDERS }, anImportedOrder)

const importOrders = async (owner: Member, channel: Id, orders: readonly object[], outcome: string) => {
  const { body } = requireStatus(200, await owner.post(`${CHANNELS}/${channel}/import-orders`, { orders }))
  if (body[outcome] !== orders.length) throw new Error(JSON.stringify(body))
}

const aToldOrder = () =>
  JSON.stringify({
    id: `SIM-H-${String(++made).padStart(6, '0')}`,
    status: 'processing',
    currency: 'EUR',
    total: '119.00',
    placedAt: '2026-03-01T10:00:00.000Z',
    modifiedAt: '2026-03-01T10:00:00.000Z',
    customer: { name: 'Ada', email: 'ada@example.com' },
    city: 'Berlin',
    country: 'DE',
    lines: [{ sku: 'TEA', name: 'Tea', quantity: 1, price: '119.00' }],
  })

/** Prepares a channel with a webhook and returns a function that sends what its shop tells. */
const subscribe = async ({ app }: Platform) => {
  const owner = await anOwner()
  const id = await aSimulatedShop(owner, { seed: 'hooked' })
  requireStatus(201, await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.created' }))
  const hooks = await findHooks(app.db, owner.tenant, id)
  if (!hooks) throw new Error('the channel has no webhooks')
  const secret = await readCurrentSecret(app, owner.tenant, hooks)
  return async (body: string, event: string, status = 202) => {
    const signature = createHmac('sha256', status === 202 ? secret : 'another')
      .update(body)
      .digest('base64')
    const headers = {
      'content-type': 'text/plain',
      'x-simulator-topic': 'order.created',
      'x-simulator-event': event,
      'x-simulator-signature': signature,
    }
    return requireStatus(status, await send('POST', `/hooks/channels/${id}`, { body, headers, from: '198.51.100.7' }))
  }
}

const fillCatalog = async (owner: Member) => {
  let productId = ''
  for (let place = 0; place < VARIANTS; place++) {
    if (place % OF_A_PRODUCT === 0) productId = (await aProduct(owner, { name: `Chair ${place}` })).id
    await aVariant(owner, { productId, sku: `SKU-${place}` })
  }
}

const requestRun = (owner: Member, channel: Id, action: 'publish' | 'import') => async () =>
  requireStatus(202, await owner.post(`${CHANNELS}/${channel}/catalog/${action}`))

export const channels: readonly Operation[] = [
  {
    name: 'import an order',
    each: ORDERS,
    async prepare() {
      const owner = await anOwner()
      const channel = await aShop(owner, 'manual', {})
      return () => importOrders(owner, channel, listOrders(), 'imported')
    },
  },
  {
    name: 'import an order again',
    each: ORDERS,
    async prepare() {
      const owner = await anOwner()
      const channel = await aShop(owner, 'manual', {})
      const orders = listOrders()
      await importOrders(owner, channel, orders, 'imported')
      return () => importOrders(owner, channel, orders, 'skipped')
    },
  },
  {
    name: 'webhook with a new order',
    async prepare(platform) {
      const tell = await subscribe(platform)
      return () => tell(aToldOrder(), `event-${++made}`)
    },
  },
  {
    name: 'webhook that repeats an event',
    async prepare(platform) {
      const tell = await subscribe(platform)
      const body = aToldOrder()
      await tell(body, 'event')
      await platform.drain()
      return () => tell(body, 'event')
    },
  },
  {
    name: 'webhook with a wrong signature',
    async prepare(platform) {
      const tell = await subscribe(platform)
      return () => tell(aToldOrder(), 'event', 401)
    },
  },
  {
    name: 'publish a variant, new to the shop',
    each: VARIANTS,
    isFirst: true,
    async prepare() {
      const owner = await anOwner()
      await fillCatalog(owner)
      return requestRun(owner, await aSimulatedShop(owner, { seed: 'published', products: '0' }), 'publish')
    },
  },
  {
    name: 'publish a variant, unchanged',
    each: VARIANTS,
    async prepare() {
      const owner = await anOwner()
      await fillCatalog(owner)
      return requestRun(owner, await aSimulatedShop(owner, { seed: 'unchanged', products: '0' }), 'publish')
    },
  },
  {
    name: 'import a variant, new to the catalog',
    each: VARIANTS,
    isFirst: true,
    async prepare() {
      const owner = await anOwner()
      const channel = await aSimulatedShop(owner, { seed: 'imported', products: String(VARIANTS) })
      return requestRun(owner, channel, 'import')
    },
  },
  {
    name: 'import a variant, known by its SKU',
    each: VARIANTS,
    isFirst: true,
    async prepare(platform) {
      const owner = await anOwner()
      const [one, other] = [
        await aSimulatedShop(owner, { seed: 'one', products: String(VARIANTS) }),
        await aSimulatedShop(owner, { seed: 'other', products: String(VARIANTS) }),
      ]
      await requestRun(owner, one, 'import')()
      await platform.drain()
      return requestRun(owner, other, 'import')
    },
  },
]
