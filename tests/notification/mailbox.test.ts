import { expect, test } from 'vitest'
import { buildMemberScope } from '../../lib/notification/member-scope.ts'
import { listNotifications } from '../../lib/notification/notifications/list-notifications.ts'
import { markAllRead, markRead } from '../../lib/notification/notifications/mark-read.ts'
import {
  countUnread,
  type MailboxFilter,
  notifications,
  type StoredNotification,
} from '../../lib/notification/notifications/notification-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { newRecord } from '../../lib/platform/store/entities/entity.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { BUCKETS } from '../../schemas/notification/notification.ts'
import { seeded } from '../support/faults.ts'
import { fill } from '../support/fill.ts'
import { runSeed } from '../support/seed.ts'
import { ANY_NOTIFICATION } from './members.ts'

const now = () => app().clock()
const anOwner = () => ({ tenant: newId(now()), identity: newId(now()) })
type Owner = ReturnType<typeof anOwner>

const aNotification = (at: Date, fields: Partial<StoredNotification> = {}): StoredNotification => ({
  ...newRecord(newId(at)),
  ...ANY_NOTIFICATION,
  ...fields,
})

/** Marks all as read while the time stands still, so that slow machines do not matter. */
const markAll = async (owner: Owner) => {
  const at = now()
  await markAllRead({ db: app().db, clock: () => at }, owner, at)
}

const FILTERS: readonly MailboxFilter[] = [undefined, ...BUCKETS.slice(0, 3)].flatMap((type) =>
  [undefined, true, false].map((isRead) => ({ type, isRead })),
)

const newestFirst = (all: readonly StoredNotification[], { type, isRead }: MailboxFilter) =>
  all
    .filter((each) => (type ?? each.type) === each.type && (isRead ?? each.isRead) === each.isRead)
    .map(({ id }) => id)
    .sort()
    .reverse()

const readPage = async (owner: Owner, page: number, itemsPerPage: number, filter: MailboxFilter, db = app().db) => {
  const { items, totalItems } = await listNotifications(db, owner, { page, itemsPerPage }, filter)
  return { ids: items.map(({ id }) => id), totalItems }
}

const expectPages = async (
  owner: Owner,
  all: readonly StoredNotification[],
  pages: readonly number[],
  itemsPerPage: number,
) => {
  for (const filter of FILTERS) {
    const expected = newestFirst(all, filter)
    for (const page of pages) {
      const ids = expected.slice((page - 1) * itemsPerPage, page * itemsPerPage)
      expect(await readPage(owner, page, itemsPerPage, filter), JSON.stringify({ filter, page })).toEqual({
        ids,
        totalItems: expected.length,
      })
    }
  }
  expect(await countUnread(app().db, owner)).toBe(newestFirst(all, { isRead: false }).length)
}

test('a mailbox has exact pages and totals for every filter, also while notifications come and are read', async () => {
  const chance = seeded(runSeed)
  const owner = anOwner()
  const scope = buildMemberScope(owner)
  const types = BUCKETS.slice(0, 3)
  /** Most are of one bucket of the counts, and the rest of others before and after it. */
  const aTime = () =>
    new Date(Date.UTC(2026, 2, chance() < 0.8 ? 10 : Math.ceil(chance() * 90), 12, 0, chance() * 3600))
  const make = () => {
    const type = types[Math.floor(chance() ** 2 * types.length)] as (typeof types)[number]
    return aNotification(aTime(), { type, isRead: chance() < 0.4 })
  }
  const all = Array.from({ length: 900 }, make)
  await fill(app().config.table, notifications, scope, all)
  const last = Math.ceil(all.length / 20)
  const somePages = () => [
    1,
    2,
    last,
    Math.ceil(last / 2),
    ...Array.from({ length: 4 }, () => Math.ceil(chance() * last)),
  ]
  await expectPages(owner, all, somePages(), 20)
  for (let round = 0; round < 3; round++) {
    // Some are newer than all others, and some are not.
    const more = Array.from({ length: 5 }, (_, i) => ({ ...(i % 2 ? make() : aNotification(now())), isRead: false }))
    for (const { id, rev: _rev, createdAt: _at, updatedAt: _to, ...fields } of more)
      await runInUnit(app().db, { tenant: scope, actor: null, now: now() }, async (unit) =>
        unit.create(notifications, { id, ...fields }),
      )
    all.push(...more)
    if (round) {
      const unread = all.filter(({ isRead }) => !isRead)
      const read = unread[Math.floor(chance() * unread.length)] as StoredNotification
      await markRead(app().db, owner, read.id, { now: now(), match() {} })
      read.isRead = true
    }
    await expectPages(owner, all, somePages(), 20)
  }
  await markAll(owner)
  for (const each of all) each.isRead = true
  await expectPages(owner, all, somePages(), 20)
}, 300_000)

test('a page in the middle of thousands reads a bounded number of entries once its landmarks are set', async () => {
  const owner = anOwner()
  const all = Array.from({ length: 3000 }, (_, i) =>
    aNotification(new Date(Date.UTC(2026, 2, 10, 12, 0, 0, i)), { isRead: i % 2 === 0 }),
  )
  await fill(app().config.table, notifications, buildMemberScope(owner), all)
  let read = 0
  const counting: Table = {
    ...app().db,
    query: async <T extends object>(range: Parameters<Table['query']>[0]) => {
      const found = await app().db.query<T>(range)
      read += found.length
      return found
    },
  }
  for (const [round, filter] of [{}, { type: 'operational' as const }, { isRead: false }].entries()) {
    const expected = newestFirst(all, filter)
    const page = Math.floor(expected.length / 40)
    for (const isFirst of [true, false]) {
      read = 0
      const { ids } = await readPage(owner, page, 20, filter, counting)
      expect(ids).toEqual(expected.slice((page - 1) * 20, page * 20))
      if (!isFirst) expect(read).toBeLessThan(500)
    }
    // A newer notification does not invalidate them.
    const newer = aNotification(new Date(Date.UTC(2026, 2, 10, 13 + round)), { isRead: false })
    await runInUnit(app().db, { tenant: buildMemberScope(owner), actor: null, now: now() }, async (unit) =>
      unit.create(notifications, newer),
    )
    all.push(newer)
    read = 0
    const after = newestFirst(all, filter)
    expect((await readPage(owner, page, 20, filter, counting)).ids).toEqual(after.slice((page - 1) * 20, page * 20))
    expect(read).toBeLessThan(500)
  }
}, 120_000)

test('a page in the middle is answered although its landmarks cannot be stored', async () => {
  const owner = anOwner()
  const all = Array.from({ length: 1000 }, (_, i) => aNotification(new Date(Date.UTC(2026, 2, 10, 12, 0, 0, i))))
  await fill(app().config.table, notifications, buildMemberScope(owner), all)
  const full: Table = { ...app().db, put: () => Promise.reject(new Error('no room')) }
  const { ids } = await readPage(owner, 25, 20, {}, full)
  expect(ids).toEqual(newestFirst(all, {}).slice(480, 500))
})
