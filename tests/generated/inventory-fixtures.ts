import { aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { handingOver, reserving, takingBack } from '../support/stock.ts'
import type { Made } from './fixtures.ts'

const INVENTORY = '/api/inventory'

const withStockItem = (body?: unknown, other?: unknown) => async (member: Member) => ({
  params: { id: (await aStockItem(member)).id },
  body,
  other,
})

const withMovement = async (member: Member) => {
  const { id } = await aStockItem(member)
  const { body } = await member.get(`${INVENTORY}/movements?stockItemId=${id}`)
  return { params: { id: body.member[0].id } }
}

const aReceipt = async (member: Member) => {
  const [{ id: variantId }, { id: custodianId }] = await Promise.all([aVariant(member), aCustodian(member)])
  const given = { custodianId, lines: [{ variantId, expected: 12 }] }
  const { body } = await member.post(`${INVENTORY}/goods-receipts`, given)
  return { id: body.id as string, variantId: variantId as string, custodianId: custodianId as string }
}
const withReceipt = async (member: Member) => ({ params: { id: (await aReceipt(member)).id } })

/** Creates a goods receipt of which some pieces arrived. */
const received = async (member: Member, line: object) => {
  const { id, variantId, custodianId } = await aReceipt(member)
  await member.post(`${INVENTORY}/goods-receipts/${id}/receive`, { lines: [{ variantId, ...line }] })
  const { body } = await member.get(`${INVENTORY}/stock-items?variantId=${variantId}&custodianId=${custodianId}`)
  return { stockItemId: body.member[0].id as string }
}

const withLot = (body?: unknown) => async (member: Member) => {
  const { stockItemId } = await received(member, { quantity: 2, lots: [{ code: 'L-1', quantity: 2 }] })
  const lots = await member.get(`${INVENTORY}/lots?stockItemId=${stockItemId}`)
  return { params: { id: lots.body.member[0].id }, body }
}

const withSerialUnit = async (member: Member) => {
  const { stockItemId } = await received(member, { quantity: 1, serialNumbers: ['SN-1'] })
  const units = await member.get(`${INVENTORY}/serial-units?stockItemId=${stockItemId}`)
  return { params: { id: units.body.member[0].id } }
}

const aTransfer = async (member: Member) => {
  const { variantId, custodianId: fromCustodianId } = await aStockItem(member)
  const { id: toCustodianId } = await aCustodian(member)
  const given = { fromCustodianId, toCustodianId, lines: [{ variantId, quantity: 4 }] }
  const { body } = await member.post(`${INVENTORY}/transfers`, given)
  return { id: body.id as string, variantId: variantId as string }
}
const withTransfer = async (member: Member) => ({ params: { id: (await aTransfer(member)).id } })

export const INVENTORY_FIXTURES: Readonly<Record<string, (member: Member) => Promise<Made>>> = {
  listStockItems: withStockItem(),
  createStockItem: async (member) => {
    const [{ id: variantId }, { id: custodianId }] = await Promise.all([aVariant(member), aCustodian(member)])
    return { body: { variantId, custodianId, onHand: 12 } }
  },
  getStockItem: withStockItem(),
  updateStockItem: withStockItem({ backorderLimit: 4 }),
  correctStockItem: withStockItem({ onHand: 9, reason: 'Counted on 31 March' }, { onHand: 8 }),
  writeOffStockItem: withStockItem({ quantity: 2, reason: 'Broken' }, { quantity: 1, reason: 'Broken' }),
  restockStockItem: async (member) => {
    const item = await aStockItem(member)
    const allocations = await reserving(member, item, 2)
    await handingOver(member, allocations)
    await takingBack(member, allocations, { disposition: 'quarantine' })
    const body = { quantity: 2, reason: 'As good as new' }
    return { params: { id: item.id }, body, other: { ...body, quantity: 1 } }
  },
  discontinueStockItem: withStockItem(),

  listStockMovements: withStockItem(),
  getStockMovement: withMovement,

  listGoodsReceipts: withReceipt,
  createGoodsReceipt: async (member) => {
    const [{ id: variantId }, { id: custodianId }] = await Promise.all([aVariant(member), aCustodian(member)])
    const body = {
      custodianId,
      reference: 'PO-2026-0117',
      expectedAt: '2026-04-01',
      lines: [{ variantId, expected: 12 }],
    }
    return { body, other: { ...body, reference: 'PO-2026-0118' } }
  },
  getGoodsReceipt: withReceipt,
  receiveGoodsReceipt: async (member) => {
    const { id, variantId } = await aReceipt(member)
    const lots = [{ code: 'L-2026-118', expiresOn: '2099-12-31', quantity: 5 }]
    const body = { lines: [{ variantId, quantity: 5, lots }], receivedAt: '2026-03-31T14:00:00Z' }
    return { params: { id }, body, other: { ...body, receivedAt: null } }
  },
  closeGoodsReceipt: withReceipt,
  cancelGoodsReceipt: withReceipt,

  listTransfers: withTransfer,
  createTransfer: async (member) => {
    const { variantId, custodianId: fromCustodianId } = await aStockItem(member)
    const { id: toCustodianId } = await aCustodian(member)
    const body = { fromCustodianId, toCustodianId, reference: 'Restock Berlin', lines: [{ variantId, quantity: 4 }] }
    return { body, other: { ...body, reference: null } }
  },
  getTransfer: withTransfer,
  shipTransfer: withTransfer,
  receiveTransfer: async (member) => {
    const { id, variantId } = await aTransfer(member)
    await member.post(`${INVENTORY}/transfers/${id}/ship`)
    const body = { lines: [{ variantId, received: 3, lost: 1 }], reason: 'Pallet fell' }
    return { params: { id }, body, other: { ...body, reason: 'Lost' } }
  },
  cancelTransfer: withTransfer,

  listLots: withLot(),
  getLot: withLot(),
  recallLot: withLot({ reason: 'Recalled by the producer' }),
  listSerialUnits: withSerialUnit,
  getSerialUnit: withSerialUnit,
}
