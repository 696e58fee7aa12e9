import { expect, test } from 'vitest'
import { members } from '../../lib/iam/member-store.ts'
import { listTrace } from '../../lib/notification/fan-out/trace-store.ts'
import { listNotifications } from '../../lib/notification/notifications/list-notifications.ts'
import { countUnread } from '../../lib/notification/notifications/notification-store.ts'
import { changePolicy } from '../../lib/notification/preferences/policy-store.ts'
import { addWatch } from '../../lib/notification/watches/watch-store.ts'
import { getNextId, type Id, newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { makeTopicExample } from '../../schemas/events/topics.ts'
import type { Role } from '../../schemas/roles.ts'
import { aWorld, type Crash, untilQuiet } from '../events/world.ts'
import { aMember } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { seeded } from '../support/faults.ts'
import { runSeed } from '../support/seed.ts'
import { addMembers } from '../support/staff.ts'

const TOPIC = 'partner.partner.created'
const world = await aWorld()
const { app } = world
const now = () => app.clock()
const uriOf = (id: Id) => `commerce:///partner/partners/${id}`
const ids = (count: number) => Array.from({ length: count }, () => newId(now()))

const emit = (unit: Unit, partnerId: Id) =>
  unit.emit(TOPIC, { subject: uriOf(partnerId), data: { partnerId, partnerName: `Partner ${partnerId}` } })

const emitAll = (tenant: Id, partners: readonly Id[]) =>
  runInUnit(app.db, { tenant, actor: null, now: now() }, async (unit) => {
    for (const id of partners) emit(unit, id)
  })

const itemsOf = (tenant: Id, name = 'outbox') => app.db.query({ pk: partition(tenant, name) })

test('events of a topic share an item with consecutive ids, and other topics and single events have their own', async () => {
  const tenant = newId(now())
  const partners = ids(20)
  const size = await runInUnit(app.db, { tenant, actor: null, now: now() }, async (unit) => {
    for (const id of partners.slice(0, 18)) emit(unit, id)
    const { size } = unit
    const emitRest = () => {
      for (const id of partners.slice(18)) emit(unit, id)
    }
    expect(unit.attempt(emitRest, 99)).toBeUndefined()
    const data = {
      identityId: newId(now()),
      email: 'kim@example.com',
      firstName: 'Kim',
      purpose: 'registration' as const,
      sealedToken: '',
    }
    for (let i = 0; i < 2; i++) unit.emit('iam.identity.email_verification', { subject: null, data })
    return size
  })
  expect(size).toBe(2)
  const items = await itemsOf(tenant)
  const created = items.filter(({ topic }) => topic === TOPIC)
  expect(created.map(({ more = [] }) => (more as unknown[]).length).sort()).toEqual([1, 15])
  expect(items.filter(({ topic }) => topic === 'iam.identity.email_verification')).toHaveLength(2)
  for (const item of created) {
    let id = item.sk
    for (const each of (item.more ?? []) as { id: Id }[]) {
      id = getNextId(id)
      expect(each.id).toBe(id)
    }
  }
  const told = (await readEvents(tenant)).flatMap((event) => (event.topic === TOPIC ? [event.data.partnerId] : []))
  expect(told.sort()).toEqual(partners.slice(0, 18).sort())
})

test('each event of an item reaches its own recipients once, whatever fails, and has a trace of its own', async () => {
  const chance = seeded(runSeed)
  const owner = await aMember()
  const { tenant } = owner
  const roles = ['owner', 'viewer'] as const satisfies Role[]
  const all = roles.map(() => newId(now()))
  const watcher = newId(now())
  const partners = ids(7)
  const watched = [partners[2], partners[5]] as Id[]
  await runInUnit(app.db, { tenant, actor: null, now: now() }, async (unit) => {
    addMembers(unit, [...all, watcher], [...roles, 'viewer'])
    await changePolicy(app.db, unit, [{ type: TOPIC, channel: 'webhook', enabled: true }])
  })
  await owner.put('/api/configuration/settings/bulk', {
    settings: [
      { key: 'notifications.webhookUrl', value: 'https://receiver.example.com/' },
      // Each event has a delivery of its own by mail.
      { key: 'notifications.digestWindow', value: 'off' },
    ],
  })
  // The watcher's role reads partners too, so the watches must not notify it again.
  for (const id of watched)
    await runInUnit(app.db, { tenant, actor: null, now: now() }, async (unit) =>
      addWatch(unit, watcher, { topic: TOPIC, subject: uriOf(id) }),
    )
  await emitAll(tenant, partners)
  expect(await itemsOf(tenant)).toHaveLength(1)
  let troubles = 30
  await untilQuiet(world, tenant, (waiting) => {
    const item = waiting[Math.floor(chance() * waiting.length)] as never
    if (troubles-- < 0) return { item }
    const crash: Crash = { call: Math.ceil(chance() * 12), when: chance() < 0.5 ? 'before' : 'after' }
    return { item, crash, again: chance() < 0.25, lost: chance() < 0.15 }
  })
  const messages = partners.map((id) => `Partner ${id} was added as a partner.`).sort()
  for (const identity of [...all, watcher]) {
    const page = { page: 1, itemsPerPage: 100 }
    const { items, totalItems } = await listNotifications(app.db, { tenant, identity }, page, {})
    expect(items.map(({ message }) => message).sort()).toEqual(messages)
    expect([totalItems, await countUnread(app.db, { tenant, identity })]).toEqual([partners.length, partners.length])
  }
  const deliveries = await itemsOf(tenant, 'delivery')
  expect(deliveries).toHaveLength(partners.length * 3)
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['done']))
  const posted = world.posts.map(({ body }) => JSON.parse(String(body)).data.details?.partnerId)
  expect(new Set(posted.filter((id) => partners.includes(id)))).toEqual(new Set(partners))
  for (const { sk } of await readEvents(tenant)) {
    const trace = await listTrace(app.db, tenant, sk, { page: 1, itemsPerPage: 30 })
    expect(trace?.items.map(({ id }) => id).sort()).toEqual([...all, watcher, tenant].sort())
    expect(new Set(trace?.items.map(({ eventId }) => eventId))).toEqual(new Set([sk]))
  }
  expect(await listTrace(app.db, tenant, newId(now()), { page: 1, itemsPerPage: 30 })).toBeUndefined()
}, 120_000)

