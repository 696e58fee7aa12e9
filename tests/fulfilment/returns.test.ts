import { describe, expect, it } from 'vitest'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { openParcelReturn } from '../../lib/fulfilment/returns/open-parcel-return.ts'
import { receiveReturn } from '../../lib/fulfilment/returns/receive-return.ts'
import { requestReturn } from '../../lib/fulfilment/returns/request-return.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { find } from '../../lib/platform/store/lists/list.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { aDelivery, aHandedOverOrder, anAuthorizedReturn, RETURNS, receive, request } from './returning.ts'

const topicsOf = async (member: Member) =>
  (await readEvents(member.tenant))
    .flatMap(({ topic }) => (topic.startsWith('fulfilment.return.') ? [topic] : []))
    .sort()

const readMovements = async (member: Member) =>
  (await app().db.query({ pk: partition(member.tenant, 'stock-movement') })).filter(
    ({ movementKind }) => movementKind === 'return_in' || movementKind === 'write_off',
  )

const act = (member: Member, { id }: { id: string }, action: string, body?: object) =>
  member.post(`${RETURNS}/${id}/${action}`, body)

describe('a requested return', () => {
  it('has the next number, the lines that handed the pieces over, and one event', async () => {
    const member = await aMember()
    const { salesOrderId, sku, order } = await aDelivery(member)
    const { status, body } = await request(member, salesOrderId, sku, 1)
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'requested', orderNumber: 'DE-100045', salesOrderId, reason: 'Wrong size' })
    expect(body.returnNumber).toBe(`RET-${app().clock().getUTCFullYear()}-00001`)
    expect(body.lines).toMatchObject([
      { fulfilmentOrderId: order.id, fulfilmentOrderLineId: order.lines[0]?.id, sku, requested: 1, received: 0 },
    ])
    expect((await request(member, salesOrderId, sku, 1)).body.returnNumber).toMatch(/00002$/)
    expect(await topicsOf(member)).toEqual(['fulfilment.return.requested', 'fulfilment.return.requested'])
  })

  it('takes the pieces of a SKU from all fulfilment orders of the sales order, the earliest first', async () => {
    const member = await aMember()
    const { variant, custodian, salesOrderId, sku, order } = await aDelivery(member, 2)
    const more = [{ sku, variantId: variant.id, handedOver: 3 }]
    const second = await aHandedOverOrder(member, { custodian, salesOrderId, lines: more })
    const { body } = await request(member, salesOrderId, sku, 4)
    expect(body.lines.map((line: Record<string, unknown>) => [line.fulfilmentOrderId, line.requested])).toEqual([
      [order.id, 2],
      [second.id, 2],
    ])
  })

  it('is refused for more pieces than were handed over, with the number that can still come back', async () => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member, 2)
    await request(member, salesOrderId, sku, 1)
    const lines = [1, 1].map((quantity) => ({ sku, quantity }))
    const { status, body } = await member.post(RETURNS, { salesOrderId, lines })
    expect(status).toBe(400)
    expect(body.violations.map((each: { propertyPath: string }) => each.propertyPath)).toEqual([
      'lines[0].quantity',
      'lines[1].quantity',
    ])
    expect(body.violations[0].message).toContain('at most 1')
  })

  it('is refused without an order, with two, and with an order of another tenant', async () => {
    const [member, stranger] = await Promise.all([aMember(), aMember()])
    const { salesOrderId, sku, order } = await aDelivery(member)
    const lines = [{ sku, quantity: 1 }]
    for (const given of [
      {},
      { salesOrderId, fulfilmentOrderId: order.id },
      { salesOrderId: newId(app().clock()) },
      { fulfilmentOrderId: newId(app().clock()) },
    ])
      expect((await member.post(RETURNS, { ...given, lines })).status).toBe(400)
    expect((await stranger.post(RETURNS, { salesOrderId, lines })).status).toBe(400)
    expect((await stranger.post(RETURNS, { fulfilmentOrderId: order.id, lines })).status).toBe(400)
    expect((await member.post(RETURNS, { fulfilmentOrderId: order.id, lines })).status).toBe(201)
  })

  it('gives no piece to two of several simultaneous requests', async () => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member, 3)
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(member, salesOrderId, sku, 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400])
    const numbers = answers.flatMap(({ body }) => body.returnNumber ?? []).sort()
    expect(numbers.map((number: string) => number.slice(-1))).toEqual(['1', '2', '3'])
  })

  it.each(['reject', 'cancel'])('gives its pieces back to other returns with %s', async (action) => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member, 1)
    const { body: made } = await request(member, salesOrderId, sku, 1)
    expect((await request(member, salesOrderId, sku, 1)).status).toBe(400)
    const { status } = await act(member, made, action, action === 'reject' ? { reason: 'Too late' } : undefined)
    expect(status).toBe(200)
    expect((await request(member, salesOrderId, sku, 1)).status).toBe(201)
    expect((await act(member, made, 'authorize')).status).toBe(409)
  })
})

