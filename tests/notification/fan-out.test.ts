import type { SQSEvent } from 'aws-lambda'
import { afterEach, describe, expect, test } from 'vitest'
import { handler as onEvent } from '../../functions/events/on-event.ts'
import { handler as onDelivery } from '../../functions/notification/on-delivery.ts'
import type { Member } from '../../lib/iam/member.ts'
import { members } from '../../lib/iam/member-store.ts'
import { deliver } from '../../lib/notification/deliveries/deliver.ts'
import { markDone } from '../../lib/notification/deliveries/delivery-store.ts'
import { notify } from '../../lib/notification/fan-out/notify.ts'
import { listNotifications } from '../../lib/notification/notifications/list-notifications.ts'
import { countUnread } from '../../lib/notification/notifications/notification-store.ts'
import { changePolicy } from '../../lib/notification/preferences/policy-store.ts'
import {
  changePreferences,
  NO_PREFERENCES,
  preferencesKey,
} from '../../lib/notification/preferences/preferences-store.ts'
import { addWatch } from '../../lib/notification/watches/watch-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { newRecord, partition, toItem, uniqueKey } from '../../lib/platform/store/entities/entity.ts'
import { type Item, type Key, MAX_ACTIONS, type Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { makeTopicExample } from '../../schemas/events/topics.ts'
import type { PreferencesUpdate } from '../../schemas/notification/preferences.ts'
import { seeded } from '../support/faults.ts'

/** Its messages are never gathered. */
const TOPIC = 'finance.payment.failed'
const log = createLog({})
const now = () => app().clock()

/** Creates a tenant with many members, some of whom must not be notified, and an event. Tests run the workers by hand. */
const aTenantOf = async (number: number, watchers = 0, role: Member['role'] = 'finance') => {
  const tenant = newId(now())
  const told: Id[] = []
  const records = Array.from({ length: number }, (_, place): Member => {
    const identityId = newId(now())
    const status = place % 50 === 7 ? 'suspended' : 'active'
    if (status === 'active') told.push(identityId)
    return {
      ...newRecord(newId(now())),
      identityId,
      email: `${identityId}@example.com`,
      firstName: 'Kim',
      role: place < number - watchers ? role : 'operations',
      status,
      invitation: null,
    }
  })
  const { db } = app()
  // List rows are left out, since nothing here reads them.
  const puts = records.flatMap((record) => [
    { put: toItem(members, tenant, record) },
    { put: { ...uniqueKey(tenant, members, 'identity', record.identityId as Id), kind: 'unique', id: record.id } },
  ])
  for (let start = 0; start < puts.length; start += MAX_ACTIONS)
    await db.transact(puts.slice(start, start + MAX_ACTIONS))
  // Some members disabled everything; they are decided on like all others.
  const deaf = told.filter((_, place) => place % 9 === 4)
  const cells = { [TOPIC]: { storage: false, email: false } }
  for (const identity of deaf)
    await db.put({ put: { ...preferencesKey({ tenant, identity }), ...NO_PREFERENCES, rev: 1, cells } })
  const watching = records.slice(number - watchers).map(({ identityId }) => identityId as Id)
  const subject = `commerce:///billing/invoices/${newId(now())}`
  for (const identity of watching)
    await runInUnit(db, { tenant, actor: identity, now: now() }, async (unit) => {
      addWatch(unit, identity, { topic: TOPIC, subject: null })
      addWatch(unit, identity, { topic: TOPIC, subject })
    })
  await runInUnit(db, { tenant, actor: null, now: now() }, async (unit) =>
    unit.emit(TOPIC, { subject, data: makeTopicExample(TOPIC) }),
  )
  const [event] = await db.query({ pk: partition(tenant, 'outbox') })
  return { tenant, told, reached: told.filter((id) => !deaf.includes(id)), event: event as Item }
}

const deliveriesOf = (tenant: Id) => app().db.query({ pk: partition(tenant, 'delivery') })

/** Counts the notifications in the lists of these members, 50 members at a time. */
const countListed = async (tenant: Id, identities: readonly Id[]) => {
  const counts = new Map<Id, number[]>()
  for (let start = 0; start < identities.length; start += 50)
    await Promise.all(
      identities.slice(start, start + 50).map(async (identity) => {
        const owner = { tenant, identity }
        const { items, totalItems } = await listNotifications(app().db, owner, { page: 1, itemsPerPage: 100 }, {})
        counts.set(identity, [items.length, totalItems, await countUnread(app().db, owner)])
      }),
    )
  return counts
}

const expectEachOnce = async ({ tenant, told, reached, event }: Awaited<ReturnType<typeof aTenantOf>>) => {
  const deliveries = await deliveriesOf(tenant)
  expect(new Set(deliveries.map(({ channel }) => channel))).toEqual(new Set(['email']))
  expect(deliveries.map(({ recipient }) => recipient as Id).sort()).toEqual([...reached].sort())
  const once = new Set(reached)
  expect(await countListed(tenant, told)).toEqual(
    new Map(told.map((identity) => [identity, once.has(identity) ? [1, 1, 1] : [0, 0, 0]])),
  )
  const item = await app().db.get<{ trace?: Item }>({ pk: event.pk, sk: event.sk })
  const chunks = await app().db.query({ pk: partition(tenant, 'trace'), prefix: `${event.sk}#` })
  const traced = [...chunks, ...(item?.trace ? [item.trace] : [])].flatMap(({ groups }) =>
    (groups as { recipients: Id[] }[]).flatMap(({ recipients }) => recipients),
  )
  expect(traced.sort()).toEqual([...told].sort())
}

/** An events queue that collects its messages. */
const caught = () => {
  const messages: Key[] = []
  const queues = {
    send: async (_queue: string, sent: readonly { body: string }[]) => {
      messages.push(...sent.map(({ body }) => JSON.parse(body) as Key))
      return new Set<string>()
    },
  }
  return { messages, queues }
}

const handled = async ({ pk, sk }: Key) => (await app().db.get({ pk, sk }))?.handledAt !== undefined

afterEach(() => useApp(undefined))

describe('an event for thousands of recipients', () => {
  test('is processed in many short steps of constant cost', async () => {
    const made = await aTenantOf(2000)
    const { messages, queues } = caught()
    const calls: number[] = []
    let most = 0
    let membersRead = 0
    const isMember = ({ pk }: Key) => pk === partition(made.tenant, members.name)
    const db = new Proxy(app().db, {
      get: (target, name: keyof Table) => {
        const call = target[name] as (argument: { length?: number }) => Promise<unknown>
        return async (argument: { length?: number }) => {
          calls[calls.length - 1] = (calls.at(-1) ?? 0) + 1
          if (name === 'transact') most = Math.max(most, argument.length ?? 0)
          const answer = await call.call(target, argument)
          if (name === 'query') membersRead += (answer as Key[]).filter(isMember).length
          return answer
        }
      },
    })
    messages.push({ pk: made.event.pk, sk: made.event.sk })
    for (let message = messages.shift(); message; message = messages.shift()) {
      calls.push(0)
      await notify({ ...app(), db, queues }, message, now(), log)
    }
    expect(await handled(made.event)).toBe(true)
    await expectEachOnce(made)
    expect(calls.length).toBeGreaterThan(3)
    expect(Math.max(...calls)).toBeLessThan(50)
    expect(most).toBeLessThanOrEqual(100)
    // Each message after the first begins within a page of recipients at most.
    expect(membersRead).toBeLessThanOrEqual(2000 + 100 * (calls.length - 1))
  }, 300_000)

  test('notifies members and watchers once despite crashes, duplicate messages and concurrent workers', async () => {
    for (const seed of [1, 2]) {
      const chance = seeded(seed)
      const made = await aTenantOf(320, 40)
      const { messages, queues } = caught()
      /** A crash prevents a call or loses its response. */
      const mortal = (): Table =>
        new Proxy(app().db, {
          get: (target, name: keyof Table) => {
            const call = target[name] as (argument: unknown) => Promise<unknown>
            return async (argument: unknown) => {
              if (chance() < 0.02) throw new Error('died before')
              const answer = await call.call(target, argument)
              if (chance() < 0.02) throw new Error('died after')
              return answer
            }
          },
        })
      messages.push({ pk: made.event.pk, sk: made.event.sk })
      for (let round = 0; !(await handled(made.event)); round++) {
        expect(round).toBeLessThan(100)
        const batch = messages.splice(0)
        if (!batch.length) batch.push({ pk: made.event.pk, sk: made.event.sk })
        const twice = batch.flatMap((message) => (chance() < 0.4 ? [message, message, message] : [message]))
        await Promise.allSettled(
          twice.map((message) => notify({ ...app(), db: mortal(), queues }, message, now(), log)),
        )
      }
      await expectEachOnce(made)
    }
  }, 300_000)
})

test('is continued by one of several concurrent workers, and its trace stays complete', async () => {
  const made = await aTenantOf(120)
  const { queues } = caught()
  const dying = { ...app().db, transact: () => Promise.reject(new Error('died')) }
  const first: Table = {
    ...app().db,
    transact: async (actions, token) => {
      await app().db.transact(actions, token)
      throw new Error('died after the first chunk')
    },
  }
  await expect(notify({ ...app(), db: dying, queues }, made.event, now(), log)).rejects.toThrow('died')
  await expect(notify({ ...app(), db: first, queues }, made.event, now(), log)).rejects.toThrow('first chunk')
  let ready = 0
  let go = () => {}
  const allReady = new Promise<void>((resolve) => {
    go = resolve
  })
  const together: Table = {
    ...app().db,
    transact: async (actions, token) => {
      if (++ready === 3) go()
      await allReady
      return await app().db.transact(actions, token)
    },
  }
  await Promise.all([1, 2, 3].map(() => notify({ ...app(), db: together, queues }, made.event, now(), log)))
  expect(await handled(made.event)).toBe(true)
  await expectEachOnce(made)
})

test('notifies a member once who is also found as a watcher after a change of role', async () => {
  // The member's own chunk is full, so that watchers are read after the change.
  const made = await aTenantOf(60)
  const { db } = app()
  const all = await db.query({ pk: partition(made.tenant, members.name) })
  const [first] = all.filter(({ identityId }) => identityId === made.reached[0])
  const scope = { tenant: made.tenant, actor: null, now: now() }
  await runInUnit(db, scope, async (unit) => addWatch(unit, made.reached[0] as Id, { topic: TOPIC, subject: null }))
  let changed = false
  const changing = new Proxy(db, {
    get: (target, name: keyof Table) => {
      const call = target[name] as (argument: unknown) => Promise<unknown>
      return async (argument: unknown) => {
        const answer = await call.call(target, argument)
        if (name !== 'transact' || changed) return answer
        changed = true
        for (const each of await deliveriesOf(made.tenant)) await db.update(markDone(each, now()))
        await runInUnit(db, { ...scope, now: new Date(now().getTime() + 1000) }, async (unit) => {
          unit.update(members, await unit.load(members, first?.sk as Id), { role: 'operations' })
        })
        return answer
      }
    },
  })
  await notify({ ...app(), db: changing, queues: caught().queues }, made.event, now(), log)
  expect(await handled(made.event)).toBe(true)
  expect(changed).toBe(true)
  await expectEachOnce(made)
})

test('drops a delivery to a former member without mailing anything', async () => {
  const made = await aTenantOf(1)
  const { queues } = caught()
  await notify({ ...app(), queues }, made.event, now(), log)
  const { db } = app()
  const [member] = await db.query({ pk: partition(made.tenant, members.name) })
  await runInUnit(db, { tenant: made.tenant, actor: null, now: now() }, async (unit) => {
    unit.update(members, await unit.load(members, member?.sk as Id), { status: 'suspended' })
  })
  const mails: unknown[] = []
  const mail = { send: async (sent: unknown) => void mails.push(sent) }
  for (const each of await deliveriesOf(made.tenant)) await deliver({ ...app(), mail }, each, now(), log)
  const ended = await deliveriesOf(made.tenant)
  expect(ended.map(({ status, duePk }) => [status, duePk])).toEqual(ended.map(() => ['dropped', undefined]))
  expect(ended).toHaveLength(1)
  expect(mails).toEqual([])
})

/** Time of day that is some minutes from now, in the time zone of the tenant. */
const at = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString().slice(11, 16)

test.each([
  ['a member who opted out', 'preference'],
  ['a tenant that disabled the channel', 'policy'],
  ['a member who enabled do-not-disturb', 'do_not_disturb', { doNotDisturb: true }],
  ['a member whose do-not-disturb began', 'do_not_disturb', { doNotDisturbStart: at(-60), doNotDisturbEnd: at(60) }],
] as const)('drops a delivery to %s after the recipients were found', async (_, reason, given?: PreferencesUpdate) => {
  const made = await aTenantOf(1)
  const { tenant } = made
  await notify({ ...app(), ...caught() }, made.event, now(), log)
  const { db } = app()
  const identity = made.told[0] as Id
  const entries = [{ type: TOPIC, channel: 'email', enabled: false }] as const
  await runInUnit(db, { tenant, actor: identity, now: now() }, async (unit) => {
    if (reason === 'policy') await changePolicy(db, unit, entries)
    else await changePreferences(db, unit, identity, given ?? { entries: [...entries] })
  })
  const mails: unknown[] = []
  const mail = { send: async (sent: unknown) => void mails.push(sent) }
  for (const each of await deliveriesOf(tenant)) await deliver({ ...app(), mail }, each, now(), log)
  expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'dropped', reason }])
  expect(mails).toEqual([])
})

