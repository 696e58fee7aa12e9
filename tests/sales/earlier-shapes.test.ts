import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listChanges } from '../../lib/catalog/content-changes.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import type { Difference } from '../../lib/platform/store/recount/recount-side-rows.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { baselines } from '../../lib/sales/listings/baseline-store.ts'
import type { StoredListing } from '../../lib/sales/listings/listing.ts'
import { deriveListingId, findListing, listings } from '../../lib/sales/listings/listing-store.ts'
import { orders } from '../../lib/sales/orders/order-store.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel, aRow, importing } from './orders.ts'
import { runPartitions, runsOf } from './runs.ts'
import { aShop } from './shops.ts'
import { recordsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const itemsOf = (name: string): Promise<Item[]> => app().db.query({ pk: partition(owner.tenant, name) })

const write = <T>(work: (unit: Unit) => T) =>
  runInUnit(app().db, { tenant: owner.tenant, actor: null, now: app().clock() }, async (unit) => work(unit))

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
  const [small, earlier, large] = [
    aRow({ note: 'small' }),
    aRow({ note: 'earlier' }),
    aRow({ note: Array.from({ length: 3000 }, () => newId(new Date())).join() }),
  ]
  await importing(owner, channel.id, [small, earlier, large])
  const own = `order-payload?channelId=${channel.id}`
  expect((await itemsOf(own)).map(({ externalOrderId }) => externalOrderId)).toEqual([large.externalOrderId])

  const carriers = await itemsOf('order?unique')
  const carrier = carriers.find(
    ({ payload }) => (payload as { externalOrderId?: string } | undefined)?.externalOrderId === earlier.externalOrderId,
  ) as Item
  const { payload, ...bare } = carrier
  const { db } = app()
  const [sample] = await itemsOf(own)
  await db.put({ put: bare as Item })
  const sk = createHash('sha256').update(earlier.externalOrderId).digest('hex')
  await db.put({ put: { pk: sample?.pk as string, sk, kind: 'order-payload', ...(payload as object) } })

  expect(await recountKind(orders, true)).toEqual([])
  for (const row of [small, earlier, large]) expect(await payloadOf(channel, row)).toEqual(row)
  expect((await importing(owner, channel.id, [small, earlier, large])).body).toMatchObject({ imported: 0, skipped: 3 })
})

/** Stores the listing as earlier versions did: with any id, found by its pair, and with its baseline apart. */
const storeEarlierListing = async (before: StoredListing) => {
  const { id: _id, rev: _rev, createdAt: _created, updatedAt: _updated, baseline, ...fields } = before
  await write((unit) => unit.remove(listings, before))
  return await write((unit) => {
    const listing = unit.create(listings, { ...fields, id: unit.newId() })
    if (baseline) unit.create(baselines, { id: listing.id, content: baseline })
    return listing
  })
}

it('finds a listing that has any id, changes it and keeps its baseline apart', async () => {
  const variant = await aVariant(owner, { sku: 'A', name: 'Before' })
  const channel = await aShop(owner, 0)
  await publish(channel)
  const fresh = (await findListing(app().db, owner.tenant, channel.id, variant.id)) as StoredListing
  expect(fresh).toMatchObject({ id: deriveListingId(channel.id, variant.id), baseline: { name: 'Before' } })
  expect((await itemsOf('listing?unique')).map(({ sk }) => String(sk).split('#')[0])).toEqual(['external'])

  const earlier = await storeEarlierListing(fresh)
  expect(await findListing(app().db, owner.tenant, channel.id, variant.id)).toEqual(earlier)
  await owner.patch(`/api/catalog/variants/${variant.id}`, { name: 'After' })
  await publish(channel)
  const stored = await itemsOf('listing')
  expect(stored).toMatchObject([{ id: earlier.id, driftState: 'in_sync', contentVersion: 2 }])
  expect(stored[0]?.baseline).toBeUndefined()
  expect(await itemsOf('listing-head')).toMatchObject([{ sk: earlier.id, content: { name: 'After' } }])
  expect(await recountKind(listings, true)).toEqual([])
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

it('applies a content change that names one subject', async () => {
  const channel = await aManualChannel(owner)
  const variant = await aVariant(owner, { sku: 'A' })
  const { db } = app()
  const [change] = (await itemsOf('content-change')).filter(({ of }) => of === 'variant') as [Item]
  const { subjects, ...rest } = change
  await db.put({ put: { ...rest, subject: variant.id } as Item })
  expect(subjects).toEqual([variant.id])
  expect((await listChanges(db, owner.tenant, 10)).map((each) => each.subjects)).toContainEqual([variant.id])
  const { body } = await owner.get(`${CHANNELS}/${channel.id}/catalog/drift/rows`)
  expect(body.member).toMatchObject([{ sku: 'A', driftState: 'never_pushed' }])
})

it('shows a run that did not count what it skipped', async () => {
  const channel = await aShop(owner, 0)
  await publish(channel)
  const [item] = (await itemsOf('sync-run')) as [Item]
  const { itemsSkipped, ...earlier } = item
  expect(itemsSkipped).toBe(0)
  await app().db.put({ put: earlier as Item })
  const path = `${CHANNELS}/${channel.id}/sync-runs`
  expect((await owner.get(path)).body.member).toMatchObject([{ id: item.sk, itemsSkipped: 0 }])
  expect((await owner.get(`${path}/${item.sk}`)).body).toMatchObject({ id: item.sk, itemsSkipped: 0 })
})

it('shows and retries records that are stored one in each item, beside those that share one', async () => {
  for (const sku of ['A', 'B', 'C']) await aVariant(owner, { sku })
  const channel = await aShop(owner, 0, { refuse_percent: '100' })
  await publish(channel)
  const [run] = (await runsOf(owner, channel)) as unknown as [{ id: string }]
  const name = `sync-record?run=${run.id}`
  const before = (await recordsOf(owner, channel, run)).member
  expect(before).toHaveLength(3)
  const { db } = app()
  const packs = (await itemsOf(name)) as (Item & { records: Record<string, unknown>[]; expiresAt: number })[]
  expect(packs.length).toBeLessThanOrEqual(3)
  const [pack] = packs as [(typeof packs)[0]]
  const { pk, expiresAt, records } = pack
  await db.transact([{ delete: { pk, sk: pack.sk } }])
  for (const { kind, ...record } of records)
    await db.put({ put: { ...record, pk, sk: record.id as string, kind: 'sync-record', of: kind, expiresAt } })
  expect((await recordsOf(owner, channel, run)).member).toEqual(before)
  for (const { id, label } of before) {
    const { body } = await owner.get(`${CHANNELS}/${channel.id}/sync-runs/${run.id}/records/${id}`)
    expect(body).toMatchObject({ id, label })
  }
  expect((await owner.post(`${CHANNELS}/${channel.id}/sync-runs/${run.id}/retry`)).status).toBe(202)
  await runPartitions(owner)
  expect((await runsOf(owner, channel))[0]).toMatchObject({ itemsFailed: 3 })
})
