import { describe, expect, test } from 'vitest'
import type { Decisions } from '../../lib/notification/fan-out/trace-store.ts'
import { buildTrace, buildTraceItem, type Decided } from '../../lib/notification/fan-out/trace-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { Occurred } from '../../lib/platform/events/outbox/outbox.ts'
import { newId, toUuid } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf, listOf } from './members.ts'

const TOPIC = 'partner.partner.created'
const POLICY = '/api/notification/policy'
const PREFERENCES = '/api/notification/preferences'

const eventOf = async ({ tenant }: Member) => {
  const [event] = await app().db.query({ pk: partition(tenant, 'outbox') })
  return event?.sk as string
}

const aToldPartner = async (owner: Member) => {
  await aPartner(owner)
  await drainEvents()
  return await eventOf(owner)
}

const traceOf = async (member: Member, event: string, query = '') =>
  (await member.get(`/api/notification/events/${event}/trace${query}`)).body

interface Row {
  channel: string
  sent: boolean
  because: string | null
}

const decisionsFor = async (asker: Member, event: string, { identity }: Member) => {
  const { member, totalItems } = await traceOf(asker, event, `?recipient=${identity}`)
  expect(totalItems).toBe(1)
  return Object.fromEntries(member[0].channels.map(({ channel, sent, because }: Row) => [channel, sent || because]))
}

const off = (channel: string) => ({ entries: [{ type: TOPIC, channel, enabled: false }] })

describe('the trace of an event', () => {
  test('lists everybody whom it concerned, with a reason for each channel that was not sent', async () => {
    const [owner, quiet, choosy, away] = await aTenantOf(['owner', 'finance', 'viewer', 'operations'])
    await owner.patch(POLICY, { entries: [{ type: TOPIC, channel: 'sms', enabled: true }] })
    await quiet.post(`${PREFERENCES}/do-not-disturb/enable`)
    await choosy.patch(PREFERENCES, off('email'))
    await away.patch(PREFERENCES, off('storage'))
    const event = await aToldPartner(owner)
    const shut = { sms: 'no_phone', push: 'default', webhook: 'not_offered', slack: 'not_offered' }
    expect(await decisionsFor(owner, event, owner)).toEqual({ storage: true, email: true, ...shut })
    const silent = { email: 'do_not_disturb', sms: 'do_not_disturb' }
    expect(await decisionsFor(owner, event, quiet)).toEqual({ storage: true, ...shut, ...silent })
    expect(await decisionsFor(owner, event, choosy)).toEqual({ storage: true, email: 'preference', ...shut })
    expect(await decisionsFor(owner, event, away)).toEqual({ storage: 'preference', email: true, ...shut })
    const { totalItems, member } = await traceOf(owner, event)
    expect(totalItems).toBe(4)
    expect(member.map(({ id }: { id: string }) => id).sort()).toEqual(
      [owner, quiet, choosy, away].map(({ identity }) => identity).sort(),
    )
    const told = await Promise.all([owner, quiet, choosy, away].map((member) => listOf(member)))
    expect(told.map(({ totalItems }) => totalItems)).toEqual([1, 1, 1, 0])
  })

  test('agrees with the deliveries: only recipients listed as sent got a mail', async () => {
    const [owner, quiet] = await aTenantOf(['owner', 'finance'])
    await quiet.post(`${PREFERENCES}/do-not-disturb/enable`)
    await aToldPartner(owner)
    const mails = await Promise.all(
      [owner, quiet].map(({ identity }) => mailsTo(`${identity.toLowerCase()}@example.com`)),
    )
    expect(mails.map(({ length }) => length)).toEqual([1, 0])
  })

  test('names the policy if the tenant disabled a channel, whatever members chose', async () => {
    const [owner, viewer] = await aTenantOf(['owner', 'viewer'])
    await owner.patch(POLICY, off('email'))
    await viewer.patch(PREFERENCES, { entries: [{ type: TOPIC, channel: 'email', enabled: true }] })
    const event = await aToldPartner(owner)
    expect(await decisionsFor(owner, event, viewer)).toMatchObject({ storage: true, email: 'policy' })
  })

  test('expires after 30 days', async () => {
    const [owner] = await aTenantOf(['owner'])
    const event = await aToldPartner(owner)
    // With one chunk, the trace is kept in the event's own item.
    const chunk = await app().db.get({ pk: partition(owner.tenant, 'outbox'), sk: event })
    expect(chunk?.trace).toMatchObject({ groups: [{ recipients: [owner.identity] }] })
    expect(chunk?.expiresAt).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
    expect(chunk?.expiresAt).toBeLessThan(Date.now() / 1000 + 31 * 86_400)
  })

  test('has correct pages across its chunks', async () => {
    const [owner] = await aTenantOf(['owner'])
    const { db, clock } = app()
    const event = newId(clock())
    const recipients = Array.from({ length: 23 }, () => newId(clock()))
    const decisions = (sent: boolean) =>
      ({ storage: { send: true }, email: sent ? { send: true } : { send: false, because: 'policy' } }) as Decisions
    const all = (ids: string[], from: number) =>
      ids.map((id, place) => ({ id, decisions: { ...ALL, ...decisions((from + place) % 2 === 0) } }))
    const build = (event: Occurred, chunk: number, decided: readonly Decided[]) =>
      buildTraceItem(event, chunk, buildTrace(decided, 1, clock()), clock())
    const occurred = { tenant: owner.tenant, sk: event, topic: TOPIC } as Occurred
    for (const [chunk, [from, to]] of [
      [0, 7],
      [7, 8],
      [8, 23],
    ].entries())
      await db.put({ put: build(occurred, chunk, all(recipients.slice(from, to), from as number)) })
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => traceOf(owner, event, `?page=${page}&itemsPerPage=5`)),
    )
    expect(pages.map(({ totalItems }) => totalItems)).toEqual([23, 23, 23, 23, 23, 23])
    expect(pages.map(({ member }) => member.length)).toEqual([5, 5, 5, 5, 3, 0])
    const seen = pages.flatMap(({ member }) => member)
    expect(seen.map(({ id }) => id).sort()).toEqual([...recipients].sort())
    const mailed = seen.filter(({ channels }) => channels.find((each: Row) => each.channel === 'email').sent)
    expect(mailed.map(({ id }) => id).sort()).toEqual(recipients.filter((_, place) => place % 2 === 0).sort())
  })

  test("is found by either spelling of the event's id, and only in the tenant with the scope", async () => {
    const [owner, finance] = await aTenantOf(['owner', 'finance'])
    const [elsewhere] = await aTenantOf(['owner'])
    const event = await aToldPartner(owner)
    expect((await traceOf(owner, toUuid(event))).totalItems).toBe(2)
    expect((await elsewhere.get(`/api/notification/events/${event}/trace`)).status).toBe(404)
    expect((await finance.get(`/api/notification/events/${event}/trace`)).status).toBe(403)
    expect((await owner.get(`/api/notification/events/${newId(new Date())}/trace`)).status).toBe(404)
  })
})

const ALL = Object.fromEntries(
  ['storage', 'email', 'sms', 'push', 'webhook', 'slack'].map((channel) => [channel, { send: true }]),
)