/** Wraps the app's table and records the name of each call. */
const namingCalls = () => {
  const names: string[] = []
  const db = new Proxy(app().db, {
    get: (target, name: keyof Table) => {
      const call = target[name] as (argument: unknown) => Promise<unknown>
      return async (argument: unknown) => {
        names.push(name)
        return await call.call(target, argument)
      }
    },
  })
  return { names, db }
}

describe('an event without recipients', () => {
  test('is handled with one write', async () => {
    const made = await aTenantOf(3, 0, 'operations')
    const { names, db } = namingCalls()
    await notify({ ...app(), db, queues: caught().queues }, made.event, now(), log)
    expect(names.filter((name) => name === 'transact')).toHaveLength(1)
    expect(await handled(made.event)).toBe(true)
  })

  test('is continued by another message if it has many chunks, and not started again', async () => {
    const made = await aTenantOf(MAX_ACTIONS * 11, 0, 'operations')
    const { messages, queues } = caught()
    await notify({ ...app(), queues }, made.event, now(), log)
    expect(await handled(made.event)).toBe(false)
    expect(messages).toHaveLength(1)
    await notify({ ...app(), queues }, messages.pop() as Key, now(), log)
    expect(messages).toEqual([])
    expect(await handled(made.event)).toBe(true)
    expect(await deliveriesOf(made.tenant)).toEqual([])
  })
})

