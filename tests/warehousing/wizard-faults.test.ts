import { afterEach, describe, expect, it } from 'vitest'
import { type App, useApp } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { aMember, type Member } from '../support/client.ts'
import { Crash, FAULTS, faulty, type Switches, serve, weather } from '../support/faults.ts'
import {
  aConnectedCustodian,
  begin,
  brought,
  finish,
  type ProviderName,
  resources,
  wizardWorld,
} from '../support/oauth-provider.ts'

const HOUR = 3600
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 5) }, (_, i) => Number(process.env.SEED ?? 1) + i)

const world = await wizardWorld({ flexport: { accessSeconds: HOUR, refresh: 'rotating' } })
const { app, providers } = world
const shaken: App = { ...app, db: retryTable(faulty(openTable(app.config.table))) }

afterEach(() => useApp(app))

const met = new Set<string>()

/** Makes several calls at once, each in a process of its own with faults; returns their statuses, or that the process died. */
const storm = async (seed: number, switches: Partial<Switches>, tenant: Id, calls: (() => Promise<number>)[]) => {
  const sky = weather(seed, switches)
  useApp(shaken)
  const settled = await Promise.allSettled(calls.map((call) => serve({ weather: sky, tenant }, call)))
  useApp(app)
  for (const [fault, times] of Object.entries(sky.tally)) if (times) met.add(fault)
  return settled.map((each) => {
    if (each.status === 'fulfilled') return each.value
    if (each.reason instanceof Crash) return 'gone'
    throw each.reason
  })
}

const uses = async (tenant: Id, provider: ProviderName, id: string, times: number) => {
  const members = await Promise.all(Array.from({ length: times }, () => aMember({ tenant })))
  return members.map((member) => async () => (await resources(member, provider, id)).status)
}

const connectedIn = async (provider: ProviderName) => {
  const { tenant } = await aMember()
  const { id } = await aConnectedCustodian(await aMember({ tenant }), provider)
  return { tenant, id }
}

describe('while the table is slow to answer and loses answers', () => {
  const switches = { throttle: 0.08, conflict: 0.08, lostReply: 0.15 }

  it.each(SEEDS)('renews rotating tokens once and never loses them (seed %i)', async (seed) => {
    const { tenant, id } = await connectedIn('freight_platform')
    for (let round = 0; round < 2; round++) {
      world.pass(HOUR)
      const before = providers.asked.length
      const statuses = await storm(seed + round * 1000, switches, tenant, await uses(tenant, 'freight_platform', id, 6))
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      const renewals = providers.asked.slice(before).filter(({ path }) => path.endsWith('/token'))
      expect(renewals.length).toBeLessThanOrEqual(1)
    }
    expect((await resources(await aMember({ tenant }), 'freight_platform', id)).status).toBe(200)
  })
})

const EVERYTHING = { throttle: 0.1, conflict: 0.1, lostReply: 0.1, crashBefore: 0.06, crashAfter: 0.06, duplicate: 0.2 }

describe('while processes die at any moment and writes arrive twice', () => {
  const switches = { crashBefore: 0.06, crashAfter: 0.06, throttle: 0.05, lostReply: 0.05, duplicate: 0.2 }

  it.each(SEEDS)('recovers the connection without help (seed %i)', async (seed) => {
    const provider = seed % 2 ? 'fba_marketplace' : 'retailer_fbb'
    const { tenant, id } = await connectedIn(provider)
    world.pass(HOUR)
    const statuses = await storm(seed, switches, tenant, await uses(tenant, provider, id, 6))
    expect(statuses.filter((status) => ![200, 503, 'gone'].includes(status))).toEqual([])
    world.pass(10)
    expect((await resources(await aMember({ tenant }), provider, id)).status).toBe(200)
  })

  it.each(SEEDS)(
    'finishes a wizard completely or not at all, so that it can be started again (seed %i)',
    async (seed) => {
      const member: Member = await aMember()
      const begun = await begin(member, 'freight_platform')
      const body = await brought(begun)
      const before = providers.asked.length
      const call = async () => (await finish(member, begun, body)).status
      const statuses = await storm(seed, switches, member.tenant, [call, call, call])
      const exchanges = providers.asked.slice(before).filter(({ path }) => path.endsWith('/token')).length
      expect(exchanges).toBeLessThanOrEqual(1)
      const { body: custodian } = await member.get(`/api/warehousing/custodians/${begun.custodianId}`)
      const { status } = await resources(member, 'freight_platform', begun.custodianId)
      expect(status).toBe(custodian.connectionConfigured ? 200 : 409)
      if (statuses.includes(200)) expect(custodian.connectionConfigured).toBe(true)
      const again = await aConnectedCustodian(member, 'freight_platform', begun.custodianId)
      expect(again.connectionConfigured).toBe(true)
      expect((await resources(member, 'freight_platform', begun.custodianId)).status).toBe(200)
    },
  )
})

it('meets every kind of fault within a hundred storms', async () => {
  const { tenant, id } = await connectedIn('fba_marketplace')
  for (let seed = 1; met.size < FAULTS.length && seed <= 100; seed++) {
    await storm(seed, EVERYTHING, tenant, await uses(tenant, 'fba_marketplace', id, 2))
    world.pass(HOUR)
  }
  expect([...met].sort()).toEqual([...FAULTS].sort())
})
