import { beforeAll, describe, expect, it } from 'vitest'
import { readStockOfVariants } from '../../lib/inventory/allocations/reserve-stock.ts'
import { app } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { handingOver, releasing, reserving, reversing, takingBack, tryToReserve } from '../support/stock.ts'

const ITEMS = '/api/inventory/stock-items'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const read = async ({ id }: { id: string }) => (await owner.get(`${ITEMS}/${id}`)).body
const movementsOf = async ({ id }: { id: string }) =>
  (await owner.get(`/api/inventory/movements?stockItemId=${id}`)).body.member

describe('reserving', () => {
  it('gives the last unit to one of two orders', async () => {
    const item = await aStockItem(owner, { onHand: 1 })
    const wanted = [{ variantId: item.variantId, quantity: 1 }]
    const results = await Promise.all([1, 2].map(() => tryToReserve(owner, item.custodianId, wanted)))
    expect(results.filter((result) => 'allocations' in result)).toHaveLength(1)
    expect(results.find((result) => 'shortages' in result)).toEqual({
      shortages: [{ variantId: item.variantId, wanted: 1, available: 0 }],
    })
    expect(await read(item)).toMatchObject({ onHand: 1, reserved: 1, availableToPromise: 0 })
  })

  it('adds up two lines of the same variant', async () => {
    const item = await aStockItem(owner, { onHand: 5 })
    const { variantId, custodianId } = item
    const twice = (quantity: number) => [
      { variantId, quantity },
      { variantId, quantity },
    ]
    expect(await tryToReserve(owner, custodianId, twice(3))).toEqual({
      shortages: [{ variantId, wanted: 6, available: 5 }],
    })
    expect(await tryToReserve(owner, custodianId, twice(2))).toMatchObject({ allocations: [{ quantity: 4 }] })
    expect(await movementsOf(item)).toHaveLength(2)
    expect((await read(item)).reserved).toBe(4)
  })

  it('holds nothing if the third line is short', async () => {
    const { id: custodianId } = await aCustodian(owner)
    const items = [
      await aStockItem(owner, { custodianId, onHand: 5 }),
      await aStockItem(owner, { custodianId, onHand: 5 }),
      await aStockItem(owner, { custodianId, onHand: 1 }),
    ]
    const { id: unknown } = await aVariant(owner)
    const wanted = [...items.map(({ variantId }) => variantId), unknown].map((variantId) => ({
      variantId,
      quantity: 2,
    }))
    expect(await tryToReserve(owner, custodianId, wanted)).toEqual({
      shortages: [
        { variantId: items[2]?.variantId, wanted: 2, available: 1 },
        { variantId: unknown, wanted: 2, available: 0 },
      ],
    })
    for (const item of items) expect((await read(item)).reserved).toBe(0)
  })
})

describe('releasing', () => {
  it('twice at once has one effect', async () => {
    const item = await aStockItem(owner, { onHand: 5 })
    const allocations = await reserving(owner, item, 2)
    const both = await Promise.allSettled([releasing(owner, allocations), releasing(owner, allocations)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await read(item)).toMatchObject({ onHand: 5, reserved: 0 })
    expect(await movementsOf(item)).toHaveLength(3)
  })

  it('of what is not reserved is refused', async () => {
    const item = await aStockItem(owner, { onHand: 5, reserved: 1 })
    const allocation = { stockItemId: item.id, variantId: item.variantId, quantity: 2 }
    await expect(releasing(owner, [allocation])).rejects.toThrow('Only 1 pieces')
    await expect(handingOver(owner, [allocation])).rejects.toThrow('Only 1 pieces')
    expect(await read(item)).toMatchObject({ onHand: 5, reserved: 1 })
  })
})

describe('handing over', () => {
  it('looks at its own reservation, though nothing is available', async () => {
    const item = await aStockItem(owner, { onHand: 3 })
    const allocations = await reserving(owner, item, 3)
    expect((await read(item)).availableToPromise).toBe(0)
    await handingOver(owner, allocations)
    expect(await read(item)).toMatchObject({ onHand: 0, reserved: 0 })
    expect((await movementsOf(item))[0]).toMatchObject({ kind: 'hand_over', onHandChange: -3, reservedChange: -3 })
  })

  it('that is reversed puts the pieces back, and reserves them again if their order still waits', async () => {
    const item = await aStockItem(owner, { onHand: 3 })
    const allocations = await reserving(owner, item, 2)
    await handingOver(owner, allocations)
    await reversing(owner, allocations, { reservesAgain: true })
    expect(await read(item)).toMatchObject({ onHand: 3, reserved: 2 })
    await handingOver(owner, allocations)
    await reversing(owner, allocations)
    expect(await read(item)).toMatchObject({ onHand: 3, reserved: 0 })
  })
})

describe('taking back', () => {
  const shipped = async () => {
    const item = await aStockItem(owner, { onHand: 5 })
    const allocations = await reserving(owner, item, 2)
    await handingOver(owner, allocations)
    return { item, allocations }
  }

  it('makes only what is restocked available', async () => {
    const [a, b, c] = [await shipped(), await shipped(), await shipped()]
    await takingBack(owner, a.allocations)
    await takingBack(owner, b.allocations, { disposition: 'quarantine' })
    await takingBack(owner, c.allocations, { disposition: 'write_off', reason: 'Broken' })
    expect(await read(a.item)).toMatchObject({ onHand: 5, quarantined: 0, availableToPromise: 5 })
    expect(await read(b.item)).toMatchObject({ onHand: 3, quarantined: 2, availableToPromise: 3 })
    expect(await read(c.item)).toMatchObject({ onHand: 3, quarantined: 0, availableToPromise: 3 })
    expect((await movementsOf(c.item))[0]).toMatchObject({ kind: 'write_off', quantity: 2, onHandChange: 0 })
  })

  it('aside ends on the shelf or written off, and never twice', async () => {
    const { item, allocations } = await shipped()
    await takingBack(owner, allocations, { disposition: 'quarantine' })
    const act = (action: string, body: object) =>
      owner.post(`${ITEMS}/${item.id}/${action}`, { reason: 'Checked', ...body })
    expect((await act('restock', { quantity: 1 })).body).toMatchObject({ onHand: 4, quarantined: 1 })
    expect((await act('write-off', { quantity: 1, from: 'quarantine' })).body).toMatchObject({
      onHand: 4,
      quarantined: 0,
    })
    expect((await act('restock', { quantity: 1 })).status).toBe(409)
  })
})

it('stock of variants is read at all custodians with what can be reserved', async () => {
  const { id: variantId } = await aVariant(owner)
  const a = await aStockItem(owner, { variantId, onHand: 5, reserved: 2 })
  const b = await aStockItem(owner, { variantId, onHand: 9 })
  await owner.post(`${ITEMS}/${b.id}/discontinue`)
  const found = await readStockOfVariants(app().db, owner.tenant, [variantId, variantId])
  expect(found.map(({ custodianId, available }) => [custodianId, available])).toEqual([
    [parseId(a.custodianId), 3],
    [parseId(b.custodianId), 0],
  ])
})
