import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment } from '../../lib/fulfilment/remote/apply-remote-fulfilment.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aTariff, readCharges } from '../billing/tariffing.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { aSimulatedCustodian } from '../custodians/world.ts'
import { readCsv } from '../data-exchange/exporting.ts'
import {
  anInternal,
  aParcel,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  ORDERS,
  remote,
  settled,
  stocking,
} from '../fulfilment/fulfilling.ts'
import { anAuthorizedReturn, receive } from '../fulfilment/returning.ts'
import { aMerchant, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { downstreamOf } from './downstream.ts'
import { aShopifyChannel } from './hooks.ts'
import { aManualChannel, aRow, importing } from './orders.ts'
import { simulating } from './sync.ts'

const TEA = { sku: 'TEA', name: 'Tea', quantity: 2, price: 1000 }

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let channel: Awaited<ReturnType<typeof aShopifyChannel>>
let variantId: string
let real: { id: string }
beforeEach(async () => {
  owner = await aMember()
  shop = await startShopify()
  const { outbound } = makeApp({ ...readConfig(), outboundAllowPrivate: true })
  const { address, server } = shop
  simulating({
    outbound: { send: (request) => outbound.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  await aPolicy(owner)
  variantId = (await aVariant(owner, { sku: 'TEA' })).id
  real = await anInternal(owner)
  await stocking(owner, variantId, real.id, 10)
  channel = await aShopifyChannel(owner, shop)
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

const allow = async () => {
  const answer = await owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig: { test_orders: 'true' } })
  expect(answer.status, answer.text).toBe(200)
}
const sell = async (test = true, financialStatus = 'PAID') => {
  shop.putCart(1, { currency: 'EUR', isGross: true, lines: [TEA], financialStatus }, { test })
  await channel.tell(1)
  await channel.follow()
  await settled()
  const [found] = (await channel.orders()) as unknown as { id: string }[]
  return found && (await owner.get(`/api/sales/orders/${found.id}`)).body
}
/** Lets the custodian tell that it has sent the order. */
const sendAll = async ({ id, reference }: { id: string; reference: string }) => {
  await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: app().clock() }, async (unit) => {
    const news = { parcels: [aParcel('P-1', [{ sku: 'TEA', quantity: 2 }])] }
    await applyRemoteFulfilment(app(), unit, await unit.load(fulfilmentOrders, id), remote(reference, news))
  })
  await settled()
}
/** Lets a partner sell through the channel, to whom real orders are owed. */
const sellForSomebody = async () => {
  const { id: partnerId } = await aPartner(owner)
  const { id: merchantId } = await aMerchant(owner, { partnerId })
  await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
}
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member

describe('a test order of a shop', () => {
  it('is not imported, and says so', async () => {
    expect(await sell()).toBeUndefined()
    expect(await channel.deliveries()).toMatchObject([
      { status: 'processed', errorMessage: expect.stringContaining('it is a test') },
    ])
  })

  it('is imported as what it is if the channel wants it: not billed, charged or counted', async () => {
    await sellForSomebody()
    await allow()
    const order = await sell()
    expect(order).toMatchObject({ status: 'accepted', isTest: true, total: 2000 })
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: false, owed: 0, ready: 1 })
    const { body } = await owner.get(`/api/sales/channels/${channel.id}/analytics`)
    expect(body).toMatchObject({ totalOrdersImported: 0, ordersAccepted: 0, totalRevenue: 0, otherRevenue: [] })
  })

  it('goes to simulated custodians alone, by rules and by hand, whose work costs nothing', async () => {
    await allow()
    const order = await sell()
    expect(await fulfilmentOrdersOf(owner, order.id)).toEqual([])
    const [incident] = await openIncidents()
    expect(incident).toMatchObject({ reason: 'no_coverage' })
    expect(incident.description).toContain('It sends real parcels, and the order is a test')
    const byHand = { salesOrderId: order.id, custodianId: real.id }
    expect((await owner.post(ORDERS, byHand)).body).toMatchObject({ errorCode: 'OPERATION_NOT_ALLOWED' })
    const played = await aSimulatedCustodian(owner)
    await stocking(owner, variantId, played.id, 10)
    const { body: custodian } = await owner.get(`/api/warehousing/custodians/${played.id}`)
    const rates = [
      { per: 'order', amount: 300 },
      { per: 'return', amount: 200 },
    ]
    expect((await aTariff(owner, custodian.partnerId, { basis: 'custody', rates })).status).toBe(201)
    await owner.post(`${INCIDENTS}/${incident.id}/retry`)
    await settled()
    const [fulfilmentOrder] = await fulfilmentOrdersOf(owner, order.id)
    expect(fulfilmentOrder).toMatchObject({ custodianId: played.id, isTest: true })
    expect(await openIncidents()).toEqual([])
    await sendAll(fulfilmentOrder)
    const returned = await anAuthorizedReturn(owner, order.id, 'TEA', 1)
    expect((await receive(owner, returned, 1)).status).toBe(200)
    await settled()
    expect(await readCharges(owner)).toEqual([])
  })

  it('stays one when a person accepts it, and in every later version', async () => {
    await sellForSomebody()
    await allow()
    const { id, status } = await sell(true, 'PENDING')
    expect(status).toBe('held')
    expect((await owner.post(`/api/sales/orders/${id}/accept`)).status).toBe(200)
    expect(await downstreamOf(owner, channel.id, id)).toMatchObject({ isUnbilled: false, owed: 0 })
    expect(await sell(false)).toMatchObject({ id, status: 'accepted', isTest: true, paymentStatus: 'paid' })
    expect(await downstreamOf(owner, channel.id, id)).toMatchObject({ isUnbilled: false, owed: 0 })
  })

  it('says so in exports', async () => {
    await allow()
    await sell()
    const { text } = await owner.get('/api/sales/orders/export')
    expect(readCsv(text)).toMatchObject([{ isTest: 'true' }])
  })

  it('is told apart from real ones of the same channel', async () => {
    await allow()
    const order = await sell(false)
    expect(order).toMatchObject({ status: 'accepted', isTest: false })
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: true })
    expect(await fulfilmentOrdersOf(owner, order.id)).toMatchObject([{ custodianId: real.id, isTest: false }])
    const answer = await owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig: { test_orders: 'yes' } })
    expect(answer.body.violations).toMatchObject([{ propertyPath: 'connectorConfig.test_orders' }])
  })

  it('of a row is skipped unless the channel wants it', async () => {
    const [plain, testing] = [
      await aManualChannel(owner),
      await aManualChannel(owner, { connectorConfig: { test_orders: 'true' } }),
    ]
    const rows = [aRow({ isTest: true }), aRow({ isTest: false })]
    expect((await importing(owner, plain.id, rows)).body).toMatchObject({ imported: 1, skipped: 1, failed: 0 })
    expect((await importing(owner, testing.id, rows)).body).toMatchObject({ imported: 2, skipped: 0, failed: 0 })
    const { body } = await owner.get(`/api/sales/orders?channelId=${testing.id}`)
    expect(body.member.map(({ isTest }: { isTest: boolean }) => isTest).sort()).toEqual([false, true])
  })
})
