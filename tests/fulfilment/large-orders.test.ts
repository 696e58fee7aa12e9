import { beforeAll, describe, expect, it } from 'vitest'
import { verifyStockOfTenant } from '../../lib/inventory/verification/verify-stock.ts'
import { app } from '../../lib/platform/app/app.ts'
import { lotsOf, receivedStock, stockOf } from '../inventory/stocking.ts'
import { aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { anInternal, anOrder, aPolicy, ORDERS, ordersOf, settled, statusOf, stocking, totalsOf } from './fulfilling.ts'
import { anAuthorizedReturn, RETURNS } from './returning.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const acted = async (id: string, verb: string, body?: object) => {
  const answer = await owner.post(`${ORDERS}/${id}/${verb}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

const MOST_AT_ONCE = 15
const MAX_LOTS = 10

/** Calls with the size of each part of so many pieces, one part after another. */
const inParts = async (
  pieces: number,
  work: (quantity: number, from: number) => Promise<unknown>,
  most = MOST_AT_ONCE,
) => {
  for (let from = 0; from < pieces; from += most) await work(Math.min(most, pieces - from), from)
}

const countStates = (units: readonly { status: string }[]) => {
  const counts: Record<string, number> = {}
  for (const { status } of units) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const allUnitsOf = async (item: { id: string }) => {
  const pages = [1, 2, 3].map((page) =>
    owner.get(`/api/inventory/serial-units?stockItemId=${item.id}&itemsPerPage=100&page=${page}`),
  )
  return (await Promise.all(pages)).flatMap(({ body }) => body.member)
}

const planned = async (sku: string, quantity: number) => {
  const order = await anOrder(owner, [{ sku, quantity }])
  await settled()
  const [fulfilmentOrder] = await ordersOf(owner, order.id)
  return { order, fulfilmentOrder }
}

const expectNoDifferences = async () =>
  expect((await verifyStockOfTenant(app().db, owner.tenant)).differences).toEqual([])

describe('an order with 100 lines', () => {
  it('is reserved, handed over, cancelled and returned in as many transactions as it takes', async () => {
    const custodian = await anInternal(owner)
    const { id: productId } = await aProduct(owner)
    const skus: string[] = []
    for (let i = 0; i < 100; i++) {
      const { id, sku } = await aVariant(owner, { productId })
      await stocking(owner, id, custodian.id, 3)
      skus.push(sku)
    }
    const before = await totalsOf(owner)
    const order = await anOrder(
      owner,
      skus.map((sku) => ({ sku, quantity: 2 })),
    )
    await settled()
    const [{ id, lines, isReserving }] = await ordersOf(owner, order.id)
    expect(isReserving ?? false).toBe(false)
    expect(await totalsOf(owner)).toMatchObject({ reserved: before.reserved + 200 })
    const half = lines.slice(0, 50).map(({ id: lineId }: { id: string }) => ({ lineId, quantity: 2 }))
    await acted(id, 'hand-over', { parcels: [{ lines: half }] })
    await settled()
    expect(await totalsOf(owner)).toEqual({ onHand: before.onHand - 100, reserved: before.reserved + 100 })
    await acted(id, 'cancel', { reason: 'Not wanted' })
    await settled()
    expect(await totalsOf(owner)).toEqual({ onHand: before.onHand - 100, reserved: before.reserved })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
    const asked = await owner.post(RETURNS, {
      salesOrderId: order.id,
      lines: skus.slice(0, 50).map((sku) => ({ sku, quantity: 1 })),
    })
    expect(asked.status, JSON.stringify(asked.body)).toBe(201)
    await owner.post(`${RETURNS}/${asked.body.id}/authorize`)
    await inParts(50, async (quantity, from) => {
      const part = asked.body.lines.slice(from, from + quantity).map((line: { id: string }) => ({
        ...{ lineId: line.id, quantity: 1, condition: 'sellable', disposition: 'restock' },
      }))
      const { status, body } = await owner.post(`${RETURNS}/${asked.body.id}/receive`, { lines: part })
      expect(status, JSON.stringify(body)).toBe(200)
    })
    expect(await totalsOf(owner)).toEqual({ onHand: before.onHand - 50, reserved: before.reserved })
    await expectNoDifferences()
  }, 400_000)
})

describe('an order of 300 serial units', () => {
  it('is reserved, handed over, cancelled and returned in as many transactions as it takes', async () => {
    const [variant, custodian] = [await aVariant(owner), await anInternal(owner)]
    let item = { id: '' }
    await inParts(300, async (quantity, from) => {
      const serialNumbers = Array.from({ length: quantity }, (_, i) => `N-${from + i}`)
      const given = { variantId: variant.id, custodianId: custodian.id, quantity, serialNumbers }
      item = await receivedStock(owner, given)
    })
    const { order, fulfilmentOrder } = await planned(variant.sku, 300)
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 300, reserved: 300 })
    expect(fulfilmentOrder.lines[0].allocated).toBe(300)
    const { id, lines } = fulfilmentOrder
    await acted(id, 'hand-over', { parcels: [{ lines: [{ lineId: lines[0].id, quantity: 200 }] }] })
    await acted(id, 'cancel', { reason: 'Not wanted' })
    await settled()
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 100, reserved: 0 })
    expect(countStates(await allUnitsOf(item))).toEqual({ shipped: 200, in_stock: 100 })
    const handOff = (await owner.get(`${ORDERS}/${id}/fulfilments`)).body.member[0]
    const reversed = await owner.post(`${ORDERS}/${id}/fulfilments/${handOff.id}/reverse`, { reason: 'Wrong' })
    expect([reversed.status, reversed.body.detail]).toEqual([
      409,
      expect.stringContaining('cannot be reversed at once'),
    ])
    const made = await anAuthorizedReturn(owner, order.id, variant.sku, 40)
    const receive = (quantity: number) =>
      owner.post(`${RETURNS}/${made.id}/receive`, {
        lines: [{ lineId: made.lines[0].id, quantity, condition: 'sellable', disposition: 'restock' }],
      })
    const tooMany = await receive(40)
    expect([tooMany.status, tooMany.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    await inParts(40, async (quantity) => expect((await receive(quantity)).status).toBe(200))
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 140, reserved: 0 })
    await expectNoDifferences()
  }, 400_000)
})

describe('an order from 50 lots', () => {
  it('is reserved, handed over, cancelled and returned in as many transactions as it takes', async () => {
    const [variant, custodian] = [await aVariant(owner), await anInternal(owner)]
    let item = { id: '' }
    const receiveLots = async (count: number, from: number) => {
      const lots = Array.from({ length: count }, (_, i) => ({ code: `L-${from + i}`, quantity: 2 }))
      item = await receivedStock(owner, { variantId: variant.id, custodianId: custodian.id, quantity: count * 2, lots })
    }
    await inParts(50, receiveLots, MAX_LOTS)
    const { order, fulfilmentOrder } = await planned(variant.sku, 100)
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 100, reserved: 100 })
    const { id, lines } = fulfilmentOrder
    await acted(id, 'hand-over', { parcels: [{ lines: [{ lineId: lines[0].id, quantity: 70 }] }] })
    await acted(id, 'cancel', { reason: 'Not wanted' })
    await settled()
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 30, reserved: 0 })
    const lots = Object.values(await lotsOf(owner, item))
    expect(lots.reduce((sum, lot) => sum + lot.onHand, 0)).toBe(30)
    expect(lots.every(({ reserved }) => reserved === 0)).toBe(true)
    const made = await anAuthorizedReturn(owner, order.id, variant.sku, 70)
    const receive = (quantity: number) =>
      owner.post(`${RETURNS}/${made.id}/receive`, {
        lines: [{ lineId: made.lines[0].id, quantity, condition: 'sellable', disposition: 'restock' }],
      })
    expect((await receive(70)).status).toBe(409)
    await inParts(70, async (quantity) => expect((await receive(quantity)).status).toBe(200))
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 100, reserved: 0 })
    await expectNoDifferences()
  }, 400_000)
})

describe('an order of several tracked variants at several custodians', () => {
  it('is planned although none of its stock fits the transaction of the plan', async () => {
    const skus: string[] = []
    for (let i = 0; i < 5; i++) {
      const [variant, custodian] = [await aVariant(owner), await anInternal(owner)]
      const serialNumbers = Array.from({ length: MOST_AT_ONCE }, (_, k) => `V-${i}-${k}`)
      const given = { variantId: variant.id, custodianId: custodian.id, quantity: MOST_AT_ONCE, serialNumbers }
      await receivedStock(owner, given)
      skus.push(variant.sku)
    }
    const { body: policies } = await owner.get('/api/fulfilment/policies')
    const rules = [{ name: 'Split', splitAllowed: true }]
    await owner.patch(`/api/fulfilment/policies/${policies.member[0].id}`, { rules })
    const order = await anOrder(
      owner,
      skus.map((sku) => ({ sku, quantity: MOST_AT_ONCE })),
    )
    await settled()
    const parts = await ordersOf(owner, order.id)
    expect(parts).toHaveLength(5)
    for (const { lines } of parts) expect(lines[0].allocated).toBe(MOST_AT_ONCE)
  }, 200_000)
})
