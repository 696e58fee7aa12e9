import { afterEach, expect, test } from 'vitest'
import { findMembersByIdentity } from '../../../lib/iam/list-members.ts'
import { members } from '../../../lib/iam/member-store.ts'
import { notify } from '../../../lib/notification/fan-out/notify.ts'
import { app } from '../../../lib/platform/app/app.ts'
import { listEvents, type OutboxItem } from '../../../lib/platform/events/outbox/outbox.ts'
import { newId } from '../../../lib/platform/id.ts'
import { createLog } from '../../../lib/platform/log.ts'
import { partition } from '../../../lib/platform/store/entities/entity.ts'
import type { Table } from '../../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import { makeTopicExample } from '../../../schemas/events/topics.ts'
import type { Member } from '../../support/client.ts'
import { drainEvents } from '../../support/workers.ts'
import { aTenantAtStart, atMinute, holdTime, mailsTo, reset, runAt, signIn } from './world.ts'

const PREFERENCES = '/api/notification/preferences'
const log = createLog({})

afterEach(reset)

const scopeOf = ({ tenant }: Member) => ({ tenant, actor: null, now: app().clock() })

const emitPartners = (owner: Member, ...names: string[]) =>
  runInUnit(app().db, scopeOf(owner), async (unit) => {
    for (const partnerName of names) {
      const partnerId = newId(unit.now)
      const subject = `commerce:///partner/partners/${partnerId}`
      unit.emit('partner.partner.created', { subject, data: { partnerId, partnerName } })
    }
  })

const itemsOf = async ({ tenant }: Member) =>
  (await app().db.query({ pk: partition(tenant, 'outbox') })) as unknown as OutboxItem[]
const windowsOf = ({ tenant, identity }: Member) =>
  app().db.query({ pk: partition(`${tenant}#${identity}`, 'digest-window') })

test('events of one transaction are sent and gathered like events of several', async () => {
  const [owner] = await aTenantAtStart('owner')
  const names = Array.from({ length: 20 }, (_, i) => `Partner ${String.fromCharCode(65 + i)}`)
  await emitPartners(owner, ...names)
  await drainEvents({ duplicate: true })
  expect(mailsTo(owner)).toHaveLength(1)
  const reader = await signIn(owner)
  const waiting: unknown[] = []
  for (const { sk } of (await itemsOf(owner)).flatMap(listEvents)) {
    const { body } = await reader.get(`/api/notification/events/${sk}/trace`)
    waiting.push(body.member[0].channels.find(({ channel }: { channel: string }) => channel === 'email').because)
  }
  expect(waiting.sort()).toEqual([...Array(19).fill('gathered'), null])
  await runAt(5)
  const [, digest] = mailsTo(owner)
  expect(digest?.subject).toBe('19 new partners')
  expect(digest?.text.match(/^- Partner [A-T]$/gm)).toHaveLength(10)
})

test('fan-outs at the same time open one window', async () => {
  const [owner] = await aTenantAtStart('owner')
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await emitPartners(owner, name)
  const items = await itemsOf(owner)
  let ready = 0
  let go = () => {}
  const allReady = new Promise<void>((resolve) => {
    go = resolve
  })
  const { db } = app()
  const together: Table = {
    ...db,
    transact: async (actions, token) => {
      if (++ready === items.length) go()
      await allReady
      return await db.transact(actions, token)
    },
  }
  await Promise.all(items.map((item) => notify({ ...app(), db: together }, item, app().clock(), log)))
  expect(await windowsOf(owner)).toMatchObject([{ count: 5 }])
  await runAt(5)
  expect(mailsTo(owner).map(({ subject }) => subject)).toEqual(['New partner', '5 new partners'])
})

test('a member who is found again as a watcher after a change of role is counted once', async () => {
  const [owner, other] = await aTenantAtStart('owner', 'finance')
  const topic = 'finance.invoice.paid'
  await other.post('/api/notification/watches', { topic })
  await other.patch(PREFERENCES, { entries: [{ type: topic, channel: 'storage', enabled: false }] })
  const emit = () =>
    runInUnit(app().db, scopeOf(owner), async (unit) =>
      unit.emit(topic, { subject: null, data: makeTopicExample(topic) }),
    )
  await emit()
  await drainEvents()
  holdTime(1)
  await emit()
  const item = (await itemsOf(owner)).find(({ handledAt }) => !handledAt) as OutboxItem
  const { db } = app()
  let isChanged = false
  const changing: Table = {
    ...db,
    query: async (range) => {
      if (range.pk.includes('#watch?') && !isChanged) {
        isChanged = true
        const [member] = await findMembersByIdentity(db, owner.tenant, [other.identity])
        await runInUnit(db, { ...scopeOf(owner), now: atMinute(2) }, async (unit) => {
          unit.update(members, await unit.load(members, member?.id as string), { role: 'operations' })
        })
      }
      return (await db.query(range)) as never
    },
  }
  await notify({ ...app(), db: changing }, item, app().clock(), log)
  expect(isChanged).toBe(true)
  expect(await windowsOf(other)).toMatchObject([{ count: 1 }])
})

test('a worker that is slower than another one with the same event gathers nothing again', async () => {
  const [owner] = await aTenantAtStart('owner')
  await owner.patch(PREFERENCES, {
    entries: [{ type: 'partner.partner.created', channel: 'storage', enabled: false }],
  })
  await emitPartners(owner, 'A')
  await drainEvents()
  holdTime(1)
  await emitPartners(owner, 'B')
  const item = (await itemsOf(owner)).find(({ handledAt }) => !handledAt) as OutboxItem
  const { db } = app()
  let isOvertaken = false
  const slow: Table = {
    ...db,
    transact: async (actions, token) => {
      if (!isOvertaken) {
        isOvertaken = true
        await notify(app(), item, app().clock(), log)
      }
      return await db.transact(actions, token)
    },
  }
  await notify({ ...app(), db: slow }, item, app().clock(), log)
  expect(isOvertaken).toBe(true)
  expect(await windowsOf(owner)).toMatchObject([{ count: 1 }])
})
