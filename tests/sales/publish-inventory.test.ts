import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sumAvailable } from '../../lib/inventory/read-available-to-promise.ts'
import { NEW_STOCK, stockItems } from '../../lib/inventory/stock-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { findLevels, putLevel } from '../../lib/sales/stock-levels/level-store.ts'
import { aCustodian, aPartner, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf, storedRecordsOf } from './runs.ts'
import { shopWith } from './shops.ts'
import { aSimulatedChannel, aStoreSeed, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const aShop = async (fields: object = {}) => {
  const settings = { seed: aStoreSeed(), products: '0' }
  const channel = await aSimulatedChannel(owner, settings, fields)
  const shop = shopWith(owner.tenant, settings)
  expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/publish`)).status).toBe(202)
  await runPartitions(owner)
  return { ...channel, stockOf: async (sku: string) => (await shop.find(sku))?.stock, calls: shop.calls }
}

const published = async (channel: { id: string }) => {
  const answer = await owner.post(`${CHANNELS}/${channel.id}/inventory/publish`)
  expect(answer).toMatchObject({ status: 202, body: { '@type': 'SalesChannel', id: channel.id } })
  await runPartitions(owner)
  const [run] = await runsOf(owner, channel)
  return run as NonNullable<typeof run>
}

const set = async (key: string, value: unknown) => {
  const { id } = (await owner.get(`/api/configuration/settings/key/${key}`)).body
  expect((await owner.put(`/api/configuration/settings/${id}`, { value })).status).toBe(200)
}

/** Removes stock items from the table, since no operation removes them. */
const withoutStockItem = async ({ id }: { id: string }) => {
  const { db } = app()
  await runInUnit(db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) =>
    unit.remove(stockItems, await unit.load(stockItems, id)),
  )
}

describe('publishing stock', () => {
  it('publishes the quantity that is on hand and not reserved, summed over all custodians', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    const { id: soldOut } = await aVariant(owner, { sku: 'B' })
    await aStockItem(owner, { variantId, onHand: 10, reserved: 3 })
    await aStockItem(owner, { variantId, onHand: 5, reserved: 0 })
    await aStockItem(owner, { variantId: soldOut, onHand: 0, reserved: 0 })
    const shop = await aShop()
    expect(await published(shop)).toMatchObject({ type: 'inventory_push', status: 'success', itemsSynced: 2 })
    expect(await shop.stockOf('A')).toEqual({ quantity: 12, backorders: 'deny' })
    expect(await shop.stockOf('B')).toEqual({ quantity: 0, backorders: 'deny' })
  })

  it('skips a variant without a stock item and records why', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    const { id: untracked } = await aVariant(owner, { sku: 'B' })
    await aStockItem(owner, { variantId, onHand: 10, reserved: 3 })
    const shop = await aShop()
    const run = await published(shop)
    expect(run).toMatchObject({
      status: 'success',
      itemsSynced: 1,
      itemsSkipped: 1,
      itemsUnchanged: 0,
      itemsPending: 0,
    })
    expect(await shop.stockOf('B')).toBeNull()
    const runs = await owner.get(`${CHANNELS}/${shop.id}/sync-runs`)
    expect(runs.body.member[0]).toMatchObject({ id: run.id, itemsSynced: 1, itemsSkipped: 1 })
    const { body } = await owner.get(`${CHANNELS}/${shop.id}/sync-runs/${run.id}/records?action=skipped`)
    expect(body.member).toEqual([
      expect.objectContaining({
        label: 'B',
        resourceUri: `commerce:///catalog/variants/${untracked}`,
        errorCode: null,
        errorMessage: 'The variant has no stock item, so the shop keeps its current quantity.',
      }),
    ])
  })

  it('publishes zero once for a variant that has lost its stock items', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    const stock = await aStockItem(owner, { variantId, onHand: 10, reserved: 0 })
    const shop = await aShop()
    await published(shop)
    await withoutStockItem(stock)
    expect(await published(shop)).toMatchObject({ itemsSynced: 1, itemsSkipped: 0 })
    expect(await shop.stockOf('A')).toEqual({ quantity: 0, backorders: 'deny' })
    await set('warehousing.backorderPolicy', 'allow')
    const calls = shop.calls()
    expect(await published(shop)).toMatchObject({ itemsSynced: 0, itemsSkipped: 1 })
    expect(shop.calls()).toBe(calls)
  })

  it('is planned page by page, with the quantity of each variant or the reason to skip it', async () => {
    const shop = await aShop()
    const a = await aVariant(owner, { sku: 'A' })
    const b = await aVariant(owner, { sku: 'B' })
    await aVariant(owner, { sku: 'C' })
    expect((await owner.post(`${CHANNELS}/${shop.id}/catalog/publish`)).status).toBe(202)
    await runPartitions(owner)
    const stock = await aStockItem(owner, { variantId: a.id, onHand: 4, reserved: 1 })
    await aStockItem(owner, { variantId: b.id, onHand: 4, reserved: 1 })
    await published(shop)
    await owner.post(`/api/inventory/stock-items/${stock.id}/correct`, { onHand: 9 })
    await aVariant(owner, { sku: 'D' })
    const { status, body } = await owner.get(`${CHANNELS}/${shop.id}/inventory/plan?itemsPerPage=100`)
    expect(status).toBe(200)
    const rows = new Map(body.member.map((row: { sku: string }) => [row.sku, row]))
    expect(body.totalItems).toBe(4)
    expect(rows.get('A')).toMatchObject({ action: 'update', quantity: 8, confirmedQuantity: 3, reason: null })
    expect(rows.get('B')).toMatchObject({ action: 'unchanged', quantity: 3, confirmedQuantity: 3, reason: null })
    expect(rows.get('C')).toMatchObject({
      action: 'skipped',
      quantity: null,
      confirmedQuantity: null,
      reason: 'The variant has no stock item, so the shop keeps its current quantity.',
    })
    expect(rows.get('D')).toMatchObject({
      action: 'skipped',
      quantity: null,
      reason: 'The shop does not have the variant yet; publish the catalog first.',
    })
    const second = await owner.get(`${CHANNELS}/${shop.id}/inventory/plan?itemsPerPage=3&page=2`)
    expect(second.body.member).toHaveLength(1)
    const ofSku = async (sku: string) => (await owner.get(`${CHANNELS}/${shop.id}/inventory/plan?sku=${sku}`)).body
    expect(await ofSku('a')).toMatchObject({ totalItems: 1, member: [rows.get('A')] })
    expect(await ofSku('unknown')).toMatchObject({ totalItems: 0, member: [] })
    const stranger = await aMember()
    expect((await stranger.get(`${CHANNELS}/${shop.id}/inventory/plan`)).status).toBe(404)
  })

  it('sends only quantities that changed since they were confirmed', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    const { id: other } = await aVariant(owner, { sku: 'B' })
    const stock = await aStockItem(owner, { variantId, onHand: 10, reserved: 0 })
    await aStockItem(owner, { variantId: other, onHand: 0, reserved: 0 })
    const shop = await aShop()
    await published(shop)
    expect(await published(shop)).toMatchObject({ itemsSynced: 0, itemsUnchanged: 2 })
    await owner.post(`/api/inventory/stock-items/${stock.id}/correct`, { onHand: 4 })
    const run = await published(shop)
    expect(run).toMatchObject({ itemsSynced: 1, itemsUnchanged: 1 })
    expect((await shop.stockOf('A'))?.quantity).toBe(4)
    const records = await storedRecordsOf(owner, run)
    expect(records.find(({ action }) => action === 'updated')).toMatchObject({
      label: 'A',
      changes: [{ field: '/quantity', from: '10', to: '4' }],
    })
  })

  it('never publishes less than zero if the policy of the channel or the tenant denies backorders', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    await aStockItem(owner, { variantId, onHand: 1, reserved: 4 })
    const [own, plain] = [await aShop({ connectorConfig: { backorder_policy: 'allow' } }), await aShop()]
    await published(own)
    await published(plain)
    expect(await own.stockOf('A')).toEqual({ quantity: -3, backorders: 'allow' })
    expect(await plain.stockOf('A')).toEqual({ quantity: 0, backorders: 'deny' })
    await set('warehousing.backorderPolicy', 'allow')
    await published(plain)
    expect(await plain.stockOf('A')).toEqual({ quantity: -3, backorders: 'allow' })
  })

  it('counts the stock of all custodians, whoever owns the goods', async () => {
    const { id: variantId } = await aVariant(owner, { sku: 'A' })
    const partner = await aPartner(owner)
    const custodian = await aCustodian(owner, { partnerId: partner.id })
    await aStockItem(owner, { variantId, custodianId: custodian.id, onHand: 7, reserved: 0 })
    await aStockItem(owner, { variantId, onHand: 100, reserved: 0 })
    const shop = await aShop()
    const principal = `commerce:///partner/partners/${partner.id}`
    expect((await owner.put(`${CHANNELS}/${shop.id}/sourcing-principal`, { principal })).status).toBe(200)
    await published(shop)
    expect((await shop.stockOf('A'))?.quantity).toBe(107)
  })

  it('skips variants that the shop does not have', async () => {
    const shop = await aShop()
    await aVariant(owner, { sku: 'NEW' })
    expect(await published(shop)).toMatchObject({ status: 'success', itemsSynced: 0, itemsFailed: 0, itemsPending: 0 })
  })
})

