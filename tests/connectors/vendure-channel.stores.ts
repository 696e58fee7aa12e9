import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler as syncChannels } from '../../functions/sales/every-minute-sync-channels.ts'
import { app } from '../../lib/app.ts'
import { syncAgainAt } from '../../lib/sales/sync-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { startShop } from './real-shop.ts'

const CHANNELS = '/api/sales/channels'
const ORDERS = 5

let shop: Awaited<ReturnType<typeof startShop>>
let owner: Member

beforeAll(async () => {
  process.env.OUTBOUND_ALLOW_PRIVATE = 'true'
  shop = await startShop()
  for (let i = 0; i < ORDERS; i++) await shop.buy(i, 1 + (i % 3))
  owner = await aMember()
})
afterAll(() => shop?.stop())

/** What the schedule and the worker do when the channel's turn has come. */
const sync = async (id: string) => {
  await syncAgainAt(app().db, owner.tenant, id, new Date(app().clock()))
  await syncChannels({})
  await drainEvents()
  const { body } = await owner.get(`${CHANNELS}/${id}/sync-runs`)
  return body.member[0]
}

it('a real store is connected and discovered, its orders come by the schedule, and a new one after them', async () => {
  const credentials = { store_url: shop.url, username: 'superadmin', password: 'a real password' }
  const connected = await owner.post(CHANNELS, { name: 'Tea', code: 'TEA', type: 'vendure', credentials })
  expect(connected.status, JSON.stringify(connected.body)).toBe(201)
  const { id, connectionId, connectionStatus } = connected.body
  expect(connectionStatus).toMatchObject({ connected: true, errorCode: null })
  const discovered = await owner.get(`/api/sales/connections/${connectionId}/store-channels`)
  expect(discovered.body.channels).toMatchObject([{ code: '__default_channel__', currencies: ['USD'] }])
  const refreshed = await owner.post(`${CHANNELS}/${id}/refresh-capabilities`)
  expect(refreshed.body).toMatchObject({ defaultCurrency: 'USD', defaultLocale: 'en' })

  expect(await sync(id)).toMatchObject({ status: 'success', itemsSynced: ORDERS, itemsFailed: 0, itemsPending: 0 })
  const orders = async () => (await owner.get(`/api/sales/orders?channelId=${id}&itemsPerPage=100`)).body
  expect((await orders()).totalItems).toBe(ORDERS)

  const bought = await shop.buy(ORDERS, 2)
  expect(await sync(id)).toMatchObject({ status: 'success', itemsSynced: 1, itemsFailed: 0 })
  const { totalItems, member } = await orders()
  expect(totalItems).toBe(ORDERS + 1)
  expect(member[0]).toMatchObject({
    externalOrderId: bought.code,
    status: 'accepted',
    platformStatus: 'PaymentAuthorized',
    total: bought.totalWithTax,
    currency: 'USD',
    lineItems: [{ sku: 'TEA-1', quantity: 2 }],
  })
  const payload = await owner.get(`${CHANNELS}/${id}/external-orders/${bought.code}`)
  expect(JSON.parse(payload.body.payload)).toMatchObject({ code: bought.code })
})
