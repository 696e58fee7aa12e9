import { beforeEach, describe, expect, it } from 'vitest'
import { verifyStockOfTenant } from '../../lib/inventory/verification/verify-stock.ts'
import { app } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { findCustodian } from '../../lib/warehousing/custodian-store.ts'
import { aTariff, RATES, readCharges } from '../billing/tariffing.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { anInternal, aPolicy, aRouted, settled, topicsOf } from './fulfilling.ts'
import { aDelivery, anAuthorizedReturn, RETURNS } from './returning.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const piece = (sku: string, quantity: number, disposition = 'restock') => ({
  ...{ sku, quantity, condition: 'sellable', disposition },
})

const arrive = (custodianId: string, lines: object[], fields: object = {}) =>
  owner.post(`${RETURNS}/unannounced`, { custodianId, lines, ...fields })

const join = (id: string, fulfilmentOrderId: string) => owner.post(`${RETURNS}/${id}/join`, { fulfilmentOrderId })

const candidatesOf = async (id: string, query = '') =>
  (await owner.get(`${RETURNS}/${id}/candidates${query}`)).body.candidates

describe('a parcel that no return expected', () => {
  it('is received, and its pieces are in the stock before anybody knows its order', async () => {
    const { sku, custodian, readOnHand } = await aDelivery(owner, 4)
    const lines = [piece(sku, 1), piece(sku, 1, 'quarantine')]
    const { status, body } = await arrive(custodian.id, lines, { sender: 'Ada Lovelace', note: 'No slip' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      status: 'received',
      isUnannounced: true,
      sender: 'Ada Lovelace',
      salesOrderId: null,
      orderNumber: null,
      lines: [{ sku, fulfilmentOrderId: null, requested: 0, received: 2, restocked: 1, quarantined: 1 }],
      receipts: [{ note: 'No slip' }],
    })
    expect(await readOnHand()).toBe(11)
    expect(await topicsOf(owner, 'fulfilment.return')).toEqual(['fulfilment.return.received'])
    expect(await verifyStockOfTenant(app().db, owner.tenant)).toMatchObject({ differences: [] })
  })

  it('is refused with all mistakes at once', async () => {
    const { custodian } = await aDelivery(owner)
    const lines = [piece('NOWHERE', 1), { ...piece('NOTHING', 2), serialNumbers: ['A'] }]
    const { status, body } = await arrive(custodian.id, lines)
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'lines[0].sku',
      'lines[1].sku',
      'lines[1].serialNumbers',
    ])
    expect((await arrive(custodian.id, [piece('X', 1)], { receivedAt: '2999-01-01T00:00:00Z' })).status).toBe(400)
  })

  it('finds its order by SKU, name, order number and tracking number', async () => {
    await aPolicy(owner)
    const { order, fulfilmentOrder, variant, custodian } = await aRouted(owner, { custodian: await anInternal(owner) })
    const parcels = [{ carrier: 'DHL', trackingNumber: '0034 0434' }]
    await owner.post(`/api/fulfilment/orders/${fulfilmentOrder.id}/hand-over`, { parcels })
    await settled()
    await aDelivery(owner)
    const { body } = await arrive(custodian.id, [piece(variant.sku, 1)], { sender: 'ada', trackingNumber: '00340434' })
    const [first, ...others] = await candidatesOf(body.id, `?orderNumber=${order.number}`)
    expect(first).toEqual({
      fulfilmentOrderId: fulfilmentOrder.id,
      salesOrderId: order.id,
      orderNumber: order.number,
      recipient: 'Ada',
      matches: ['tracking_number', 'order_number', 'name', 'sku'],
      canJoin: true,
    })
    expect(others).toEqual([])
  })
})

