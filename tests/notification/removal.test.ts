import { expect, test } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { handler as removeAll } from '../../functions/sales/every-day-remove-old-logs.ts'
import { buildMemberScope, type MemberOwner } from '../../lib/notification/member-scope.ts'
import { getLandmarksPartition } from '../../lib/notification/notifications/landmarks.ts'
import { listNotifications } from '../../lib/notification/notifications/list-notifications.ts'
import {
  type MailboxFilter,
  notifications,
  type StoredNotification,
} from '../../lib/notification/notifications/notification-store.ts'
import { removeOldNotifications } from '../../lib/notification/notifications/remove-old-notifications.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { newRecord } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { type Item, type Table, typeReads } from '../../lib/platform/store/table/table.ts'
import { aColleague, anOwner, ask, invited } from '../iam/people.ts'
import type { Member } from '../support/client.ts'
import { fill } from '../support/fill.ts'
import { ANY_NOTIFICATION, aTenantOf, listOf } from './members.ts'

const DAY_MS = 24 * 3_600_000

const aNotification = (daysAgo: number, fields: Partial<StoredNotification> = {}): StoredNotification => ({
  ...newRecord(newId(new Date(app().clock().getTime() - daysAgo * DAY_MS))),
  ...ANY_NOTIFICATION,
  ...fields,
})

const store = (owner: MemberOwner, all: readonly StoredNotification[]) =>
  fill(app().config.table, notifications, buildMemberScope(owner), all)

const findDifferences = async (owner: MemberOwner) => {
  const found: unknown[] = []
  const work = { db: app().db, kind: toAnyEntity(notifications), tenant: buildMemberScope(owner), repair: false }
  await recount({ ...work, found: (difference) => found.push(difference) }, () => true)
  return found
}

/** Runs the daily removal as if there were no other tenant, so that no other test loses its logs. */
const removeDaily = async ({ tenant }: Member) => {
  const before = app()
  const query: Table['query'] = async (range) =>
    (range.pk === 'P#tenants' ? [{ pk: 'P#tenants', sk: tenant }] : await before.db.query(range)) as never
  useApp({ ...before, db: typeReads({ ...before.db, query }) })
  try {
    await removeAll({}, { getRemainingTimeInMillis: () => 900_000 })
  } finally {
    useApp(before)
  }
}

test('notifications are removed after 180 days if they are read, and after a year if not', async () => {
  const [owner] = await aTenantOf(['owner'])
  const kept = [aNotification(179, { isRead: true }), aNotification(181), aNotification(364)]
  await store(owner, [...kept, aNotification(181, { isRead: true }), aNotification(366)])
  await removeDaily(owner)
  const { member, totalItems } = await listOf(owner)
  expect(member.map(({ id }: { id: string }) => id)).toEqual(kept.map(({ id }) => id))
  expect(totalItems).toBe(3)
  expect(await listOf(owner, '?isRead=true')).toMatchObject({ totalItems: 1 })
  expect(await findDifferences(owner)).toEqual([])
})

test('a page in the middle of thousands is right after some of them were removed', async () => {
  const [owner] = await aTenantOf(['owner'])
  const all = Array.from({ length: 2000 }, (_, i) => aNotification(200 - i / 1e6, { isRead: i % 2 === 0 }))
  await store(owner, all)
  const { db, clock } = app()
  const expectPages = async () => {
    const left = new Set((await db.query({ pk: `T#${buildMemberScope(owner)}#notification` })).map(({ sk }) => sk))
    const present = all.filter(({ id }) => left.has(id)).sort((one, other) => (one.id < other.id ? 1 : -1))
    for (const filter of [{}, { isRead: true }, { isRead: false }] as MailboxFilter[]) {
      const ids = present.filter(({ isRead }) => isRead === (filter.isRead ?? isRead)).map(({ id }) => id)
      const page = Math.max(1, Math.floor(ids.length / 40))
      const { items, totalItems } = await listNotifications(db, owner, { page, itemsPerPage: 20 }, filter)
      expect([totalItems, items.map(({ id }) => id)]).toEqual([ids.length, ids.slice((page - 1) * 20, page * 20)])
    }
    return present.length
  }
  expect(await expectPages()).toBe(2000)
  let rounds = 0
  const remove = (most: number) =>
    removeOldNotifications(db, owner.tenant, { now: clock(), hasTime: () => rounds++ < most })
  expect((await remove(4)).isDone).toBe(false)
  expect(await expectPages()).toBeGreaterThan(1500)
  expect((await remove(Number.POSITIVE_INFINITY)).isDone).toBe(true)
  expect(await expectPages()).toBe(1000)
  expect(await findDifferences(owner)).toEqual([])
})

test('notifications of a removed member are removed, unless the person is a member again', async () => {
  const owner = await anOwner()
  const join = async () => {
    const colleague = await aColleague(owner, 'viewer')
    return { ...colleague, identity: colleague.claims.sub }
  }
  const [leaving, back] = [await join(), await join()]
  const { db } = app()
  const run = async ({ identity }: MemberOwner, minutes: number) => {
    const tasks = await db.query<{ task?: string; data?: Item }>({ pk: 'T#PLATFORM#task' })
    const own = tasks.filter(
      ({ task, data }) => task === 'notification.mailbox.remove' && data?.identityId === identity,
    )
    expect(own).toHaveLength(1)
    const at = new Date(app().clock().getTime() + minutes * 60_000)
    for (const each of own) await runTask(app(), each, at, createLog({}))
  }
  const countOf = async (whose: MemberOwner) =>
    (await db.query({ pk: `T#${buildMemberScope(whose)}#notification` })).length
  for (const colleague of [leaving, back]) {
    const all = Array.from({ length: 30 }, () => aNotification(1))
    await store(colleague, all)
    await db.put({ put: { pk: getLandmarksPartition(colleague), sk: '0#', kind: 'landmarks' } })
    expect((await owner.delete(`/api/iam/members/${colleague.member}`)).status).toBe(204)
  }
  await run(leaving, 4)
  expect(await countOf(leaving)).toBe(30)
  await run(leaving, 6)
  expect(await countOf(leaving)).toBe(0)
  expect(await db.query({ pk: getLandmarksPartition(leaving) })).toEqual([])
  expect(await findDifferences(leaving)).toEqual([])

  const { token } = await invited(owner, 'viewer', back)
  expect((await ask('accept-invitation', { token })).status).toBe(200)
  await run(back, 6)
  expect(await countOf(back)).toBe(30)
})
