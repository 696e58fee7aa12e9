import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aCharge, of, settle } from './settling.ts'

const URL = '/api/billing/unsettled-charges'
const DAY_MS = 86_400_000

let owner: Member
let one: string
let other: string
beforeEach(async () => {
  owner = await aMember()
  one = (await aPartner(owner)).id
  other = (await aPartner(owner)).id
})

const daysAgo = (days: number) => new Date(app().clock().getTime() - days * DAY_MS).toISOString()
const charge = (partnerId: string, days: number, amount: number, fields: object = {}) =>
  aCharge(owner, partnerId, { occurredAt: daysAgo(days), amount, ...fields })

const list = async (query = '') =>
  (await owner.get(`${URL}${query}`)).body.member.map(({ amount, ageDays }: { amount: number; ageDays: number }) => [
    amount,
    ageDays,
  ])
const sums = async () => (await owner.get(`${URL}/sums`)).body.currencies

describe('charges that no settlement has', () => {
  it('are listed with their age, of all partners or of one, and leave with their settlement', async () => {
    await charge(one, 100, 500)
    await charge(other, 40, -70)
    await charge(one, 3, 9, { currency: 'USD' })
    expect(await list()).toEqual([
      [9, 3],
      [-70, 40],
      [500, 100],
    ])
    expect(await list(`?partnerId=${one}&currency=EUR`)).toEqual([[500, 100]])
    expect(await list(`?to=${daysAgo(39).slice(0, 10)}`)).toEqual([
      [-70, 40],
      [500, 100],
    ])
    const { body } = await settle(owner, one)
    expect(await list()).toEqual([
      [9, 3],
      [-70, 40],
    ])
    await owner.post(of(body, 'reject'), { reason: 'Wrong' })
    expect(await list()).toHaveLength(3)
  })

  it('have sums by currency and age', async () => {
    expect(await sums()).toEqual([])
    for (const [days, amount] of [
      [0, 1],
      [30, 10],
      [31, 100],
      [60, 1000],
      [61, 10_000],
      [90, 100_000],
      [91, -7],
    ] as const)
      await charge(one, days, amount)
    await charge(other, 5, 3)
    await charge(other, 5, 4, { currency: 'USD' })
    const aging = { days31To60: 1100, days61To90: 110_000, days90Plus: -7 }
    expect(await sums()).toEqual([
      { currency: 'EUR', amount: 111_107, count: 8, aging: { ...aging, days0To30: 14 } },
      { currency: 'USD', amount: 4, count: 1, aging: { days0To30: 4, days31To60: 0, days61To90: 0, days90Plus: 0 } },
    ])
    await settle(owner, one)
    expect(await sums()).toMatchObject([{ currency: 'EUR', amount: 3, count: 1 }, { currency: 'USD' }])
  })

  it('say why they wait, by the rules for their partner, scope and currency', async () => {
    const reasonOf = async (id: string) =>
      (await owner.get(URL)).body.member.find((each: { id: string }) => each.id === id)?.reason
    const rule = (fields: object) =>
      owner.post('/api/billing/auto-settlement-rules', { partnerId: one, scope: 'storage', currency: 'EUR', ...fields })
    const today = await charge(one, 0, 100)
    expect(await reasonOf(today.id)).toBe('no_rule')
    await rule({ basis: 'on_demand' })
    expect(await reasonOf(today.id)).toBe('on_demand')
    await rule({ basis: 'period', periodType: 'monthly' })
    expect(await reasonOf(today.id)).toBe('period_open')
    const before = await charge(one, 40, 100)
    const [ofOther, dollars] = [await charge(other, 0, 1), await charge(one, 0, 1, { currency: 'USD' })]
    expect([await reasonOf(before.id), await reasonOf(ofOther.id), await reasonOf(dollars.id)]).toEqual([
      ...['on_demand', 'no_rule', 'no_rule'],
    ])
    const work = await charge(one, 40, 1, { scope: 'shipping' })
    await rule({ scope: 'shipping', basis: 'period', periodType: 'monthly' })
    expect(await reasonOf(work.id)).toBe('before_rule')
    await owner.post('/api/billing/auto-settlement-rules', {
      ...{ partnerId: one, scope: 'manual', currency: 'EUR', basis: 'period', periodType: 'weekly' },
    })
    const manual = await charge(one, 0, 1, { scope: 'manual' })
    useApp({ ...app(), clock: () => new Date(Date.now() + 8 * DAY_MS) })
    onTestFinished(() => useApp(undefined))
    const { handler: settleDue } = await import('../../functions/billing/every-quarter-hour-settle.ts')
    await settleDue({})
    const later = await aMember({ tenant: owner.tenant })
    const late = await aCharge(later, one, { occurredAt: manual.occurredAt, scope: 'manual' })
    const { body } = await later.get(URL)
    expect(body.member.map(({ id }: { id: string }) => id)).not.toContain(manual.id)
    expect(body.member.find(({ id }: { id: string }) => id === late.id).reason).toBe('late')
  })

  it('have sums by partner and currency, those first that have waited for longest', async () => {
    for (const [partnerId, days, amount] of [
      [one, 3, 10],
      [one, 40, 200],
      [other, 100, -3000],
      [other, 61, 5],
    ] as const)
      await charge(partnerId, days, amount)
    await charge(one, 0, 7, { currency: 'USD' })
    const read = async (query = '') => {
      const { body } = await owner.get(`${URL}/by-partner${query}`)
      return body.member.map((each: Record<string, unknown>) => [
        ...[each.partnerId, each.currency, each.amount, each.count, Object.values(each.aging as object)],
      ])
    }
    expect(await read()).toEqual([
      [other, 'EUR', -2995, 2, [0, 0, 5, -3000]],
      [one, 'EUR', 210, 2, [10, 200, 0, 0]],
      [one, 'USD', 7, 1, [7, 0, 0, 0]],
    ])
    expect(await read(`?from=${daysAgo(61).slice(0, 10)}&to=${daysAgo(3).slice(0, 10)}`)).toEqual([
      [other, 'EUR', 5, 1, [0, 0, 5, 0]],
      [one, 'EUR', 210, 2, [10, 200, 0, 0]],
    ])
    await settle(owner, other)
    expect(await read()).toHaveLength(2)
    const { body } = await owner.get(`${URL}/by-partner?itemsPerPage=1&page=2`)
    expect([body.totalItems, body.member.length, body.member[0].currency]).toEqual([2, 1, 'USD'])
  })

  it('are read with as many reads however many there are', async () => {
    const { db } = app()
    const count = async () => {
      let reads = 0
      const query: typeof db.query = async (...given) => {
        reads++
        return await db.query(...given)
      }
      const known = app().db
      app().db = { ...known, query }
      await sums()
      app().db = known
      return reads
    }
    await charge(one, 1, 1)
    const few = await count()
    for (let i = 0; i < 30; i++) await charge(one, i * 5, 1)
    expect(await count()).toBe(few)
  })

  it('need a partner with a currency', async () => {
    const answer = await owner.get(`${URL}?partnerId=${one}`)
    expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([400, 'currency'])
    expect((await owner.get(`${URL}?currency=EUR`)).body.violations[0].propertyPath).toBe('partnerId')
    await charge(one, 1, 1)
    const stranger = await aMember()
    expect((await stranger.get(`${URL}`)).body.totalItems).toBe(0)
  })
})
