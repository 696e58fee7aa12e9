import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-settle.ts'
import { charges } from '../../lib/billing/charges/charge-store.ts'
import type { StoredLedgerEntry } from '../../lib/billing/ledger/ledger-entry.ts'
import { collectCharges } from '../../lib/billing/settlements/collect-charges.ts'
import { freeCharges } from '../../lib/billing/settlements/decisions/free-charges.ts'
import { findPeriodAround } from '../../lib/billing/settlements/period.ts'
import { settlements } from '../../lib/billing/settlements/settlement-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { listDuePartitions } from '../../lib/platform/store/table/due.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { SETTLEMENT_SCOPES } from '../../schemas/billing/charge.ts'
import { PERIOD_TYPES, type PeriodType } from '../../schemas/billing/settlement.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { Crash, FAULTS, faulty, serve, weather } from '../support/faults.ts'
import { chance } from '../support/seed.ts'
import { aCharge, aLine, findFaults, of, readBooks, settle } from './settling.ts'

const RULES = Number(process.env.RULES ?? 8)
const STEPS = Number(process.env.STEPS ?? 60)
const MOST_ROUNDS = 200

const random = chance()
const among = (most: number) => Math.floor(random() * most)
const chooseOne = <T>(all: readonly T[]) => all[among(all.length)] as T

let ahead = 0
const door = openTable(readConfig().table)
const { clock } = app()

beforeAll(() => {
  const limits = { ...readConfig().limits, identity: 1_000_000, ip: 1_000_000, auth: 1_000_000 }
  const later = () => new Date(clock().getTime() + ahead)
  useApp({ ...makeApp({ ...readConfig(), limits }), clock: later, db: retryTable(faulty(door)) })
})
afterAll(() => useApp(undefined))

const readItems = async (tenant: string, name: string): Promise<Item[]> => door.query({ pk: partition(tenant, name) })

const SMALL = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }

/** Runs a step in a process of its own, which may be killed; returns whether it was. */
const served = async (kill: number, work: () => Promise<unknown>) => {
  const sky = weather(among(2 ** 31), { ...SMALL, crashBefore: kill / 2, crashAfter: kill / 2 })
  const faults = () => FAULTS.reduce((sum, fault) => sum + sky.tally[fault], 0)
  try {
    const answer = await serve({ weather: sky, tenant: undefined }, work)
    return { killed: 0, faults: faults(), answer }
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    return { killed: 1, faults: faults(), answer: undefined }
  }
}

const dueRules = async (to: string) => {
  const kinds = ['auto-settlement-rule', 'settlement'].flatMap(listDuePartitions)
  return (await Promise.all(kinds.map((pk) => door.query({ pk, index: 'due', to })))).flat()
}

const readNumbers = async (tenant: string) =>
  (await readItems(tenant, 'settlement'))
    .map((each) => Number(String(each.settlementNumber).slice(-5)))
    .sort((a, b) => a - b)

it(`settles every period of ${RULES} rules once and loses no charge while two concurrent runs are killed repeatedly`, {
  timeout: 60_000 + RULES * 10_000,
}, async ({ annotate }) => {
  const members = await Promise.all([aMember(), aMember()])
  const rules: { member: Member; partnerId: string; scope: string; periodType: PeriodType }[] = []
  const start = clock().toISOString().slice(0, 10)
  let noted = 0
  for (let i = 0; i < RULES; i++) {
    const member = chooseOne(members)
    const { id: partnerId } = await aPartner(member)
    const [scope, periodType] = [chooseOne(SETTLEMENT_SCOPES), chooseOne(PERIOD_TYPES)]
    const rule = { partnerId, scope, basis: 'period', currency: 'EUR', periodType }
    expect((await member.post('/api/billing/auto-settlement-rules', rule)).status).toBe(201)
    rules.push({ member, partnerId, scope, periodType })
    for (let n = among(30); n > 0; n--, noted++)
      await aCharge(member, partnerId, {
        scope,
        occurredAt: `${addDays(start, among(100))}T12:00:00Z`,
        amount: 1 + among(99),
      })
  }

  const tally = { rounds: 0, killed: 0, faults: 0 }
  const began = Date.now()
  ahead = 110 * 86_400_000
  const collect = async () => {
    for (const { tenant } of members)
      for (const { collecting, id } of await readItems(tenant, 'settlement'))
        if (collecting) await collectCharges(app(), { tenant, settlementId: id as string }, app().clock())
  }
  while ((await dueRules(app().clock().toISOString())).length) {
    expect(tally.rounds).toBeLessThan(MOST_ROUNDS)
    const kill = tally.killed < 20 ? 0.02 : 0
    for (const { killed, faults } of await Promise.all([1, 2].map(() => served(kill, () => handler({}))))) {
      tally.killed += killed
      tally.faults += faults
    }
    tally.rounds++
    ahead += 15 * 60_000
  }
  await collect()

  const today = app().clock().toISOString().slice(0, 10)
  let made = 0
  for (const { tenant } of members) {
    const books = await readBooks(tenant)
    expect(findFaults(books)).toEqual([])
    expect(await readNumbers(tenant)).toEqual(books.settlements.map((_, i) => i + 1))
    made += books.settlements.length
    for (const { status, periodEndDate } of books.settlements)
      expect(status).toBe(`${periodEndDate}` < today ? 'locked' : 'open')
    for (const { partnerId, periodType, ...rule } of rules) {
      if (rule.member.tenant !== tenant) continue
      const own = books.charges.filter((charge) => charge.partnerId === partnerId)
      const expected = new Map<string, number>()
      for (const { occurredOn, amount } of own) {
        const { startDate, endDate } = findPeriodAround(periodType, occurredOn)
        if (endDate < today) expected.set(startDate, (expected.get(startDate) ?? 0) + amount)
      }
      const settled = books.settlements.filter((each) => each.partnerId === partnerId)
      expect(settled.map((each) => `${each.periodStartDate} ${each.totalAmount}`).sort()).toEqual(
        [...expected].map(([day, amount]) => `${day} ${amount}`).sort(),
      )
    }
  }
  expect(tally.killed).toBeGreaterThan(0)
  await annotate(
    JSON.stringify({ rules: RULES, charges: noted, settlements: made, ...tally, seconds: (Date.now() - began) / 1000 }),
  )
})

