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

  it('are free again once their order is cancelled or closed short', async () => {
    for (const verb of ['cancel', 'close-short']) {
      const { item, fulfilmentOrder } = await anOrderOf({ quantity: 3, serialNumbers }, 2)
      expect(await statesOf(item)).toEqual(['in_stock', 'reserved', 'reserved'])
      await acted(fulfilmentOrder.id, verb, { reason: 'Not wanted' })
      expect(await statesOf(item), verb).toEqual(['in_stock', 'in_stock', 'in_stock'])
    }
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

const part = (lineId: string, quantity: number, fields: object = {}) => ({
  ...{ lineId, quantity, condition: 'sellable', disposition: 'restock', ...fields },
})

describe('serial units that a receipt names', () => {
  it('come back as named, each once, and only those of the order', async () => {
    const { item, order, variant, fulfilmentOrder } = await anOrderOf({ quantity: 3, serialNumbers }, 2)
    await acted(fulfilmentOrder.id, 'hand-over', { parcels: [{}] })
    const units = Object.values(await unitsOf(owner, item)) as { serialNumber: string; status: string }[]
    const shipped = units.filter(({ status }) => status === 'shipped').map(({ serialNumber }) => serialNumber)
    const [kept = ''] = units.filter(({ status }) => status === 'in_stock').map(({ serialNumber }) => serialNumber)
    const [first = '', last = ''] = shipped
    const made = await anAuthorizedReturn(owner, order.id, variant.sku, 2)
    const lineId = made.lines[0].id
    const receive = (...lines: object[]) => owner.post(`${RETURNS}/${made.id}/receive`, { lines })
    const wrong = await receive(
      part(lineId, 1, { serialNumbers: [kept] }),
      part(lineId, 1, { serialNumbers: [last, 'unknown'] }),
    )
    expect(wrong.status).toBe(400)
    expect(wrong.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'lines[0].serialNumbers[0]',
      'lines[1].serialNumbers',
      'lines[1].serialNumbers[1]',
    ])
    const twice = await receive(part(lineId, 2, { serialNumbers: [last, last] }))
    expect(twice.body.violations[0].propertyPath).toBe('lines[0].serialNumbers[1]')
    const answer = await receive(part(lineId, 1, { serialNumbers: [last] }))
    expect(answer.body.receipts[0].lines[0].serialNumbers).toEqual([last])
    const statusOfUnit = async (serialNumber: string) => (await unitsOf(owner, item))[serialNumber].status
    expect([await statusOfUnit(first), await statusOfUnit(last)]).toEqual(['shipped', 'returned'])
    expect((await receive(part(lineId, 1, { serialNumbers: [last] }))).status).toBe(400)
    expect((await receive(part(lineId, 1))).status).toBe(200)
    expect(await statusOfUnit(first)).toBe('returned')
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 3, reserved: 0 })
  })
})