test('a watcher of some subjects is told of these events only, and only their traces show it', async () => {
  const tenant = newId(now())
  const [member, watcher] = ids(2) as [Id, Id]
  const partners = ids(4)
  await runInUnit(app.db, { tenant, actor: null, now: now() }, async (unit) => {
    addMembers(unit, [member, watcher], ['finance', 'operations'])
  })
  const topic = 'finance.invoice.paid'
  const subjectOf = (id: Id) => `commerce:///billing/invoices/${id}`
  for (const id of partners.slice(1, 3))
    await runInUnit(app.db, { tenant, actor: null, now: now() }, async (unit) =>
      addWatch(unit, watcher, { topic, subject: subjectOf(id) }),
    )
  await runInUnit(app.db, { tenant, actor: null, now: now() }, async (unit) => {
    for (const id of partners) unit.emit(topic, { subject: subjectOf(id), data: makeTopicExample(topic) })
  })
  await untilQuiet(world, tenant, (waiting) => ({ item: waiting[0] as never }))
  const subjectsOf = async (identity: Id) => {
    const { items } = await listNotifications(app.db, { tenant, identity }, { page: 1, itemsPerPage: 10 }, {})
    return items.map(({ subject }) => subject).sort()
  }
  expect(await subjectsOf(member)).toEqual(partners.map(subjectOf).sort())
  expect(await subjectsOf(watcher)).toEqual(partners.slice(1, 3).map(subjectOf).sort())
  for (const { sk, subject } of await readEvents(tenant)) {
    const trace = await listTrace(app.db, tenant, sk, { page: 1, itemsPerPage: 30 })
    const isWatched = partners.slice(1, 3).map(subjectOf).includes(String(subject))
    expect(trace?.items.map(({ id }) => id).sort()).toEqual((isWatched ? [member, watcher] : [member]).sort())
  }
  expect(await app.db.query({ pk: partition(tenant, members.name), limit: 3 })).toHaveLength(2)
})
