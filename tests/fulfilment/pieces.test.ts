import { beforeEach, describe, expect, it } from 'vitest'
import { aTariff, readCharges, sumByType } from '../billing/tariffing.ts'
import { lotsOf, receivedStock, stockOf, unitsOf } from '../inventory/stocking.ts'
import { listTasks } from '../shipping/parcels.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { anInternal, anOrder, aPolicy, aRouted, handOffs, ORDERS, ordersOf, settled, statusOf } from './fulfilling.ts'
import { anAuthorizedReturn, RETURNS } from './returning.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const acted = async (id: string, verb: string, body?: object) => {
  const answer = await owner.post(`${ORDERS}/${id}/${verb}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** An order of so many pieces of tracked stock. */
const anOrderOf = async (received: Omit<Parameters<typeof receivedStock>[1], 'variantId'>, quantity: number) => {
  const [variant, custodian] = [await aVariant(owner), await anInternal(owner)]
  const item = await receivedStock(owner, { ...received, variantId: variant.id, custodianId: custodian.id })
  const order = await anOrder(owner, [{ sku: variant.sku, quantity }])
  await settled()
  const [fulfilmentOrder] = await ordersOf(owner, order.id)
  return { variant, item, order, fulfilmentOrder, lineId: fulfilmentOrder.lines[0].id as string }
}

const serialNumbers = ['A', 'B', 'C']

const statesOf = async (item: { id: string }) =>
  Object.values(await unitsOf(owner, item))
    .map((unit) => (unit as { status: string }).status)
    .sort()

describe('serial units of a fulfilment order', () => {
  it('are each in one order and one parcel through splits, hand-overs and a reversal', async () => {
    const { item, fulfilmentOrder, lineId } = await anOrderOf({ quantity: 3, serialNumbers }, 3)
    const part = await acted(fulfilmentOrder.id, 'split', { lines: [{ lineId, quantity: 1 }] })
    await acted(fulfilmentOrder.id, 'hand-over', { parcels: [{ lines: [{ lineId, quantity: 1 }] }] })
    expect(await statesOf(item)).toEqual(['reserved', 'reserved', 'shipped'])
    const [first] = await handOffs(owner)
    await acted(fulfilmentOrder.id, `fulfilments/${first?.id}/reverse`, { reason: 'Wrong parcel' })
    expect(await statesOf(item)).toEqual(['reserved', 'reserved', 'reserved'])
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 3, reserved: 3 })
    for (const { id } of [part, fulfilmentOrder]) await acted(id, 'hand-over', { parcels: [{}] })
    expect(await statesOf(item)).toEqual(['shipped', 'shipped', 'shipped'])
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 0, reserved: 0 })
    const { body } = await owner.get(`${ORDERS}/${part.id}/fulfilments`)
    expect(body.member[0].lines[0]).not.toHaveProperty('allocation')
  })

  it('come back each as it was received', async () => {
    const { item, order, variant, fulfilmentOrder } = await anOrderOf({ quantity: 3, serialNumbers }, 3)
    await acted(fulfilmentOrder.id, 'hand-over', { parcels: [{}] })
    const made = await anAuthorizedReturn(owner, order.id, variant.sku, 3)
    const part = (disposition: string) => ({ lineId: made.lines[0].id, quantity: 1, condition: 'opened', disposition })
    const receive = (...lines: object[]) => owner.post(`${RETURNS}/${made.id}/receive`, { lines })
    expect((await receive(part('restock'), part('quarantine'))).status).toBe(200)
    expect(await statesOf(item)).toEqual(['quarantined', 'returned', 'shipped'])
    expect((await receive(part('write_off'))).status).toBe(200)
    expect(await statesOf(item)).toEqual(['quarantined', 'returned', 'written_off'])
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 1, reserved: 0, quarantined: 1 })
  })
})

describe('lots of a fulfilment order', () => {
  const lots = [
    { code: 'A', quantity: 2 },
    { code: 'B', quantity: 3 },
  ]
  const countLots = async (item: { id: string }) => {
    const { A, B } = await lotsOf(owner, item)
    return [A.onHand, A.reserved, B.onHand, B.reserved]
  }

  it('are whole after a split, partial hand-overs, a reversal, a cancellation and a return', async () => {
    const { item, order, variant, fulfilmentOrder, lineId } = await anOrderOf({ quantity: 5, lots }, 5)
    expect(await countLots(item)).toEqual([2, 2, 3, 3])
    const part = await acted(fulfilmentOrder.id, 'split', { lines: [{ lineId, quantity: 1 }] })
    await acted(fulfilmentOrder.id, 'hand-over', { parcels: [{ lines: [{ lineId, quantity: 2 }] }] })
    expect(await countLots(item)).toEqual([1, 1, 2, 2])
    await acted(part.id, 'cancel', { reason: 'Not wanted' })
    expect(await countLots(item)).toEqual([1, 0, 2, 2])
    const [first] = await handOffs(owner)
    await acted(fulfilmentOrder.id, `fulfilments/${first?.id}/reverse`, { reason: 'Wrong parcel' })
    expect(await countLots(item)).toEqual([2, 1, 3, 3])
    await acted(fulfilmentOrder.id, 'hand-over', { parcels: [{}] })
    expect(await countLots(item)).toEqual([1, 0, 0, 0])
    const made = await anAuthorizedReturn(owner, order.id, variant.sku, 4)
    const lines = [{ lineId: made.lines[0].id, quantity: 4, condition: 'sellable', disposition: 'restock' }]
    expect((await owner.post(`${RETURNS}/${made.id}/receive`, { lines })).status).toBe(200)
    expect(await countLots(item)).toEqual([2, 0, 3, 0])
  })
})

describe('a hand-off', () => {
  it('is the last that the shop hears of, once the rest of its sales order is cancelled', async () => {
    const { order, fulfilmentOrder } = await aRouted(owner)
    const { id, lines } = fulfilmentOrder
    const listLast = async () =>
      (await listTasks('sales.shipments.publish', owner.tenant)).filter((data) => (data as { isLast?: boolean }).isLast)
    await acted(id, 'hand-over', { parcels: [{ lines: [{ lineId: lines[0].id, quantity: 1 }] }] })
    expect(await listLast()).toEqual([])
    await acted(id, 'cancel', { reason: 'Not wanted' })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
    const [handOff] = await handOffs(owner)
    expect(await listLast()).toMatchObject([{ shipmentId: handOff?.shipmentId }])
  })

  const countsOf = async () => (await owner.get('/api/fulfilment/analytics')).body.totals

  it('is counted and charged once, until it is reversed', async () => {
    const custodian = await anInternal(owner)
    await aTariff(owner, custodian.partnerId)
    const { fulfilmentOrder } = await aRouted(owner, { custodian })
    const { id, lines } = fulfilmentOrder
    const one = { lines: [{ lineId: lines[0].id, quantity: 1 }] }
    await acted(id, 'hand-over', { parcels: [one, one] })
    await settled()
    expect(await countsOf()).toMatchObject({ accepted: 1, handedOver: 1, handOffs: 2, pieces: 2 })
    expect(sumByType(await readCharges(owner))).toEqual({ order: 150, line: 60, piece: 26, parcel: 840 })
    for (const { id: handOff } of await handOffs(owner))
      await acted(id, `fulfilments/${handOff}/reverse`, { reason: 'Wrong parcel' })
    await settled()
    expect(await countsOf()).toMatchObject({ accepted: 1, handedOver: 0, handOffs: 0, pieces: 0 })
    expect(sumByType(await readCharges(owner))).toEqual({})
    await acted(id, 'hand-over', { parcels: [{}] })
    await settled()
    expect(await countsOf()).toMatchObject({ accepted: 1, handedOver: 1, handOffs: 1, pieces: 3 })
  })
})
