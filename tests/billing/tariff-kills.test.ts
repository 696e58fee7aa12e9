import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler as chargeStorageHourly } from '../../functions/billing/every-hour-charge-storage.ts'
import { charges } from '../../lib/billing/charges/charge-store.ts'
import { chargeReturn } from '../../lib/billing/tariffs/charge-return.ts'
import { returns } from '../../lib/fulfilment/returns/return-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { newId } from '../../lib/platform/id.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { aDelivery, type anAuthorizedReturn, RETURNS, receive, request } from '../fulfilment/returning.ts'
import { aCustodian, aStockItem } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { Crash, faulty, serve, weather } from '../support/faults.ts'
import { chance } from '../support/seed.ts'
import { aHandOff, aTariff, charge, RATES, readCharges, reverse, sumByType } from './tariffing.ts'

const random = chance()
const among = (most: number) => Math.floor(random() * most)
const chooseOne = <T>(all: readonly T[]) => all[among(all.length)] as T

const door = openTable(readConfig().table)
const { clock } = app()
const DAY_MS = 86_400_000
// It is noon, so that no day and no year ends between two steps.
const untilNoon = DAY_MS - (clock().getTime() % DAY_MS) + DAY_MS / 2
let ahead = untilNoon

beforeAll(() => {
  const limits = { ...readConfig().limits, identity: 1_000_000, ip: 1_000_000, auth: 1_000_000 }
  const later = () => new Date(clock().getTime() + ahead)
  useApp({ ...makeApp({ ...readConfig(), limits }), clock: later, db: retryTable(faulty(door)) })
})
afterAll(() => useApp(undefined))

const SMALL = { throttle: 0.02, conflict: 0.02, lostReply: 0.02, duplicate: 0.02 }

let killed = 0
/** Runs a step in a process of its own, which may be killed. */
const served = async <T>(kill: number, work: () => Promise<T>): Promise<T | undefined> => {
  const sky = weather(among(2 ** 31), { ...SMALL, crashBefore: kill / 2, crashAfter: kill / 2 })
  try {
    return await serve({ weather: sky, tenant: undefined }, work)
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    killed++
    return undefined
  }
}

const checkCounts = async ({ tenant }: Member, kind: ReturnType<typeof toAnyEntity>) => {
  const counted = await recount({ db: door, kind, tenant, repair: false, found: () => {} }, () => true)
  expect(counted).toMatchObject({ differences: 0, moving: 0 })
}

it('charges each hand-off, order and parcel once, and takes reversed ones back once, while the tasks are killed and repeated', {
  timeout: 120_000,
}, async () => {
  const member = await aMember()
  const custodian = await aCustodian(member)
  await aTariff(member, custodian.partnerId)
  const made: Awaited<ReturnType<typeof aHandOff>>[] = []
  for (let order = 0; order < 5; order++) {
    const fulfilmentOrderId = newId(clock())
    const parcels = [newId(clock()), newId(clock()), null]
    for (let i = 0; i < 4; i++) {
      const fields = { fulfilmentOrderId, shipmentId: chooseOne(parcels) }
      const lines = [{ sku: 'TEA', quantity: 1 + among(4) }]
      made.push(await aHandOff(member, { custodianId: custodian.id, ...fields, lines }))
    }
  }
  const reversed = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const { id } = chooseOne(made)
    if (round % 2 && !reversed.has(id)) {
      reversed.add(id)
      await reverse(member, id)
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => served(0.05, () => charge(member, chooseOne(made).id))))
  }
  for (const { id } of [...made, ...made]) await charge(member, id)
  const live = made.filter(({ id }) => !reversed.has(id))
  const pieces = live.reduce((sum, { lines }) => sum + Math.round((lines[0]?.quantity ?? 0) * 12.5), 0)
  expect(sumByType(await readCharges(member))).toEqual({
    order: 150 * new Set(live.map(({ fulfilmentOrderId }) => fulfilmentOrderId)).size,
    line: 30 * live.length,
    piece: pieces,
    parcel: 420 * new Set(live.flatMap(({ shipmentId }) => shipmentId ?? [])).size,
  })
  expect(reversed.size).toBeGreaterThan(2)
  expect(killed).toBeGreaterThan(0)
  await checkCounts(member, toAnyEntity(charges))
})

