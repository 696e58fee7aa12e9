import { beforeAll, describe, expect, it } from 'vitest'
import { aPolicy, settled } from '../fulfilment/fulfilling.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, downstreamOf } from './downstream.ts'
import { aManualChannel, importing, ordersOf } from './orders.ts'

const ORDERS = '/api/sales/orders'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const byTelephone = (channelId: string, fields: object = {}) => ({
  channelId,
  currency: 'EUR',
  total: 2580,
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  lineItems: [{ sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 1290 }],
  ...fields,
})

describe('an order that is created by hand', () => {
  it('is followed by what follows an import', async () => {
    const channel = await aSellingChannel(owner)
    const { status, body } = await owner.post(ORDERS, byTelephone(channel.id, { number: 'TEL-1' }))
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ '@type': 'Order', number: 'TEL-1', status: 'accepted', total: 2580, revision: 1 }),
    ])
    expect(body.placedAt).not.toBeNull()
    await settled()
    expect(await downstreamOf(owner, channel.id, body.id)).toMatchObject({ isUnbilled: true, owed: 2580 })
    expect(await ordersOf(owner, { number: 'tel-1' })).toMatchObject({ total: 1 })
  })

  it('is decided about by the rules of its channel', async () => {
    const channel = await aManualChannel(owner)
    const conditions = [{ rules: [{ field: 'total', operator: 'exists' }] }]
    await owner.post('/api/sales/acceptance-rule-sets', {
      channelId: channel.id,
      name: 'All',
      action: 'hold',
      conditions,
    })
    const { body } = await owner.post(ORDERS, byTelephone(channel.id))
    expect(body).toMatchObject({ status: 'held', decidedBy: { reason: expect.stringContaining('All') } })
  })

  it('has its external id once, with which a later import changes it', async () => {
    const channel = await aManualChannel(owner)
    const order = byTelephone(channel.id, { externalOrderId: 'T-1' })
    const made = await Promise.all([owner.post(ORDERS, order), owner.post(ORDERS, order)])
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(made.find(({ status }) => status === 409)?.body.errorCode).toBe('ALREADY_EXISTS')
    const { channelId: _, ...row } = order
    const modifiedAt = new Date(Date.now() + 60_000).toISOString()
    const { body } = await importing(owner, channel.id, [{ ...row, total: 2600, modifiedAt }])
    expect(body).toMatchObject({ imported: 1, updated: 1 })
    const other = await aManualChannel(owner)
    expect((await owner.post(ORDERS, { ...order, channelId: other.id })).status).toBe(201)
  })

  it('is tried without being stored', async () => {
    const channel = await aManualChannel(owner)
    const { status, body } = await owner.post(`${ORDERS}?dryRun=true`, byTelephone(channel.id))
    expect([status, body.status]).toEqual([200, 'accepted'])
    expect(await ordersOf(owner, { channelId: channel.id })).toMatchObject({ total: 0 })
  })

  it('is refused in a channel that has a shop, or that is paused', async () => {
    const shop = await aChannel(owner)
    const refused = await owner.post(ORDERS, byTelephone(shop.id))
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    const channel = await aManualChannel(owner)
    await owner.post(`/api/sales/channels/${channel.id}/pause`)
    expect((await owner.post(ORDERS, byTelephone(channel.id))).status).toBe(409)
  })

  it('is refused with all of its mistakes, each at its member', async () => {
    const channel = await aManualChannel(owner)
    const { status, body } = await owner.post(ORDERS, byTelephone(channel.id, { currency: 'XXQ' }))
    expect([status, body.violations]).toEqual([
      400,
      [{ propertyPath: 'currency', message: 'must be an ISO 4217 currency code' }],
    ])
    const taxes = [{ name: 'VAT', ratePercent: 19, amount: 9000 }]
    const lineItems = Array.from({ length: 7 }, () => ({ sku: 'TEA', name: 'Tea', quantity: 1, total: 100, taxes }))
    const many = await owner.post(ORDERS, byTelephone(channel.id, { lineItems }))
    const paths = many.body.violations?.map(({ propertyPath }: { propertyPath: string }) => propertyPath)
    expect(paths).toEqual(lineItems.map((_, i) => `lineItems[${i}].taxes`))
    const test = await owner.post(ORDERS, byTelephone(channel.id, { isTest: true }))
    expect([test.status, test.body.violations?.[0]?.propertyPath]).toEqual([400, 'isTest'])
    const nowhere = await owner.post(ORDERS, byTelephone('01K9ZB4A7M2C5X8V1B6N3Q0W4E'))
    expect([nowhere.status, nowhere.body.violations?.[0]?.propertyPath]).toEqual([400, 'channelId'])
  })
})
