import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler as syncChannels } from '../../functions/sales/every-minute-sync-channels.ts'
import { app } from '../../lib/platform/app/app.ts'
import { scheduleSyncAt } from '../../lib/sales/order-sync/sync-state-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { chance } from '../support/seed.ts'
import { drainEvents } from '../support/workers.ts'
import { startShop } from './real-shop.ts'

const ORDERS = 8
const MISSED = 3
const STRANGERS = 2

let shop: Awaited<ReturnType<typeof startShop>>
let owner: Member

beforeAll(async () => {
  process.env.OUTBOUND_ALLOW_PRIVATE = 'true'
  shop = await startShop()
  owner = await aMember()
})
afterAll(() => shop?.stop())

const CANCEL =
  'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ... on ErrorResult { errorCode message } } }'

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

it('compares the orders of a real shop, and mends what was lost, changed or added on either side', async () => {
  const credentials = { store_url: shop.url, username: 'superadmin', password: 'a real password' }
  const { body: channel } = await owner.post('/api/sales/channels', {
    ...{ name: 'Tea', code: 'TEA', type: 'vendure', credentials },
  })
  const path = `/api/sales/channels/${channel.id}`
  const bought: Awaited<ReturnType<typeof shop.buy>>[] = []
  for (let i = 0; i < ORDERS; i++) bought.push(await shop.buy(300 + i, 1 + (i % 3)))
  await scheduleSyncAt(app().db, owner.tenant, channel.id, new Date(app().clock()))
  await syncChannels({})
  await drainEvents()

  const expected: string[][] = []
  const random = chance()
  for (const [i, { id, code }] of bought.entries()) {
    // The first three have each of the fates.
    const fate = i < 3 ? i : Math.floor(random() * 3)
    if (fate === 0) {
      await shop.admin(CANCEL, { id })
      expected.push([code, 'different', 'apply'])
    }
    if (fate === 1) {
      const { member } = (await owner.get(`/api/sales/orders?externalOrderId=${code}`)).body
      expect((await owner.post(`/api/sales/orders/${member[0].id}/cancel`, { reason: 'Called' })).status).toBe(200)
      expected.push([code, 'different', 'mark'])
    }
  }
  for (let i = 0; i < MISSED; i++) expected.push([(await shop.buy(350 + i, 1)).code, 'missing_here', 'import'])
  const placedAt = new Date(app().clock()).toISOString()
  const orders = Array.from({ length: STRANGERS }, (_, i) => ({
    ...{ externalOrderId: `STRANGER-${i}`, currency: 'USD', total: 100, placedAt },
  }))
  expect((await owner.post(`${path}/import-orders`, { orders })).body).toMatchObject({ imported: STRANGERS })
  for (const { externalOrderId } of orders) expected.push([externalOrderId, 'missing_in_shop', 'mark'])

  const reconcile = async (apply: boolean) => {
    const now = app().clock().getTime()
    const days = { from: toDay(now - 2 * 24 * 3600_000), to: toDay(now) }
    const { status, body: run } = await owner.post(`${path}/reconcile`, { ...days, apply })
    expect(status, JSON.stringify(run)).toBe(202)
    await drainEvents()
    expect((await owner.get(`${path}/sync-runs/${run.id}`)).body).toMatchObject({ status: 'success', itemsFailed: 0 })
    const { member } = (await owner.get(`${path}/sync-runs/${run.id}/records?itemsPerPage=100`)).body
    return member
      .map(({ externalId, finding, mend }: Record<string, string>) => [externalId, finding, mend])
      .sort() as string[][]
  }
  expect(await reconcile(false)).toEqual(expected.toSorted())
  expect(await reconcile(true)).toEqual(expected.toSorted())
  expect(await reconcile(true)).toEqual([])
})
