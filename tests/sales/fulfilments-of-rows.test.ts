import { beforeEach, expect, it } from 'vitest'
import {
  anInternal,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  ORDERS,
  settled,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { orderOf } from './downstream.ts'
import { aHookedChannel, anOrder } from './hooks.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'
import { simulating } from './sync.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute)).toISOString()

let owner: Member
let stock: { id: string }
beforeEach(async () => {
  simulating()
  owner = await aMember()
  await aPolicy(owner)
  const { id } = await anInternal(owner)
  const variant = await aVariant(owner, { sku: 'TEA' })
  stock = await stocking(owner, variant.id, id, 10)
})

const rowWith = (fields: object) => aRow({ lineItems: [{ sku: 'TEA', quantity: 3, unitPrice: 860 }], ...fields })

it('a row of an import tells what was sent before, and later what else was', async () => {
  const channel = await aManualChannel(owner)
  const row = rowWith({ modifiedAt: at(1), lineItems: [{ sku: 'TEA', quantity: 3, fulfilledQuantity: 1 }] })
  expect((await importing(owner, channel.id, [row])).body).toMatchObject({ imported: 1, failed: 0 })
  await settled()
  const order = await orderOf(owner, channel.id, row.externalOrderId)
  expect(order.lineItems).toMatchObject([{ quantity: 3, fulfilledElsewhereQuantity: 1, onHoldQuantity: 0 }])
  expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 2 })
  const [{ id, lines }] = await fulfilmentOrdersOf(owner, order.id)
  await owner.post(`${ORDERS}/${id}/hand-over`, {
    parcels: [{ trackingNumber: 'OURS', lines: [{ lineId: lines[0].id, quantity: 1 }] }],
  })
  const fulfilments = [
    { externalFulfilmentId: 'F1', trackingNumbers: ['THEIRS'], lines: [{ sku: 'TEA', quantity: 1 }] },
    { externalFulfilmentId: 'F2', trackingNumbers: ['ours'], lines: [{ sku: 'TEA', quantity: 1 }] },
  ]
  await importing(owner, channel.id, [
    { ...rowWith({ modifiedAt: at(2), fulfilments }), externalOrderId: row.externalOrderId },
  ])
  await settled()
  expect((await orderOf(owner, channel.id, row.externalOrderId)).lineItems).toMatchObject([
    { fulfilledElsewhereQuantity: 1 },
  ])
  expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 1 })
})

it('a row whose fulfilled pieces exceed its quantity is refused, with all else that is wrong', async () => {
  const channel = await aManualChannel(owner)
  const lineItems = [{ sku: 'TEA', quantity: 1, fulfilledQuantity: 2, refundedQuantity: 3 }]
  const { body } = await importing(owner, channel.id, [rowWith({ lineItems })])
  expect(body.errors[0].error).toContain('fulfilledQuantity must not be above quantity')
  expect(body.errors[0].error).toContain('refundedQuantity must not be above quantity')
})

it('a simulated shop tells of its fulfilments and holds in webhooks', async () => {
  const channel = await aHookedChannel(owner)
  const order = anOrder({ lines: [{ sku: 'TEA', name: 'Tea', quantity: 3, price: '10.00' }] })
  const show = async () => {
    await channel.follow()
    await settled()
    const [found] = (await ordersOf(owner, { channelId: channel.id })).orders
    return (await owner.get(`/api/sales/orders/${found?.id}`)).body
  }
  await channel.tell(order)
  expect(await show()).toMatchObject({ status: 'accepted' })
  expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 3 })
  const fulfilments = [
    { id: 'F1', numbers: ['X'], lines: [{ sku: 'TEA', quantity: 1 }] },
    { id: 'F2', numbers: [], kind: 'on_hold', lines: [{ sku: 'TEA', quantity: 1 }] },
  ]
  await channel.tell({ ...order, modifiedAt: at(1), fulfilments })
  expect(await show()).toMatchObject({ lineItems: [{ fulfilledElsewhereQuantity: 1, onHoldQuantity: 1 }] })
  expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 1 })
  await channel.tell({ ...order, modifiedAt: at(2), status: 'on-hold', hold: 'The bank asks' })
  expect((await show()).decidedBy.reason).toContain('(The bank asks)')
  await channel.tell({ ...order, modifiedAt: at(3), status: 'completed' })
  expect(await show()).toMatchObject({ status: 'accepted', lineItems: [{ fulfilledElsewhereQuantity: 3 }] })
  expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
})