it('subtracts the safety stock from each stock item, down to zero', () => {
  const items = [
    { ...NEW_STOCK, custodianId: 'a', onHand: 10, reserved: 2 },
    { ...NEW_STOCK, custodianId: 'b', onHand: 3, reserved: 0 },
    { ...NEW_STOCK, custodianId: 'c', onHand: 1, reserved: 3 },
  ]
  expect(sumAvailable(items, { safetyStock: 0, unreserved: 0 })).toBe(9)
  expect(sumAvailable(items, { safetyStock: 5, unreserved: 0 })).toBe(1)
  expect(sumAvailable(items.slice(1, 2), { safetyStock: 5, unreserved: 0 })).toBe(0)
  // The safety stock is no reason to call pieces missing that are there.
  expect(sumAvailable(items.slice(0, 1), { safetyStock: 5, unreserved: 6 })).toBe(0)
  expect(sumAvailable(items.slice(0, 1), { safetyStock: 5, unreserved: 10 })).toBe(-2)
})

it('keeps the level that was read later when an earlier one is confirmed after it', async () => {
  const { db } = app()
  const place = { shopId: owner.tenant, location: '', externalVariantId: 'V-1' }
  const fields = { available: 9, withheld: 0, sold: 0, backorders: 'deny', keepsChoice: false } as const
  const level = (offered: number, readAt: string) =>
    db.put(putLevel(owner.tenant, place, { ...fields, offered, readAt }))
  await level(3, '2026-01-01T00:00:02.000Z')
  expect(await level(5, '2026-01-01T00:00:01.000Z')).toMatchObject({ ok: false })
  const stored = await findLevels(db, owner.tenant, [place])
  expect(stored.get('V-1')).toMatchObject({ offered: 3 })
})