test('events in one batch read their recipients once', async () => {
  const made = await aTenantOf(5)
  const { tenant, reached } = made
  const subject = `commerce:///billing/invoices/${newId(now())}`
  for (let i = 0; i < 3; i++)
    await runInUnit(app().db, { tenant, actor: null, now: now() }, async (unit) =>
      unit.emit(TOPIC, { subject, data: makeTopicExample(TOPIC) }),
    )
  const events = await app().db.query({ pk: partition(tenant, 'outbox') })
  const Records = events.map(({ pk, sk }) => ({ messageId: sk, body: JSON.stringify({ kind: 'outbox', pk, sk }) }))
  const { names, db } = namingCalls()
  useApp({ ...app(), db })
  expect(await onEvent({ Records } as SQSEvent)).toEqual({ batchItemFailures: [] })
  for (const each of events) expect(await handled(each)).toBe(true)
  expect(await deliveriesOf(tenant)).toHaveLength(events.length * reached.length)
  // Each event reads its own item and writes notifications, deliveries, trace and progress.
  const reads = names.filter((name) => name !== 'transact').length - events.length
  expect(names.filter((name) => name === 'transact')).toHaveLength(events.length)
  // They share policy, zone, members, preferences and watchers; each alone would take some ten reads.
  expect(reads).toBeLessThan(events.length * 4)
})