describe('pieces of a lot that come back to another custodian', () => {
  const returnedTo = async (custodianId: string, handled: Awaited<ReturnType<typeof anOrderOf>>) => {
    await acted(handled.fulfilmentOrder.id, 'hand-over', { parcels: [{}] })
    const asked = await owner.post(RETURNS, {
      salesOrderId: handled.order.id,
      lines: [{ sku: handled.variant.sku, quantity: 2 }],
    })
    return (await owner.post(`${RETURNS}/${asked.body.id}/authorize`, { custodianId })).body
  }

  it('find their lot there, or bring it with its last day', async () => {
    const lots = [{ code: 'A', quantity: 2, expiresOn: '2098-12-31' }]
    const handled = await anOrderOf({ quantity: 2, lots }, 2)
    const other = await anInternal(owner)
    const { body: there } = await owner.post('/api/inventory/stock-items', {
      ...{ variantId: handled.variant.id, custodianId: other.id, tracking: 'lot' },
    })
    const made = await returnedTo(other.id, handled)
    const receive = (...lines: object[]) => owner.post(`${RETURNS}/${made.id}/receive`, { lines })
    const lineId = made.lines[0].id
    expect((await receive(part(lineId, 1))).status).toBe(200)
    expect(await lotsOf(owner, there)).toMatchObject({ A: { onHand: 1, expiresOn: '2098-12-31', status: 'active' } })
    expect((await receive(part(lineId, 1))).status).toBe(200)
    expect(await lotsOf(owner, there)).toMatchObject({ A: { onHand: 2 } })
    expect(await stockOf(owner, there)).toMatchObject({ onHand: 2, availableToPromise: 2 })
    expect(await lotsOf(owner, handled.item)).toMatchObject({ A: { onHand: 0 } })
  })

  it('are not promised there if their lot was recalled, and find a lot when they are set aside', async () => {
    const handled = await anOrderOf({ quantity: 2, lots: [{ code: 'A', quantity: 2 }] }, 2)
    const other = await anInternal(owner)
    const { body: there } = await owner.post('/api/inventory/stock-items', {
      ...{ variantId: handled.variant.id, custodianId: other.id, tracking: 'lot' },
    })
    const made = await returnedTo(other.id, handled)
    const { A } = await lotsOf(owner, handled.item)
    await owner.post(`/api/inventory/lots/${A.id}/recall`, { reason: 'Glass' })
    const lines = [part(made.lines[0].id, 1), part(made.lines[0].id, 1, { disposition: 'quarantine' })]
    expect((await owner.post(`${RETURNS}/${made.id}/receive`, { lines })).status).toBe(200)
    const { A: brought } = await lotsOf(owner, there)
    expect(brought).toMatchObject({ onHand: 1, status: 'recalled', recallReason: 'Glass' })
    expect(await stockOf(owner, there)).toMatchObject({ onHand: 1, blocked: 1, quarantined: 1, availableToPromise: 0 })
    const restocked = await owner.post(`/api/inventory/stock-items/${there.id}/restock`, {
      ...{ quantity: 1, lotId: brought.id, reason: 'Looked at' },
    })
    expect(restocked.status, JSON.stringify(restocked.body)).toBe(200)
    expect(restocked.body).toMatchObject({ onHand: 2, blocked: 2, quarantined: 0 })
  })
})

describe('lots of a fulfilment order', () => {
  const lots = [
    { code: 'A', quantity: 2, expiresOn: '2098-12-31' },
    { code: 'B', quantity: 3, expiresOn: '2099-12-31' },
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

describe('a hand-off whose pieces are in a return', () => {
  it.each([
    ['alike', {}],
    ['of a lot', { lots: [{ code: 'A', quantity: 4 }] }],
    ['with serial numbers', { serialNumbers: ['A', 'B', 'C', 'D'] }],
  ])('is not reversed once pieces that are %s came back', async (_kind, received) => {
    const { item, order, variant, fulfilmentOrder, lineId } = await anOrderOf({ quantity: 4, ...received }, 4)
    const { id } = fulfilmentOrder
    for (const quantity of [1, 2]) await acted(id, 'hand-over', { parcels: [{ lines: [{ lineId, quantity }] }] })
    const { body } = await owner.get(`${ORDERS}/${id}/fulfilments`)
    const [second, first] = body.member
    const reverse = (handOff: { id: string }) =>
      owner.post(`${ORDERS}/${id}/fulfilments/${handOff.id}/reverse`, { reason: 'Wrong parcel' })
    const made = await anAuthorizedReturn(owner, order.id, variant.sku, 2)
    const expected = await reverse(second)
    expect([expected.status, expected.body.detail]).toEqual([409, expect.stringContaining('open return')])
    const receive = { lines: [part(made.lines[0].id, 1)] }
    expect((await owner.post(`${RETURNS}/${made.id}/receive`, receive)).status).toBe(200)
    expect((await owner.post(`${RETURNS}/${made.id}/resolve`, { resolution: 'closed_without_refund' })).status).toBe(
      200,
    )
    const back = await reverse(first)
    expect([back.status, back.body.detail]).toEqual([409, expect.stringContaining('came back')])
    const still = await reverse(second)
    expect(still.status, JSON.stringify(still.body)).toBe(201)
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 4, reserved: 3 })
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