describe('an unannounced return that is joined to its order', () => {
  it('is like any other: its pieces count once, its refund has the bound of the order, and no stock moves', async () => {
    await aPolicy(owner)
    const { order, fulfilmentOrder, variant, custodian, stock } = await aRouted(owner, {
      custodian: await anInternal(owner),
    })
    await owner.post(`/api/fulfilment/orders/${fulfilmentOrder.id}/hand-over`, { parcels: [{ carrier: 'DHL' }] })
    await settled()
    const { body: found } = await arrive(custodian.id, [piece(variant.sku, 1), piece(variant.sku, 1, 'write_off')])
    const readStock = async () => (await owner.get(`/api/inventory/stock-items/${stock.id}`)).body.onHand
    const before = await readStock()

    const { status, body } = await join(found.id, fulfilmentOrder.id)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      status: 'received',
      salesOrderId: order.id,
      orderNumber: order.number,
      lines: [{ fulfilmentOrderId: fulfilmentOrder.id, orderLine: 0, received: 2, restocked: 1, writtenOff: 1 }],
    })
    const [receipt] = body.receipts
    expect(receipt.lines.map(({ lineId }: { lineId: string }) => lineId)).toEqual([body.lines[0].id, body.lines[0].id])
    expect(await readStock()).toBe(before)
    expect((await join(found.id, fulfilmentOrder.id)).status).toBe(409)

    const more = await owner.post(RETURNS, { salesOrderId: order.id, lines: [{ sku: variant.sku, quantity: 2 }] })
    expect(more.body.violations[0].message).toContain('must be at most 1')
    const refund = { resolution: 'refunded', refundAmount: 999_999_999 }
    expect((await owner.post(`${RETURNS}/${found.id}/resolve`, refund)).status).toBe(400)
    const small = await owner.post(`${RETURNS}/${found.id}/resolve`, { ...refund, refundAmount: 100 })
    expect([small.status, small.body.currency]).toEqual([200, 'EUR'])
  })

  it('is refused by an order that did not hand the pieces over, or whose pieces another return expects', async () => {
    const { sku, custodian, order, salesOrderId } = await aDelivery(owner, 2)
    const other = await aDelivery(owner, 2)
    const { body: found } = await arrive(custodian.id, [piece(sku, 2)])
    expect((await join(found.id, other.order.id)).status).toBe(409)
    await anAuthorizedReturn(owner, salesOrderId, sku, 1)
    const refused = await join(found.id, order.id)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`1 × ${sku}`)])
    expect((await candidatesOf(found.id)).map(({ canJoin }: { canJoin: boolean }) => canJoin)).toEqual([false])
  })

  it('counts its pieces once, however many join at the same time', async () => {
    const { sku, custodian, order } = await aDelivery(owner, 1)
    const made = [await arrive(custodian.id, [piece(sku, 1)]), await arrive(custodian.id, [piece(sku, 1)])]
    const answers = await Promise.all(made.map(({ body }) => join(body.id, order.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('receives no further parts, and expects no refund of an order, before it is joined', async () => {
    const { sku, custodian } = await aDelivery(owner, 2)
    const { body } = await arrive(custodian.id, [piece(sku, 1)])
    const lines = [{ lineId: body.lines[0].id, quantity: 1, condition: 'sellable', disposition: 'restock' }]
    expect((await owner.post(`${RETURNS}/${body.id}/receive`, { lines })).status).toBe(409)
    expect((await owner.post(`${RETURNS}/${body.id}/resolve`, { resolution: 'closed_without_refund' })).status).toBe(
      200,
    )
  })

  it('is charged once, when it arrives', async () => {
    const { sku, custodian, order } = await aDelivery(owner, 2)
    const stored = await findCustodian(app().db, owner.tenant, parseId(custodian.id) as string)
    await aTariff(owner, stored?.partnerId as string, { rates: [...RATES, { per: 'return', amount: 275 }] })
    const { body } = await arrive(custodian.id, [piece(sku, 1)])
    await drainEvents()
    await join(body.id, order.id)
    await drainEvents()
    const charges = (await readCharges(owner)).filter(({ description }) => description.includes(body.returnNumber))
    expect(charges).toHaveLength(1)
  })
})
