import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { handler } from '../../functions/store/every-day-recount-lists.ts'
import { partners } from '../../lib/partner/partner-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { COUNT_SHARDS } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import type { Difference } from '../../lib/platform/store/recount/recount-side-rows.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import type { Item, Key } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { custodians, findCustodian } from '../../lib/warehousing/custodian-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { sumShards } from '../support/sum-shards.ts'
import { scanTable } from '../support/test-table.ts'

/** Returns all items of a tenant by key, with the counts of each bucket in one item. */
const contents = async (tenant: string): Promise<Map<string, Item>> => {
  const items = await storedItems(tenant)
  const others = items.filter(({ pk }) => !pk.endsWith('#counts'))
  return new Map([...others, ...sumShards(items)].map((item) => [`${item.pk} ${item.sk}`, item]))
}

const storedItems = async (tenant: string): Promise<Item[]> =>
  (await scanTable(app().config.table)).filter(({ pk }) => pk.startsWith(`T#${tenant}#`))

const write = async (item: Item) => {
  await app().db.put({ put: item })
}

const storedCustodian = async (tenant: string, id: string) => {
  const custodian = await findCustodian(app().db, tenant, id)
  if (!custodian) throw new Error('the custodian does not exist')
  return custodian
}

const remove = async ({ pk, sk }: Key) => {
  await app().db.transact([{ delete: { pk, sk } }])
}

/** Adds to one shard of a bucket. */
const addToCount = async ({ pk, sk }: Item, by: number) => {
  const update = { pk, sk: `${sk}#${COUNT_SHARDS - 1}` }
  await app().db.update({ update, set: 'ADD #n :by', values: { ':by': by } })
}

const differences = async (tenant: string, repair = false, db = app().db): Promise<Difference[]> => {
  const found: Difference[] = []
  for (const kind of [toAnyEntity(partners), toAnyEntity(custodians)])
    await recount({ db, kind, tenant, repair, found: (each) => found.push(each) }, () => true)
  return found
}

const one = (items: Map<string, Item>, fits: (item: Item) => boolean) => {
  const found = [...items.values()].find(fits)
  if (!found) throw new Error('the table has no such item')
  return found
}

const DAMAGES: Record<string, (items: Map<string, Item>) => Promise<void>> = {
  'a row is missing': (items) => remove(one(items, ({ pk }) => pk.includes('?status=active'))),
  'a row has no resource': (items) =>
    write({ ...one(items, ({ pk }) => pk.includes('?status=suspended')), sk: newId(new Date(0)) }),
  'a row has another value': (items) => {
    const row = one(items, ({ pk }) => pk.endsWith('?status=suspended'))
    return write({ ...row, pk: row.pk.replace('suspended', 'active') })
  },
  'a count is too high': (items) =>
    addToCount(
      one(items, ({ pk }) => pk.endsWith('#custodian#counts')),
      3,
    ),
  'a count is missing': async (items) => {
    const { pk, sk } = one(items, (item) => item.pk.endsWith('#counts'))
    for (let shard = 0; shard < COUNT_SHARDS; shard++) await remove({ pk, sk: `${sk}#${shard}` })
  },
  'a count is too low': (items) =>
    addToCount(
      one(items, ({ pk }) => pk.endsWith('#partner#counts')),
      -1,
    ),
  'a word is missing': (items) => remove(one(items, ({ kind }) => kind === 'word')),
  'a word differs from the resource': (items) =>
    write({ ...one(items, ({ kind }) => kind === 'word'), words: ['other'] }),
  'a word has no resource': (items) =>
    write({ ...one(items, ({ kind }) => kind === 'word'), sk: `lager#${newId(new Date(0))}` }),
  'a unique value is missing': (items) => remove(one(items, ({ kind }) => kind === 'unique')),
  'a unique value has no resource': (items) =>
    write({ ...one(items, ({ kind }) => kind === 'unique'), sk: 'partner#gone', id: newId(new Date(0)) }),
}