it(`keeps totals equal to lines, and loses or doubles no charge, when ${STEPS} concurrent steps are killed`, {
  timeout: 60_000 + STEPS * 2000,
}, async ({ annotate }) => {
  const member = await aMember()
  const { tenant } = member
  const partners = [(await aPartner(member)).id, (await aPartner(member)).id]
  const currencies = ['EUR', 'USD']
  const known: { id: string }[] = []
  const some = () => (known.length ? chooseOne(known) : { id: 'none' })
  const charge = () => {
    const amount = chooseOne([-400, -50, 20, 300])
    const occurredAt = `2026-03-${10 + among(20)}T12:00:00Z`
    return aCharge(member, chooseOne(partners), {
      amount,
      occurredAt,
      currency: chooseOne(currencies),
      scope: chooseOne(SETTLEMENT_SCOPES),
    })
  }
  const make = async () => {
    const period = chooseOne([
      null,
      null,
      { startDate: `2026-03-${10 + among(10)}`, endDate: `2026-03-${20 + among(10)}` },
    ])
    const scopes = chooseOne([[], [], ['storage', 'sales'], ['manual']])
    const currency = chooseOne(currencies)
    const { status, body } = await settle(member, chooseOne(partners), { basis: 'ad_hoc', period, scopes, currency })
    if (status === 201) known.push(body)
    return { status }
  }
  const tasks = async () => {
    for (const { id, collecting, freeing } of await readItems(tenant, 'settlement')) {
      if (collecting) await collectCharges(app(), { tenant, settlementId: id as string }, app().clock())
      if (freeing) await freeCharges(app(), { tenant, settlementId: id as string, fromPage: 0 }, app().clock())
    }
  }
  const line = () =>
    aLine({
      type: chooseOne(['credit', 'debit', 'adjustment']),
      amount: 1 + among(100),
      currency: chooseOne(currencies),
    })
  const acts: (() => Promise<unknown>)[] = [
    charge,
    charge,
    charge,
    charge,
    make,
    make,
    () => member.post(of(some(), 'line-items'), line()),
    () => member.post(of(some(), 'approve')),
    () => member.post(of(some(), 'reject'), { reason: 'Race' }),
    () => member.post(of(some(), 'mark-paid'), { paymentReference: 'SEPA 4711' }),
    tasks,
  ]
  const tally = { killed: 0, faults: 0, refused: 0, done: 0 }
  for (let step = 0; step < 40; step++) await charge()
  for (let step = 0; step < STEPS; step++) {
    const asked = await Promise.all(Array.from({ length: 4 }, () => served(0.01, chooseOne(acts))))
    for (const { killed, faults, answer } of asked) {
      tally.killed += killed
      tally.faults += faults
      const { status = 200 } = (answer ?? {}) as { status?: number }
      expect(status).toBeLessThan(500)
      if (status < 300) tally.done++
      else tally.refused++
    }
    if (step % 20 === 19) {
      await tasks()
      expect(findFaults(await readBooks(tenant))).toEqual([])
    }
  }
  await tasks()
  const books = await readBooks(tenant)
  expect(findFaults(books)).toEqual([])
  expect(await readNumbers(tenant)).toEqual(books.settlements.map((_, i) => i + 1))
  const live = books.settlements.filter(({ status }) => status !== 'rejected')
  for (const a of live)
    for (const b of live)
      if (a.id < b.id && a.coverage && a.coverage === b.coverage)
        expect(
          (a.periodEndDate as string) < (b.periodStartDate as string) ||
            (b.periodEndDate as string) < (a.periodStartDate as string),
        ).toBe(true)
  for (const kind of [toAnyEntity(charges), toAnyEntity(settlements)]) {
    const counted = await recount({ db: door, kind, tenant, repair: false, found: () => {} }, () => true)
    expect(counted).toMatchObject({ differences: 0, moving: 0 })
  }
  // The amount owed: approved and unpaid totals, with each carried amount counted once.
  const entries = (await readItems(tenant, 'ledger-entry')) as unknown as StoredLedgerEntry[]
  for (const partnerId of partners)
    for (const currency of currencies) {
      const posted = entries.filter((each) => each.partnerId === partnerId && each.currency === currency)
      const owed = live
        .filter((each) => each.partnerId === partnerId && each.currency === currency && each.status === 'approved')
        .map((each) => {
          const takenOver = live.some(
            ({ carries, status }) =>
              (status === 'approved' || status === 'paid') && carries.some(({ id }) => id === each.id),
          )
          return takenOver ? 0 : each.totalAmount
        })
      expect(posted.reduce((sum, { amount }) => sum + amount, 0)).toBe(owed.reduce((sum, amount) => sum + amount, 0))
    }
  await annotate(JSON.stringify({ settlements: books.settlements.length, charges: books.charges.length, ...tally }))
})
