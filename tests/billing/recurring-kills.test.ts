import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-bill-recurring.ts'
import type { StoredInvoice } from '../../lib/billing/invoices/invoice.ts'
import type { Schedule, StoredProfile } from '../../lib/billing/recurring-invoice-profiles/recurring-profile.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { CADENCES } from '../../schemas/billing/recurring-profile.ts'
import { aPartner, aRecurringProfile } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { Crash, FAULTS, faulty, serve, weather } from '../support/faults.ts'
import { chance } from '../support/seed.ts'
import { modelled } from './calendar.ts'
import { dueProfiles } from './recurring-run.ts'

const PROFILES = Number(process.env.PROFILES ?? 40)
const TENANTS = 4
const KILLS = 12
const MOST_ROUNDS = 200

const random = chance()
const among = (most: number) => Math.floor(random() * most)

let ahead = 0
const door = openTable(readConfig().table)

beforeAll(() => {
  const limits = {
    identity: 1_000_000,
    ip: 1_000_000,
    auth: 1_000_000,
    satellite: 1_000_000,
    serviceAccount: 1_000_000,
  }
  const clock = () => new Date(Date.now() + ahead)
  useApp({ ...makeApp({ ...readConfig(), limits }), clock, db: retryTable(faulty(door)) })
})
afterAll(() => useApp(undefined))

const today = new Date().toISOString().slice(0, 10)
const BACK = { weekly: 35, monthly: 120, quarterly: 300, yearly: 800 }

interface Made extends Schedule {
  id: string
  dueDays: number
}

const make = async (member: Member, partnerId: string): Promise<Made> => {
  const cadence = CADENCES[among(CADENCES.length)] as Schedule['cadence']
  const anchorDay = cadence === 'weekly' ? 1 + among(7) : random() < 0.5 ? 29 + among(3) : 1 + among(28)
  const startAt = addDays(today, -among(BACK[cadence]))
  return await aRecurringProfile(member, { partnerId, cadence, anchorDay, startAt, dueDays: among(30) })
}

const readItems = async <T>(tenant: string, name: string) =>
  (await door.query({ pk: partition(tenant, name) })) as unknown as T[]

/** Runs the schedule in a process of its own, which may be killed; returns whether it was. */
const run = async (seed: number, kill: number) => {
  const faults = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }
  const sky = weather(seed, { ...faults, crashBefore: kill / 2, crashAfter: kill / 2 })
  try {
    await serve({ weather: sky, tenant: undefined }, () => handler({}))
    return { killed: 0, faults: FAULTS.reduce((sum, fault) => sum + sky.tally[fault], 0) }
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    return { killed: 1, faults: FAULTS.reduce((sum, fault) => sum + sky.tally[fault], 0) }
  }
}

const CALLS_OF_A_PROFILE = 15

it(`bills every period of ${PROFILES} profiles once and loses no number while two concurrent runs are killed repeatedly`, {
  timeout: 60_000 + PROFILES * 4000,
}, async ({ annotate }) => {
  const members = await Promise.all(Array.from({ length: TENANTS }, () => aMember()))
  const made = new Map<Member, Made[]>(members.map((member) => [member, []]))
  for (const [i, member] of members.entries()) {
    const { id } = await aPartner(member)
    for (let n = i; n < PROFILES; n += TENANTS) made.get(member)?.push(await make(member, id))
  }

  const tally = { rounds: 0, killed: 0, faults: 0 }
  const began = Date.now()
  let now = app().clock().toISOString()
  while ((await dueProfiles(now)).length) {
    expect(tally.rounds).toBeLessThan(MOST_ROUNDS)
    const kill = tally.killed < KILLS ? Math.min(0.05, KILLS / (PROFILES * CALLS_OF_A_PROFILE)) : 0
    const seeds = [among(2 ** 31), among(2 ** 31)]
    for (const { killed, faults } of await Promise.all(seeds.map((seed) => run(seed, kill)))) {
      tally.killed += killed
      tally.faults += faults
    }
    tally.rounds++
    ahead += 15 * 60_000
    now = app().clock().toISOString()
  }

  let invoices = 0
  for (const [{ tenant }, profiles] of made) {
    const billed = await readItems<StoredInvoice>(tenant, 'invoice')
    const numbers = billed.map(({ invoiceNumber }) => Number(invoiceNumber?.split('-')[2]))
    expect(numbers.sort((a, b) => a - b)).toEqual(billed.map((_, i) => i + 1))
    const stored = await readItems<StoredProfile>(tenant, 'recurring-profile')
    const outbox = await readEvents(tenant)
    expect(outbox.filter(({ topic }) => topic === 'finance.invoice.issued')).toHaveLength(billed.length)
    for (const profile of profiles) {
      const own = billed.filter(({ recurringProfileId }) => recurringProfileId === profile.id)
      own.sort((a, b) => ((a.invoiceNumber ?? '') < (b.invoiceNumber ?? '') ? -1 : 1))
      const periods = modelled(profile, own.length + 1)
      const next = periods.pop() as string
      expect(next > now.slice(0, 10) && (periods.at(-1) ?? '') <= now).toBe(true)
      expect(own.map(({ periodStart }) => periodStart)).toEqual(periods)
      for (const { dueDate, createdAt, periodStart } of own) {
        const terms = addDays(periodStart as string, profile.dueDays)
        const made = createdAt.slice(0, 10)
        expect(dueDate).toBe(terms > made ? terms : made)
      }
      expect(stored.find(({ id }) => id === profile.id)?.nextPeriod).toBe(next)
    }
    invoices += billed.length
  }
  expect(tally.killed).toBeGreaterThan(0)
  await annotate(JSON.stringify({ profiles: PROFILES, invoices, ...tally, seconds: (Date.now() - began) / 1000 }))
})