describe('pieces of a hand-off that is reversed meanwhile', () => {
  /** Runs the work in a unit, and takes the pieces out of the fulfilment order before its first commit. */
  const whileReversed = async <T>(member: Member, orderId: string, work: (unit: Unit) => Promise<T>) => {
    const { db, clock } = app()
    const scope = { tenant: member.tenant, actor: null, now: clock() }
    let isReversed = false
    return await runInUnit(db, scope, async (unit) => {
      const result = await work(unit)
      if (isReversed) return result
      isReversed = true
      await runInUnit(db, scope, async (other) => {
        const order = await find(db, fulfilmentOrders, member.tenant, orderId)
        const lines = order?.lines.map((line) => ({ ...line, handedOver: 0 })) ?? []
        if (order) other.update(fulfilmentOrders, order, { lines })
      })
      return result
    })
  }

  it('are not promised', async () => {
    const member = await aMember()
    const { salesOrderId, sku, order } = await aDelivery(member, 1)
    const given = { salesOrderId, lines: [{ sku, quantity: 1 }] }
    const requested = whileReversed(member, order.id, (unit) => requestReturn(app(), unit, given))
    await expect(requested).rejects.toThrow('not valid')
    expect((await member.get(RETURNS)).body.totalItems).toBe(0)
  })

  it('do not come back', async () => {
    const member = await aMember()
    const { salesOrderId, sku, order, readOnHand } = await aDelivery(member, 1)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    const line = { lineId: made.lines[0].id, quantity: 1, condition: 'sellable', disposition: 'restock' } as const
    const received = whileReversed(member, order.id, (unit) => receiveReturn(app(), unit, made.id, { lines: [line] }))
    await expect(received).rejects.toThrow('not valid')
    expect(await readOnHand()).toBe(10)
  })
})

describe('an authorized return', () => {
  it('is sent to the custodian that the goods came from, unless another one is named', async () => {
    const member = await aMember()
    const { salesOrderId, sku, custodian } = await aDelivery(member, 2)
    expect(await anAuthorizedReturn(member, salesOrderId, sku, 1)).toMatchObject({
      status: 'authorized',
      custodianId: custodian.id,
      custodianName: custodian.name,
    })
    const other = await aCustodian(member)
    const { body: made } = await request(member, salesOrderId, sku, 1)
    const label = { carrier: 'DHL', trackingNumber: '4711', labelUrl: 'https://labels.example.com/4711.pdf' }
    const { body } = await act(member, made, 'authorize', { custodianId: other.id, ...label })
    expect(body).toMatchObject({ custodianId: other.id, ...label })
    expect((await member.get(`${RETURNS}?custodianId=${other.id}`)).body.member.length).toBe(1)
    expect((await member.get(`${RETURNS}?salesOrderId=${salesOrderId}&status=authorized`)).body.totalItems).toBe(2)
    expect((await member.get(`${RETURNS}?salesOrderId=${salesOrderId}&custodianId=${other.id}`)).status).toBe(400)
  })

  it('is not sent to a custodian of another tenant', async () => {
    const [member, stranger] = await Promise.all([aMember(), aMember()])
    const { salesOrderId, sku } = await aDelivery(member)
    const { body: made } = await request(member, salesOrderId, sku, 1)
    const { id: custodianId } = await aCustodian(stranger)
    expect((await act(member, made, 'authorize', { custodianId })).status).toBe(400)
    expect((await act(stranger, made, 'authorize')).status).toBe(404)
  })
})

