import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/app.ts'
import { shopOf } from '../../lib/connectors/simulator/catalog.ts'
import { availableIn } from '../../lib/inventory/available.ts'
import { levelPut } from '../../lib/sales/level-store.ts'
import { partition } from '../../lib/store/entity.ts'
import { aCustodian, aPartner, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runsOf, storedRecordsOf, workLanes } from './runs.ts'
import { aSimulatedChannel, aStoreSeed, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const aShop = async (fields: object = {}) => {
  const seed = aStoreSeed()
  const channel = await aSimulatedChannel(owner, { seed, products: '0' }, fields)
  expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/publish`)).status).toBe(202)
  await workLanes(owner)
  const stockOf = (sku: string) => [...(shopOf(seed)?.sold.values() ?? [])].find((each) => each.sku === sku)?.stock
  return { ...channel, stockOf, pushes: () => shopOf(seed)?.pushes ?? 0 }
}

const published = async (channel: { id: string }) => {
  const answer = await owner.post(`${CHANNELS}/${channel.id}/inventory/publish`)
  expect(answer).toMatchObject({ status: 202, body: { '@type': 'SalesChannel', id: channel.id } })
  await workLanes(owner)
  const [run] = await runsOf(owner, channel)
  return run as NonNullable<typeof run>
}

const set = async (key: string, value: unknown) => {
  const { id } = (await owner.get(`/api/configuration/settings/key/${key}`)).body
  expect((await owner.put(`/api/configuration/settings/${id}`, { value })).status).toBe(200)
}

describe('publishing stock', () => {
  it('tells the store what is on hand and not reserved, of all custodians together', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    await aVariant(owner, { sku: 'B' })
    await aStockItem(owner, { variantId, onHand: 10, reserved: 3 })
    await aStockItem(owner, { variantId, onHand: 5, reserved: 0 })
    const shop = await aShop()
    expect(await published(shop)).toMatchObject({ type: 'inventory_push', status: 'success', itemsSynced: 2 })
    expect(shop.stockOf('A')).toEqual({ quantity: 12, backorders: 'deny' })
    expect(shop.stockOf('B')).toEqual({ quantity: 0, backorders: 'deny' })
  })

  it('sends what changed since it was confirmed, and nothing else', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    await aVariant(owner, { sku: 'B' })
    const stock = await aStockItem(owner, { variantId, onHand: 10, reserved: 0 })
    const shop = await aShop()
    await published(shop)
    const pushes = shop.pushes()
    expect(await published(shop)).toMatchObject({ itemsSynced: 0, itemsUnchanged: 2 })
    expect(shop.pushes()).toBe(pushes)
    await owner.patch(`/api/inventory/stock-items/${stock.id}`, { onHand: 4 })
    const run = await published(shop)
    expect(run).toMatchObject({ itemsSynced: 1, itemsUnchanged: 1 })
    expect(shop.stockOf('A')?.quantity).toBe(4)
    const records = await storedRecordsOf(owner, run)
    expect(records.find(({ action }) => action === 'updated')).toMatchObject({
      label: 'A',
      changes: [{ field: '/quantity', from: '10', to: '4' }],
    })
  })

  it('floors at nothing where more may not be sold than there is, by the channel’s policy or the tenant’s', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    await aStockItem(owner, { variantId, onHand: 1, reserved: 4 })
    const [own, plain] = [await aShop({ connectorConfig: { backorder_policy: 'allow' } }), await aShop()]
    await published(own)
    await published(plain)
    expect(own.stockOf('A')).toEqual({ quantity: -3, backorders: 'allow' })
    expect(plain.stockOf('A')).toEqual({ quantity: 0, backorders: 'deny' })
    await set('warehousing.backorderPolicy', 'allow')
    await published(plain)
    expect(plain.stockOf('A')).toEqual({ quantity: -3, backorders: 'allow' })
  })

  it('counts only what the partner holds that the channel is sourced from', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    const [partner, other] = [await aPartner(owner), await aPartner(owner)]
    const custodian = await aCustodian(owner, { partnerId: partner.id })
    await aStockItem(owner, { variantId, custodianId: custodian.id, onHand: 7, reserved: 0 })
    await aStockItem(owner, { variantId, onHand: 100, reserved: 0 })
    const shop = await aShop()
    const source = (id: string) =>
      owner.put(`${CHANNELS}/${shop.id}/sourcing-principal`, { principal: `commerce:///partner/partners/${id}` })
    expect((await source(partner.id)).status).toBe(200)
    await published(shop)
    expect(shop.stockOf('A')?.quantity).toBe(7)
    await source(other.id)
    await published(shop)
    expect(shop.stockOf('A')?.quantity).toBe(0)
  })

  it('leaves out what the store does not have', async () => {
    const shop = await aShop()
    await aVariant(owner, { sku: 'NEW' })
    expect(await published(shop)).toMatchObject({ status: 'success', itemsSynced: 0, itemsFailed: 0, itemsPending: 0 })
  })
})

it('holds the safety stock back of each stock item, as far as there is anything', () => {
  const items = [
    { custodianId: 'a', onHand: 10, reserved: 2 },
    { custodianId: 'b', onHand: 3, reserved: 0 },
    { custodianId: 'c', onHand: 1, reserved: 3 },
  ]
  expect(availableIn(items, { safetyStock: 0 })).toBe(9)
  expect(availableIn(items, { safetyStock: 5 })).toBe(1)
  expect(availableIn(items, { safetyStock: 5, custodianId: 'b' })).toBe(0)
})

it('keeps what was read later, whatever is confirmed after it', async () => {
  const { db } = app()
  const level = (quantity: number, readAt: string) =>
    db.put(levelPut(owner.tenant, 'listing', { quantity, backorders: 'deny', readAt }))
  await level(3, '2026-01-01T00:00:02.000Z')
  expect(await level(5, '2026-01-01T00:00:01.000Z')).toMatchObject({ ok: false })
  expect(await db.get({ pk: partition(owner.tenant, 'listing-level'), sk: 'listing' })).toMatchObject({ quantity: 3 })
})
