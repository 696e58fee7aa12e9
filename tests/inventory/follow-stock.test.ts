import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handler as followStock } from '../../functions/inventory/every-minute-follow-stock.ts'
import { listStockChanges, noteStockChange, removeStockChanges } from '../../lib/inventory/stock-changes.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { runPartitions, runsOf } from '../sales/runs.ts'
import { shopWith } from '../sales/shops.ts'
import { aSimulatedChannel, aStoreSeed, simulating } from '../sales/sync.ts'
import { aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { handingOver, reserving } from '../support/stock.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const aShop = async () => {
  const settings = { seed: aStoreSeed(), products: '0' }
  const channel = await aSimulatedChannel(owner, settings)
  const shop = shopWith(owner.tenant, settings)
  await owner.post(`${CHANNELS}/${channel.id}/catalog/publish`)
  await runPartitions(owner)
  const publish = async () => {
    await owner.post(`${CHANNELS}/${channel.id}/inventory/publish`)
    await runPartitions(owner)
  }
  const pushes = async () => (await runsOf(owner, channel)).filter(({ type }) => type === 'inventory_push')
  return { ...channel, publish, pushes, stockOf: async (sku: string) => (await shop.find(sku))?.stock?.quantity }
}

const follow = async () => {
  await followStock({})
  await runPartitions(owner)
}
const changesOf = () => listStockChanges(app().db, owner.tenant, '', 100)

const twoVariants = async () => {
  const [a, b] = [await aVariant(owner, { sku: 'A' }), await aVariant(owner, { sku: 'B' })]
  return [
    await aStockItem(owner, { variantId: a.id, onHand: 10 }),
    await aStockItem(owner, { variantId: b.id, onHand: 5 }),
  ] as const
}

describe('stock that changes', () => {
  it('is published by itself to a channel that published before, only where it differs', async () => {
    const [a] = await twoVariants()
    const shop = await aShop()
    await shop.publish()
    await reserving(owner, a, 3)
    await reserving(owner, a, 1)
    await follow()
    expect(await shop.stockOf('A')).toBe(6)
    const [latest, ...others] = await shop.pushes()
    expect(latest).toMatchObject({ status: 'success', itemsSynced: 1, itemsUnchanged: 0, itemsSkipped: 0 })
    expect(others).toHaveLength(1)
    expect(await changesOf()).toEqual([])
    await follow()
    expect(await shop.pushes()).toHaveLength(2)
  })

  it('is not published to a channel that never published stock, nor against the setting', async () => {
    const [a] = await twoVariants()
    const [never, before] = [await aShop(), await aShop()]
    await before.publish()
    const { body } = await owner.get('/api/configuration/settings/key/warehousing.followStock')
    expect(body.value).toBe(true)
    await owner.put(`/api/configuration/settings/${body.id}`, { value: false })
    await reserving(owner, a, 3)
    await follow()
    expect(await before.stockOf('A')).toBe(10)
    await owner.put(`/api/configuration/settings/${body.id}`, { value: true })
    await reserving(owner, a, 1)
    await follow()
    expect(await before.stockOf('A')).toBe(6)
    expect(await never.pushes()).toEqual([])
  })

  it('waits for a run in progress and is then published with all variants that changed', async () => {
    const [a, b] = await twoVariants()
    const shop = await aShop()
    await shop.publish()
    await reserving(owner, a, 1)
    await followStock({})
    await reserving(owner, a, 1)
    await followStock({})
    await reserving(owner, b, 2)
    await followStock({})
    await runPartitions(owner)
    expect([await shop.stockOf('A'), await shop.stockOf('B')]).toEqual([8, 3])
    expect(await shop.pushes()).toHaveLength(3)
  })

  it('waits for a run of all variants that was requested', async () => {
    const [a] = await twoVariants()
    const shop = await aShop()
    await shop.publish()
    await owner.post(`${CHANNELS}/${shop.id}/inventory/publish`)
    await owner.post(`${CHANNELS}/${shop.id}/inventory/publish`)
    await reserving(owner, a, 4)
    await follow()
    const [latest] = await shop.pushes()
    expect(latest?.only).toBeUndefined()
    expect(await shop.stockOf('A')).toBe(6)
  })

  it('leaves a paused channel alone', async () => {
    const [a] = await twoVariants()
    const shop = await aShop()
    await shop.publish()
    await owner.post(`${CHANNELS}/${shop.id}/pause`)
    await reserving(owner, a, 1)
    await follow()
    expect(await shop.pushes()).toHaveLength(1)
    expect(await changesOf()).toEqual([])
  })
})

describe('a note of changed stock', () => {
  it('exists once for a variant, and none for pieces that leave as they were promised', async () => {
    const item = await aStockItem(owner, { onHand: 10 })
    const allocations = await reserving(owner, item, 3)
    await reserving(owner, item, 1)
    const notes = await changesOf()
    expect(notes.map(({ variantId }) => variantId)).toEqual([item.variantId])
    await removeStockChanges(app().db, notes)
    await handingOver(owner, allocations)
    expect(await changesOf()).toEqual([])
  })

  it('that was overwritten since it was read is kept', async () => {
    const item = await aStockItem(owner, { onHand: 10 })
    const read = await changesOf()
    await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: app().clock() }, async (unit) =>
      noteStockChange(unit, item.variantId),
    )
    await removeStockChanges(app().db, read)
    expect(await changesOf()).toHaveLength(1)
  })
})
