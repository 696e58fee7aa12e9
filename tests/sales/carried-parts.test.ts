import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import type { Difference } from '../../lib/platform/store/recount/recount-side-rows.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { orders } from '../../lib/sales/orders/order-store.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel, aRow, importing } from './orders.ts'
import { runPartitions } from './runs.ts'
import { aShop } from './shops.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const itemsOf = (name: string): Promise<Item[]> => app().db.query({ pk: partition(owner.tenant, name) })

const recountKind = async (kind: object, repair: boolean): Promise<Difference[]> => {
  const found: Difference[] = []
  const { db } = app()
  await recount(
    { db, kind: kind as never, tenant: owner.tenant, repair, found: (each) => found.push(each) },
    () => true,
  )
  return found
}

const payloadOf = async (channel: { id: string }, { externalOrderId }: { externalOrderId: string }) => {
  const { body, status } = await owner.get(`${CHANNELS}/${channel.id}/external-orders/${externalOrderId}`)
  return status === 200 ? JSON.parse(body.payload) : status
}

const publish = async (channel: { id: string }) => {
  expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/publish`)).status).toBe(202)
  await runPartitions(owner)
}

it('finds the payload of an order wherever it is, and a recount with repair leaves it there', async () => {
  const channel = await aManualChannel(owner)
  const [small, large] = [
    aRow({ note: 'small' }),
    aRow({ note: Array.from({ length: 3000 }, () => newId(new Date())).join() }),
  ]
  await importing(owner, channel.id, [small, large])
  const own = `order-payload?channelId=${channel.id}`
  expect((await itemsOf(own)).map(({ externalOrderId }) => externalOrderId)).toEqual([large.externalOrderId])

  expect(await recountKind(orders, true)).toEqual([])
  for (const row of [small, large]) expect(await payloadOf(channel, row)).toEqual(row)
  expect((await importing(owner, channel.id, [small, large])).body).toMatchObject({ imported: 0, skipped: 2 })
})

it('stores a large baseline apart, and moves a small one there when it grows', async () => {
  const variant = await aVariant(owner, { sku: 'A', name: 'Small' })
  const channel = await aShop(owner, 0)
  await publish(channel)
  expect(await itemsOf('listing-head')).toEqual([])
  const changed = await owner.patch(`/api/catalog/products/${variant.productId}`, { description: 'ä'.repeat(1000) })
  expect(changed.status).toBe(200)
  await publish(channel)
  const [listing] = await itemsOf('listing')
  expect(listing).toMatchObject({ driftState: 'in_sync', baseline: null })
  expect(await itemsOf('listing-head')).toMatchObject([{ sk: listing?.sk, content: { name: 'Small' } }])
})