it('charges each day of storage once while concurrent runs are killed', { timeout: 120_000 }, async () => {
  const member = await aMember()
  const custodian = await aCustodian(member)
  for (const onHand of [7, 4]) await aStockItem(member, { custodianId: custodian.id, onHand, reserved: 0 })
  await aTariff(member, custodian.partnerId, { rates: [{ per: 'storage_day', amount: 2 }] })
  const start = app().clock().toISOString().slice(0, 10)
  ahead = untilNoon + 6 * DAY_MS
  for (let round = 0; round < 12; round++) {
    await Promise.all([1, 2].map(() => served(round < 8 ? 0.04 : 0, () => chargeStorageHourly({}))))
    ahead += 6 * 60_000
  }
  const last = app().clock().toISOString().slice(0, 10)
  ahead = untilNoon
  const days = (await readCharges(member)).map(({ occurredOn, amount }) => `${occurredOn} ${amount}`).sort()
  const expected: string[] = []
  for (let day = start; day < last; day = addDays(day, 1)) expected.push(`${day} 22`)
  expect(days).toEqual(expected)
})

it('takes no piece back twice and charges each return once while requests are killed, repeated and race', {
  timeout: 120_000,
}, async () => {
  const member = await aMember()
  const { custodian, salesOrderId, sku, readOnHand } = await aDelivery(member, 12, 100)
  await aTariff(member, custodian.partnerId, { rates: [...RATES, { per: 'return', amount: 275 }] })
  const known: Awaited<ReturnType<typeof anAuthorizedReturn>>[] = []
  const act = async (action: string) => {
    const found = known.length ? chooseOne(known) : undefined
    if (found)
      await member.post(`${RETURNS}/${found.id}/${action}`, action === 'resolve' ? { resolution: 'refunded' } : {})
  }
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const { status, body } = await request(member, salesOrderId, sku, 1 + among(3))
      if (status !== 201) return
      known.push(body)
      await member.post(`${RETURNS}/${body.id}/authorize`)
    },
    async () => known.length && receive(member, chooseOne(known), 1 + among(2), chooseOne(['restock', 'write_off'])),
    async () => known.length && receive(member, chooseOne(known), 1),
    () => act('resolve'),
    () => act('cancel'),
    async () =>
      known.length && chargeReturn(app(), { tenant: member.tenant, returnId: chooseOne(known).id }, app().clock()),
  ]
  for (let step = 0; step < 30; step++)
    await Promise.all([1, 2, 3].map(() => served(0.02, async () => await chooseOne(acts)())))
  const { body } = await member.get(`${RETURNS}?itemsPerPage=100`)
  for (const { id } of body.member) {
    await chargeReturn(app(), { tenant: member.tenant, returnId: id }, app().clock())
    await chargeReturn(app(), { tenant: member.tenant, returnId: id }, app().clock())
  }
  const lines = body.member.flatMap((each: { lines: object[] }) => each.lines)
  const sum = (name: string) =>
    lines.reduce((total: number, line: Record<string, number>) => total + (line[name] ?? 0), 0)
  expect(sum('received')).toBeLessThanOrEqual(12)
  expect(sum('received')).toBeGreaterThan(0)
  expect(await readOnHand()).toBe(100 + sum('restocked'))
  const received = body.member.filter(({ receivedAt }: { receivedAt: string | null }) => receivedAt)
  expect(sumByType(await readCharges(member))).toEqual({ return: 275 * received.length })
  const numbers = body.member
    .map(({ returnNumber }: { returnNumber: string }) => Number(returnNumber.slice(-5)))
    .sort((a: number, b: number) => a - b)
  expect(numbers).toEqual(numbers.map((_: number, i: number) => i + 1))
  await checkCounts(member, toAnyEntity(returns))
})