describe('deliveries in one batch', () => {
  const batchOf = async () => {
    const made = await aTenantOf(10)
    await notify({ ...app(), ...caught() }, made.event, now(), log)
    const due = await deliveriesOf(made.tenant)
    expect(due.length).toBeGreaterThan(5)
    const Records = due.map(({ pk, sk }) => ({ messageId: sk, body: JSON.stringify({ kind: 'delivery', pk, sk }) }))
    return { made, due, event: { Records } as SQSEvent }
  }

  test('read their event, its template and their recipients together', async () => {
    const { due, event } = await batchOf()
    const { names, db } = namingCalls()
    useApp({ ...app(), db, mail: { send: async () => undefined } })
    expect(await onDelivery(event)).toEqual({ batchItemFailures: [] })
    // Each takes and ends its delivery.
    const writes = names.filter((name) => name === 'update')
    expect(writes).toHaveLength(2 * due.length)
    // Deliveries, memberships with preferences, addresses and the event are read together, and so are the texts.
    expect(names.length - writes.length).toBeLessThanOrEqual(12)
    for (const each of due) expect((await app().db.get(each))?.status).toBe('done')
  })

  test('are all retried if their event cannot be read', async () => {
    const { made, due, event } = await batchOf()
    const { db } = app()
    const get: Table['get'] = async (key, ...rest) => {
      if (key.sk === made.event.sk) throw new Error('the table is not there')
      return await db.get(key, ...rest)
    }
    const batchGet: Table['batchGet'] = async (keys, ...rest) => {
      if (keys.some(({ sk }) => sk === made.event.sk)) throw new Error('the table is not there')
      return await db.batchGet(keys, ...rest)
    }
    const mail = { send: async () => undefined }
    useApp({ ...app(), db: { ...db, get, batchGet }, mail })
    // They are read in one call with what decides whether they are still wanted, so no try begins and the queue retries.
    expect((await onDelivery(event)).batchItemFailures).toHaveLength(due.length)
    for (const each of due) expect(await db.get(each)).toMatchObject({ status: 'due', attempts: 0 })
    useApp(undefined)
    useApp({ ...app(), mail })
    await onDelivery(event)
    for (const each of due) expect((await app().db.get(each))?.status).toBe('done')
  })
})
