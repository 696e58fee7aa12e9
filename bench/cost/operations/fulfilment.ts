import type { Id } from '../../../lib/platform/id.ts'
import { aTenantOf } from '../../../tests/notification/members.ts'
import { aCustodian, aPartner, aStockItem, aVariant } from '../../../tests/support/builders.ts'
import type { Member } from '../../../tests/support/client.ts'
import { buildOrderRow } from '../../order-row.ts'
import { type Operation, requireStatus } from '../operation.ts'
import type { Platform } from '../platform.ts'

const BATCH = 100
const ON_HAND = 100_000
const PRICE = 1290
const RATES = [
  { per: 'order', amount: 150 },
  { per: 'line', amount: 30 },
  { per: 'piece', amount: 12.5 },
  { per: 'parcel', amount: 420 },
]

let made = 0

const send = async (member: Member, path: string, body: object, status = 201) =>
  requireStatus(status, await member.post(path, body)).body

/** Prepares a tenant whose orders go to one custodian with enough stock of so many variants. */
const prepareTenant = async (variants: number, custodian: object) => {
  const [owner] = await aTenantOf(['owner'])
  const { id: partnerId } = await aPartner(owner)
  const { id: custodianId } = await aCustodian(owner, { partnerId, ...custodian })
  const skus: string[] = []
  for (let i = 0; i < variants; i++) {
    const { id: variantId, sku } = await aVariant(owner)
    await aStockItem(owner, { variantId, custodianId, onHand: ON_HAND })
    skus.push(sku)
  }
  await send(owner, '/api/fulfilment/policies', {
    name: 'Everything',
    isDefault: true,
    rules: [{ name: 'Any', splitAllowed: false }],
  })
  await send(owner, '/api/billing/tariffs', {
    ...{ partnerId, name: 'Fulfilment', basis: 'custody', currency: 'EUR', rates: RATES, validFrom: '2020-01-01' },
  })
  const channel = await send(owner, '/api/sales/channels', {
    ...{ name: 'Market stall', code: `F-${++made}`, type: 'manual', credentials: {} },
  })
  return { owner, custodianId: custodianId as Id, channelId: channel.id as Id, skus }
}

/** Imports orders with a line of each SKU. */
const importOrders = async (owner: Member, channelId: Id, skus: readonly string[], count: number) => {
  const lineItems = skus.map((sku) => ({ sku, name: sku, quantity: 2, unitPrice: PRICE }))
  const orders = Array.from({ length: count }, () => ({
    ...buildOrderRow(`F-${String(++made).padStart(6, '0')}`, 2 * PRICE * skus.length),
    lineItems,
  }))
  const { imported } = await send(owner, `/api/sales/channels/${channelId}/import-orders`, { orders }, 200)
  if (imported !== count) throw new Error(`${imported} orders were imported`)
}

/** The simulated custodian hands over and delivers within seconds, so that one poll sees the end. */
const QUICK = {
  type: 'simulator',
  enabledCapabilities: ['tenant_picks_warehouse'],
  connectionConfig: { accountId: 'quick', integrationId: 'step_seconds=1&split_percent=0' },
}

const wholeWay = (lines: number): Operation => ({
  name: `an order of ${lines === 1 ? 'one line' : `${lines} lines`}, from its import to its charge`,
  async prepare() {
    const { owner, channelId, skus } = await prepareTenant(lines, QUICK)
    return () => importOrders(owner, channelId, skus, 1)
  },
})

const anOwnItem = async () => {
  const { owner, custodianId } = await prepareTenant(0, { type: 'internal' })
  const variant = await aVariant(owner)
  const item = await aStockItem(owner, { variantId: variant.id, custodianId, onHand: 10 })
  return { owner, custodianId, variant, item }
}

/** Hands over an order of one line by hand, and returns a return of it that is authorized. */
const anAuthorizedReturn = async (platform: Platform, tenant: Awaited<ReturnType<typeof prepareTenant>>) => {
  const { owner, channelId, skus } = tenant
  await importOrders(owner, channelId, skus, 1)
  await platform.drain()
  const { body } = requireStatus(200, await owner.get('/api/fulfilment/orders?status=open'))
  const [order] = body.member
  await send(owner, `/api/fulfilment/orders/${order.id}/hand-over`, { parcels: [{ carrier: 'DHL' }] }, 200)
  await platform.drain()
  const asked = await send(owner, '/api/fulfilment/returns', {
    ...{ salesOrderId: order.salesOrderId, reason: 'Wrong size', lines: [{ sku: skus[0], quantity: 1 }] },
  })
  await send(owner, `/api/fulfilment/returns/${asked.id}/authorize`, {}, 200)
  await platform.drain()
  return asked
}

export const fulfilment: readonly Operation[] = [
  wholeWay(1),
  wholeWay(5),
  {
    name: 'an order of one line, routed in a batch of 100',
    each: BATCH,
    async prepare() {
      const { owner, channelId, skus } = await prepareTenant(1, { type: 'internal' })
      return () => importOrders(owner, channelId, skus, BATCH)
    },
  },
  {
    name: 'receive goods',
    async prepare() {
      const { owner, custodianId, variant } = await anOwnItem()
      const announce = () =>
        send(owner, '/api/inventory/goods-receipts', {
          ...{ custodianId, reference: `GR-${++made}`, expectedAt: '2026-03-05' },
          lines: [{ variantId: variant.id, expected: 10 }],
        })
      const receipts = [await announce(), await announce()]
      return () => {
        const { id, lines } = receipts.pop() ?? {}
        const body = { lines: [{ variantId: lines[0].variantId, quantity: 10 }] }
        return send(owner, `/api/inventory/goods-receipts/${id}/receive`, body, 200)
      }
    },
  },
  {
    name: 'correct stock',
    async prepare() {
      const { owner, item } = await anOwnItem()
      return () => send(owner, `/api/inventory/stock-items/${item.id}/correct`, { onHand: 20 + ++made }, 200)
    },
  },
  {
    name: 'receive a return',
    async prepare(platform) {
      const tenant = await prepareTenant(1, { type: 'internal' })
      const returns = [await anAuthorizedReturn(platform, tenant), await anAuthorizedReturn(platform, tenant)]
      return () => {
        const { id, lines } = returns.pop() ?? {}
        const unit = { lineId: lines[0].id, quantity: 1, condition: 'sellable', disposition: 'restock' }
        return send(tenant.owner, `/api/fulfilment/returns/${id}/receive`, { lines: [unit] }, 200)
      }
    },
  },
]