describe('a received return', () => {
  it('puts on the shelf what is to be restocked, and nothing else', async () => {
    const member = await aMember()
    const { salesOrderId, sku, readOnHand } = await aDelivery(member, 6)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 6)
    const lineId = made.lines[0].id
    const part = (quantity: number, disposition: string) => ({ lineId, quantity, condition: 'opened', disposition })
    const lines = [part(1, 'restock'), part(2, 'quarantine'), part(1, 'write_off'), part(1, 'restock')]
    const { status, body } = await act(member, made, 'receive', { lines, note: 'One box is wet' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'received', receipts: [{ note: 'One box is wet', lines }] })
    expect(body.lines).toMatchObject([{ received: 5, restocked: 2, quarantined: 2, writtenOff: 1 }])
    expect(await readOnHand()).toBe(12)
    expect((await receive(member, made, 1)).body.receipts.length).toBe(2)
    expect(await readOnHand()).toBe(13)
    expect(await topicsOf(member)).toEqual([
      'fulfilment.return.authorized',
      'fulfilment.return.received',
      'fulfilment.return.requested',
    ])
    const movements = await readMovements(member)
    expect(new Set(movements.map(({ cause }) => cause))).toEqual(new Set([`commerce:///fulfilment/returns/${made.id}`]))
    const moved = movements
      .sort((a, b) => (a.sk < b.sk ? -1 : 1))
      .map((each) => [each.movementKind, each.quantity, each.onHandAfter, each.quarantinedAfter])
    expect(moved).toEqual([
      ['return_in', 2, 12, 0],
      ['return_in', 2, 12, 2],
      ['write_off', 1, 12, 2],
      ['return_in', 1, 13, 2],
    ])
  })

  it('is restocked at the custodian that received it and not where it came from', async () => {
    const member = await aMember()
    const { salesOrderId, sku, variant, readOnHand } = await aDelivery(member, 2)
    const other = await aCustodian(member)
    const { body: made } = await request(member, salesOrderId, sku, 2)
    await act(member, made, 'authorize', { custodianId: other.id })
    const refused = await receive(member, made, 1)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`keeps no ${sku}`)])
    await member.post('/api/inventory/stock-items', { variantId: variant.id, custodianId: other.id, onHand: 0 })
    expect((await receive(member, made, 1)).status).toBe(200)
    expect(await readOnHand()).toBe(10)
    const { body } = await member.get(`/api/inventory/stock-items?custodianId=${other.id}`)
    expect(body.member[0].onHand).toBe(1)
  })

  it('takes pieces that were handed over and not announced, but never more than were handed over', async () => {
    const member = await aMember()
    const { salesOrderId, sku, readOnHand } = await aDelivery(member, 3)
    const [one, two] = [
      await anAuthorizedReturn(member, salesOrderId, sku, 1),
      await anAuthorizedReturn(member, salesOrderId, sku, 1),
    ]
    expect((await receive(member, one, 3)).status).toBe(200)
    const refused = await receive(member, two, 1)
    expect([refused.status, refused.body.violations[0].message]).toEqual([400, expect.stringContaining('at most 0')])
    expect(await readOnHand()).toBe(13)
  })

  it('counts each piece once when receipts of several returns race', async () => {
    const member = await aMember()
    const { salesOrderId, sku, readOnHand } = await aDelivery(member, 2)
    const one = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    const two = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    const answers = await Promise.all([one, two, one, two].map((each) => receive(member, each, 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400])
    expect(await readOnHand()).toBe(12)
  })

  it('answers a repeated receipt with the same key as before, and restocks once', async () => {
    const member = await aMember()
    const { salesOrderId, sku, readOnHand } = await aDelivery(member, 4)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 4)
    const lines = [{ lineId: made.lines[0].id, quantity: 2, condition: 'sellable', disposition: 'restock' }]
    const ask = () => member.post(`${RETURNS}/${made.id}/receive`, { lines }, { 'idempotency-key': 'receipt-1' })
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await readOnHand()).toBe(12)
  })

  it('is refused before it is authorized, with unknown lines, and in the future', async () => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member)
    const { body: made } = await request(member, salesOrderId, sku, 1)
    expect((await receive(member, made, 1)).status).toBe(409)
    await act(member, made, 'authorize')
    const foreign = { id: made.id, lines: [{ id: newId(app().clock()) }] }
    expect((await receive(member, foreign, 1)).body.violations[0].propertyPath).toBe('lines[0].lineId')
    const lines = [{ lineId: made.lines[0].id, quantity: 1, condition: 'sellable', disposition: 'restock' }]
    const early = await act(member, made, 'receive', { lines, receivedAt: '2099-01-01T00:00:00Z' })
    expect(early.body.violations[0].propertyPath).toBe('receivedAt')
    expect((await act(member, made, 'cancel')).status).toBe(200)
  })

  it('cannot be cancelled or rejected any more', async () => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    await receive(member, made, 1)
    expect((await act(member, made, 'cancel')).status).toBe(409)
    expect((await act(member, made, 'reject', { reason: 'Too late' })).status).toBe(409)
  })
})

