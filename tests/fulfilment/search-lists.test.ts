import { beforeAll, describe, expect, it } from 'vitest'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { anInternal, anOrder, aPolicy, INCIDENTS, ORDERS, settled, stocking } from './fulfilling.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const idsAt = async (path: string, query: Record<string, string>): Promise<string[]> => {
  const { status, body } = await owner.get(`${path}?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.totalItems).toBe(body.member.length)
  return body.member.map(({ id }: { id: string }) => id)
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('the lists of what is to be done', () => {
  it('find fulfilment orders by their request, age and number, with the other filters', async () => {
    const custodian = await anInternal(owner)
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, custodian.id, 10)
    const first = await anOrder(owner, [{ sku: variant.sku, quantity: 1 }], { number: '#Found-1' })
    await settled()
    const second = await anOrder(owner, [{ sku: variant.sku, quantity: 1 }], { number: '#Found-2' })
    await settled()
    const [own] = await idsAt(ORDERS, { salesOrderId: first.id })
    const [other] = await idsAt(ORDERS, { salesOrderId: second.id })
    expect(await idsAt(ORDERS, { orderNumber: 'found-1' })).toEqual([own])
    expect(await idsAt(ORDERS, { orderNumber: '#found-1', salesOrderId: second.id })).toEqual([])
    const { request } = (await owner.get(`${ORDERS}/${own}`)).body
    const ofCustodian = { custodianId: custodian.id, status: 'open' }
    expect(await idsAt(ORDERS, { ...ofCustodian, request })).toEqual([other, own])
    expect(await idsAt(ORDERS, { ...ofCustodian, request: 'refused' })).toEqual([])
    expect(await idsAt(ORDERS, { ...ofCustodian, createdBefore: inAnHour() })).toEqual([other, own])
    expect(await idsAt(ORDERS, { ...ofCustodian, createdBefore: '2026-01-01T00:00:00Z' })).toEqual([])

    await owner.post(`${ORDERS}/${own}/cancel`, { reason: 'Twice' })
    await settled()
    expect(await idsAt(ORDERS, { ...ofCustodian, createdBefore: inAnHour() })).not.toContain(own)
  })

  it('find incidents by their order and reason', async () => {
    const variant = await aVariant(owner)
    const short = await anOrder(owner, [{ sku: variant.sku, quantity: 1 }])
    const unknown = await anOrder(owner, [{ sku: 'NOBODY-HAS-THIS', quantity: 1 }])
    await settled()
    const [ofShort] = await idsAt(INCIDENTS, { salesOrderId: short.id })
    expect(ofShort).toBeDefined()
    const { reason } = (await owner.get(`${INCIDENTS}/${ofShort}`)).body
    expect(await idsAt(INCIDENTS, { salesOrderId: short.id, reason, status: 'open' })).toEqual([ofShort])
    expect(await idsAt(INCIDENTS, { salesOrderId: short.id, status: 'resolved' })).toEqual([])
    const [ofUnknown] = await idsAt(INCIDENTS, { salesOrderId: unknown.id, reason: 'unknown_sku' })
    expect(await idsAt(INCIDENTS, { reason: 'unknown_sku' })).toEqual([ofUnknown])
  })

  it('find stock by the SKU of its variant', async () => {
    const [one, two] = [await anInternal(owner), await anInternal(owner)]
    const variant = await aVariant(owner, { sku: 'Stock-Of-This' })
    const [first, second] = [await stocking(owner, variant.id, one.id, 1), await stocking(owner, variant.id, two.id, 1)]
    const path = '/api/inventory/stock-items'
    expect(await idsAt(path, { sku: 'STOCK-of-this' })).toEqual([second.id, first.id])
    expect(await idsAt(path, { sku: 'STOCK-of-this', custodianId: one.id })).toEqual([first.id])
    expect(await idsAt(path, { sku: 'STOCK-of-this', variantId: (await aVariant(owner)).id })).toEqual([])
    expect(await idsAt(path, { sku: 'none' })).toEqual([])
  })
})