describe('recounting lists', () => {
  let owner: Member
  let before: Map<string, Item>

  beforeEach(async () => {
    owner = await aMember()
    for (const number of [1, 2, 3]) {
      const { body } = await owner.post('/api/partner/partners', { name: `Lager ${number}` })
      const made = await owner.post('/api/warehousing/custodians', {
        partnerId: body.id,
        type: 'internal',
        name: `Halle ${number} Nord`,
      })
      if (number === 2) await owner.post(`/api/warehousing/custodians/${made.body.id}/suspend`)
    }
    await app().db.put({ put: { pk: 'P#tenants', sk: owner.tenant, kind: 'tenant', name: 'Test' } })
    before = await contents(owner.tenant)
  })

  // The daily run reads all tenants.
  afterEach(() => remove({ pk: 'P#tenants', sk: owner.tenant }))

  test('finds and changes nothing if everything is right', async () => {
    expect(await differences(owner.tenant, true)).toEqual([])
    expect(await contents(owner.tenant)).toEqual(before)
  })

  test.each(Object.entries(DAMAGES))('reports that %s, and repairs it if requested', async (_what, damage) => {
    await damage(before)
    const damaged = await contents(owner.tenant)
    expect((await differences(owner.tenant)).length).toBeGreaterThan(0)
    expect(await contents(owner.tenant)).toEqual(damaged)
    await handler({ repair: true }, { getRemainingTimeInMillis: () => 900_000 })
    expect(await contents(owner.tenant)).toEqual(before)
    expect(await differences(owner.tenant)).toEqual([])
  })

  test.each([
    ['in the same shard as others', '0', ['0', '0']],
    ['in a shard of its own', '0', ['1', '2']],
  ])('repairs the count of a resource %s that has left a list', async (_what, own, others) => {
    const { sk: known } = one(before, ({ kind }) => kind === 'custodian')
    const alone = await aMember()
    const scope = { tenant: alone.tenant, actor: null, now: app().clock() }
    const {
      id: _id,
      rev: _rev,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      ...fields
    } = await storedCustodian(owner.tenant, known)
    const aCustodianIn = (shard: string) =>
      runInUnit(app().db, { ...scope, shard: Number(shard) }, async (unit) => {
        const id = unit.newId()
        return unit.create(custodians, { ...fields, id, partnerId: id, status: 'active' })
      })
    for (const shard of others) await aCustodianIn(shard)
    const { id } = await aCustodianIn(own)
    expect((await alone.post(`/api/warehousing/custodians/${id}/suspend`)).status).toBe(200)
    const whole = await contents(alone.tenant)
    const isCount = ({ pk, sk }: Item) => pk.endsWith('#custodian#counts') && sk.endsWith(`#${own}`)
    const nodes = (await storedItems(alone.tenant)).filter(isCount)
    const holding = nodes.filter(({ sk }) => id.startsWith(sk.split('#')[1] as string))
    expect(holding).toHaveLength(1)
    await remove(holding[0] as Item)
    expect((await differences(alone.tenant)).length).toBeGreaterThan(0)
    await differences(alone.tenant, true)
    expect(await contents(alone.tenant)).toEqual(whole)
    expect(await differences(alone.tenant)).toEqual([])
  })

  test('only reports in the daily run', async () => {
    await remove(one(before, ({ kind }) => kind === 'word'))
    const damaged = await contents(owner.tenant)
    await handler({ source: 'aws.events' }, { getRemainingTimeInMillis: () => 900_000 })
    expect(await contents(owner.tenant)).toEqual(damaged)
  })

  test('skips a closed tenant in the daily run', async () => {
    await remove(one(before, ({ kind }) => kind === 'word'))
    const damaged = await contents(owner.tenant)
    const tenant = { pk: 'P#tenants', sk: owner.tenant, kind: 'tenant', name: 'Closed' }
    const run = () => handler({ repair: true }, { getRemainingTimeInMillis: () => 900_000 })
    await app().db.put({ put: { ...tenant, closedAt: new Date().toISOString() } })
    await run()
    expect(await contents(owner.tenant)).toEqual(damaged)
    await app().db.put({ put: tenant })
    await run()
    expect(await contents(owner.tenant)).toEqual(before)
  })

  test('repairs lists and counts while others write', async () => {
    await Promise.all(Object.values(DAMAGES).map((damage) => damage(before)))
    const writing = Array.from({ length: 40 }, (_, i) => owner.post('/api/partner/partners', { name: `Neu ${i}` }))
    for (let run = 0; run < 3; run++) await differences(owner.tenant, true)
    await Promise.all(writing)
    await differences(owner.tenant, true)
    expect(await differences(owner.tenant)).toEqual([])
    const { body } = await owner.get('/api/partner/partners?itemsPerPage=100')
    expect([body.totalItems, body.member.length]).toEqual([43, 43])
  })

  test('does not restore an outdated row of a resource that changes meanwhile', async () => {
    const row = one(before, ({ pk }) => pk.endsWith('?status=active'))
    await remove(row)
    const { db } = app()
    let changes = 1
    const transact: typeof db.transact = async (actions, token) => {
      if (changes-- > 0) await owner.post(`/api/warehousing/custodians/${row.sk}/suspend`)
      return await db.transact(actions, token)
    }
    expect(await differences(owner.tenant, true, { ...db, transact })).toEqual([])
    expect(await differences(owner.tenant)).toEqual([])
    expect(await db.get(row)).toBeUndefined()
  })

  test('continues in the next run when time is up', async () => {
    await remove(one(before, ({ kind }) => kind === 'word'))
    await handler({ repair: true }, { getRemainingTimeInMillis: () => 10_000 })
    expect(await app().db.get({ pk: 'P#recount', sk: 'NEXT' })).toMatchObject({ tenant: expect.any(String) })
    await handler({ repair: true }, { getRemainingTimeInMillis: () => 900_000 })
    await handler({ repair: true }, { getRemainingTimeInMillis: () => 900_000 })
    expect(await contents(owner.tenant)).toEqual(before)
  })
})