describe('a resolved return', () => {
  it('notes the refund and expects nothing any more', async () => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member, 2)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 2)
    await receive(member, made, 1)
    const refund = { refundAmount: 3990, currency: 'EUR', refundReference: 're_1' }
    const { status, body } = await act(member, made, 'resolve', { resolution: 'refunded', ...refund })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'resolved', ...refund, creditNoteId: null }),
    ])
    expect((await act(member, made, 'resolve', { resolution: 'replaced' })).status).toBe(409)
    expect((await request(member, salesOrderId, sku, 1)).status).toBe(201)
    const events = (await readEvents(member.tenant)).filter(({ topic }) => topic === 'fulfilment.return.resolved')
    expect(events.map(({ data }) => data)).toMatchObject([
      { resolution: 'refunded', refundAmount: 3990, currency: 'EUR' },
    ])
  })

  it('refund-cancel-return-restocks-once: neither a refund nor a second return puts the pieces on the shelf again', async () => {
    const member = await aMember()
    const { salesOrderId, sku, readOnHand } = await aDelivery(member, 1)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    const resolve = () => act(member, made, 'resolve', { resolution: 'refunded', refundAmount: 100, currency: 'EUR' })
    expect((await receive(member, made, 1)).status).toBe(200)
    expect((await resolve()).status).toBe(200)
    expect((await resolve()).status).toBe(409)
    expect((await act(member, made, 'cancel')).status).toBe(409)
    expect((await receive(member, made, 1)).status).toBe(409)
    expect((await request(member, salesOrderId, sku, 1)).status).toBe(400)
    expect(await readOnHand()).toBe(11)
  })
})

describe('the return of a parcel that could not be delivered', () => {
  it('undelivered-parcel-becomes-return: opens once for each shipment, on its way to where it came from', async () => {
    const member = await aMember()
    const { order, sku, custodian, readOnHand } = await aDelivery(member, 3)
    const shipmentId = newId(app().clock())
    const work = { tenant: member.tenant, shipmentId, fulfilmentOrderId: order.id, pieces: [{ sku, quantity: 2 }] }
    await Promise.all([1, 2].map(() => openParcelReturn(app(), work, app().clock())))
    const { body } = await member.get(RETURNS)
    expect(body.totalItems).toBe(1)
    const [made] = body.member
    expect(made).toMatchObject({ status: 'authorized', shipmentId, custodianId: custodian.id })
    expect(made.lines).toMatchObject([{ sku, requested: 2 }])
    expect(await topicsOf(member)).toEqual(['fulfilment.return.authorized', 'fulfilment.return.requested'])
    await receive(member, made, 2)
    expect(await readOnHand()).toBe(12)
    await openParcelReturn(app(), work, app().clock())
    expect((await member.get(RETURNS)).body.totalItems).toBe(1)
  })

  it('leaves pieces to the return that has them, and does not open for nothing', async () => {
    const member = await aMember()
    const { order, sku, salesOrderId } = await aDelivery(member, 2)
    await request(member, salesOrderId, sku, 1)
    const parcel = (quantity: number) => ({
      tenant: member.tenant,
      shipmentId: newId(app().clock()),
      fulfilmentOrderId: order.id,
      pieces: [{ sku, quantity }],
    })
    await openParcelReturn(app(), parcel(2), app().clock())
    await openParcelReturn(app(), parcel(1), app().clock())
    const { body } = await member.get(`${RETURNS}?status=authorized`)
    expect(body.member.map((each: { lines: { requested: number }[] }) => each.lines[0]?.requested)).toEqual([1])
  })
})

describe('the abilities of a return', () => {
  it('follow its state', async () => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member)
    const { body: made } = await request(member, salesOrderId, sku, 1)
    const scopes = ['fulfilment:return:authorize', 'fulfilment:return:receive', 'fulfilment:return:write']
    const subject = `commerce:///fulfilment/returns/${made.id}`
    const { body } = await member.post('/api/auth/can', { subject, scopes })
    expect(body).toMatchObject({
      'fulfilment:return:authorize': { allowed: true },
      'fulfilment:return:receive': { allowed: false, reason: 'return is requested' },
    })
  })
})
