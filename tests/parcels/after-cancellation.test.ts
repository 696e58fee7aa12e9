import { beforeEach, describe, expect, it } from 'vitest'
import { findOrderFulfilment } from '../../lib/fulfilment/order-fulfilments/order-fulfilment-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { aPolicy, handOffs, ORDERS, ordersOf, settled, statusOf, stockOf, topicsOf } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { anAccepted, anotherOrder, aToldParcel, openIncidents, shipmentsOf } from './telling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const read = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body
const recordOf = async (id: string) => await findOrderFulfilment(app().db, owner.tenant, id)

type Made = Awaited<ReturnType<typeof anAccepted>>

const sent = ({ variant }: Made, quantity = 2) => ({ parcels: [aToldParcel('m1', { [variant.sku]: quantity })] })

const cancel = async ({ id }: Made, reroute = false) => {
  const { status } = await owner.post(`${ORDERS}/${id}/cancel`, { reason: 'The buyer does not want it', reroute })
  expect(status).toBe(200)
}

/** Everything that an order left behind, without ids and times. */
const describeEnd = async ({ id, order, stock }: Made) => {
  const { status, outcome, request, lines } = await read(id)
  const [line] = lines
  return {
    ...{ status, outcome, request, handedOver: line.handedOver, cancelled: line.cancelled },
    stock: await stockOf(owner, stock.id),
    shipments: (await shipmentsOf(owner, order.id)).map((each: { status: string }) => each.status),
    handOffs: (await handOffs(owner)).map(({ lines: own }) => own.map(({ quantity }) => quantity)),
    incidents: (await openIncidents(owner)).map(({ reason, description }) => [reason, description]),
    record: (await recordOf(order.id))?.lines.map(({ planned, handedOver, cancelled }) => [
      planned,
      handedOver,
      cancelled,
    ]),
  }
}

describe('an order that a warehouse sends although it accepted its cancellation', () => {
  it('ends in the same state whether the parcel or the answer comes first: what left counts, and somebody decides', async () => {
    const ends: unknown[] = []
    for (const isParcelFirst of [false, true]) {
      owner = await aMember()
      await aPolicy(owner)
      const made = await anAccepted(owner)
      if (isParcelFirst) {
        const { cancel: accept } = made.system.orders
        made.system.orders.cancel = async (...given) => {
          await made.warehouse.tells(made.reference, sent(made))
          made.system.known.delete(made.reference)
          return (await accept?.(...given)) ?? { answer: 'accepted' }
        }
      }
      await cancel(made)
      await settled()
      if (!isParcelFirst) await made.warehouse.tells(made.reference, sent(made))
      const end = await describeEnd(made)
      ends.push({ ...end, incidents: end.incidents.map(([reason]) => reason) })
      expect(end.incidents[0]?.[1]).toContain(`2 × ${made.variant.sku}`)
    }
    expect(ends[0]).toEqual({
      ...{ status: 'closed', outcome: 'full', request: 'cancel_refused', handedOver: 2, cancelled: 0 },
      stock: { onHand: 3, reserved: 0 },
      shipments: ['in_transit'],
      handOffs: [[2]],
      incidents: ['unexpected_news'],
      record: [[0, 2, 0]],
    })
    expect(ends[1]).toEqual(ends[0])
  })

  it('counts once, however often it is told', async () => {
    const made = await anAccepted(owner)
    await cancel(made)
    await settled()
    for (let i = 0; i < 3; i++) await made.warehouse.tells(made.reference, sent(made))
    expect(await stockOf(owner, made.stock.id)).toEqual({ onHand: 3, reserved: 0 })
    expect(await handOffs(owner)).toHaveLength(1)
  })

  it('counts although its stock was promised to others meanwhile, which needs attention', async () => {
    const made = await anAccepted(owner, 5)
    await cancel(made)
    await settled()
    const { body } = await owner.get(`/api/inventory/stock-items?variantId=${made.variant.id}`)
    for (const item of body.member)
      if (item.custodianId !== made.warehouse.id)
        await owner.post(`/api/inventory/stock-items/${item.id}/correct`, { onHand: 0 })
    await anotherOrder(owner, made.variant.sku, 4)
    expect(await stockOf(owner, made.stock.id)).toEqual({ onHand: 5, reserved: 4 })
    await made.warehouse.tells(made.reference, sent(made, 5))
    expect(await stockOf(owner, made.stock.id)).toEqual({ onHand: 0, reserved: 4 })
    expect(await topicsOf(owner, 'fulfilment.reservation')).toHaveLength(1)
  })

  it('stops the order at another custodian that has not got it', async () => {
    const made = await anAccepted(owner)
    made.system.orders.cancel = async (_system, { reference }) => {
      made.system.known.delete(reference)
      return { answer: 'accepted' }
    }
    await owner.post(`/api/inventory/stock-items/${made.stock.id}/correct`, { onHand: 2 })
    await cancel(made, true)
    await settled()
    const others = async () => (await ordersOf(owner, made.order.id)).filter(({ id }: { id: string }) => id !== made.id)
    expect(await others()).toMatchObject([{ lines: [{ ordered: 2, cancelled: 0 }] }])
    await made.warehouse.tells(made.reference, sent(made))
    expect(await others()).toMatchObject([{ status: 'cancelled', lines: [{ handedOver: 0, cancelled: 2 }] }])
    expect((await recordOf(made.order.id))?.lines).toMatchObject([{ planned: 0, handedOver: 2, cancelled: 0 }])
    expect(await statusOf(owner, made.order.id)).toBe('fulfilled')
    expect(await stockOf(owner, made.secondStock.id)).toEqual({ onHand: 5, reserved: 0 })
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'unexpected_news', fulfilmentOrderId: made.id }])
  })

  it('counts the pieces of a sales order that was cancelled, too', async () => {
    const made = await anAccepted(owner)
    const { status } = await owner.post(`/api/sales/orders/${made.order.id}/cancel`, { reason: 'Ordered twice' })
    expect(status).toBe(200)
    await settled()
    expect(await read(made.id)).toMatchObject({ status: 'cancelled' })
    await made.warehouse.tells(made.reference, sent(made))
    expect(await describeEnd(made)).toMatchObject({
      ...{ status: 'closed', handedOver: 2, stock: { onHand: 3, reserved: 0 } },
      ...{ incidents: [['unexpected_news', expect.any(String)]], record: [[0, 2, 0]] },
    })
  })
})

describe('an order that a warehouse refused or cancelled by itself, and sends all the same', () => {
  it.each(['refused', 'cancelled'])('counts, and stops whoever has it now: %s', async (state) => {
    const made = await anAccepted(owner)
    await made.warehouse.tells(made.reference, { state })
    const all = await ordersOf(owner, made.order.id)
    expect(all).toHaveLength(2)
    await made.warehouse.tells(made.reference, sent(made))
    expect(await stockOf(owner, made.stock.id)).toEqual({ onHand: 3, reserved: 0 })
    expect(await stockOf(owner, made.secondStock.id)).toEqual({ onHand: 5, reserved: 0 })
    expect((await recordOf(made.order.id))?.lines).toMatchObject([{ planned: 0, handedOver: 2, cancelled: 0 }])
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'unexpected_news' }])
  })
})
