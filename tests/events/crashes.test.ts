import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { setSettings } from '../../lib/configuration/change-settings.ts'
import { sealEmailToken } from '../../lib/iam/accounts/email-token.ts'
import { members } from '../../lib/iam/member-store.ts'
import { NOTIFICATION_SETTINGS } from '../../lib/notification/notification-settings.ts'
import { listNotifications } from '../../lib/notification/notifications/list-notifications.ts'
import { countUnread } from '../../lib/notification/notifications/notification-store.ts'
import { addPartner } from '../../lib/partner/add-partner.ts'
import { newId } from '../../lib/platform/id.ts'
import { derive } from '../../lib/platform/store/entities/derive.ts'
import { newRecord, toItem } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { Role } from '../../schemas/roles.ts'
import { seeded } from '../support/faults.ts'
import { addMembers } from '../support/staff.ts'
import { aWorld, type Crash, untilQuiet, type World } from './world.ts'

const ROLES = ['owner', 'finance'] as const satisfies Role[]

let world: World

beforeAll(async () => {
  world = await aWorld()
})

/** Creates a tenant whose members are all notified of partners, with a mail of its own for each, and some partners. */
const aTenantWithPartners = async (number: number, roles: readonly Role[] = ROLES) => {
  const tenant = newId(world.app.clock())
  const scope = { tenant, actor: null, now: world.app.clock() }
  const identities = roles.map(() => newId(world.app.clock()))
  await runInUnit(world.app.db, scope, async (unit) => {
    addMembers(unit, identities, roles)
    await setSettings(world.app, unit, { authenticatedAt: undefined, methods: [], demandsStepUp: false }, [
      [NOTIFICATION_SETTINGS.digestWindow, 'off'],
    ])
  })
  for (let i = 0; i < number; i++)
    await runInUnit(world.app.db, scope, async (unit) => void addPartner(unit, { name: `Partner ${i}` }))
  return { tenant, identities }
}

const told = async (tenant: string, identity: string) => {
  const owner = { tenant, identity }
  const { items, totalItems } = await listNotifications(world.app.db, owner, { page: 1, itemsPerPage: 100 }, {})
  const unread = await countUnread(world.app.db, owner)
  return { messages: items.map(({ message }) => message).sort(), totalItems, unread }
}

const expectEachOnce = async ({ tenant, identities }: { tenant: string; identities: string[] }, number: number) => {
  const messages = Array.from({ length: number }, (_, i) => `Partner ${i} was added as a partner.`)
  for (const identity of identities)
    expect(await told(tenant, identity)).toEqual({ messages, totalItems: number, unread: number })
  const standing = await world.standing(tenant)
  // Each member is notified by e-mail; the list needs no delivery.
  expect(standing).toHaveLength(number + number * identities.length)
  expect(standing.filter(({ handledAt, status }) => !handledAt && status !== 'done')).toEqual([])
}

/** Creates a queued mail with a link that confirms an address. */
const aMailOnItsWay = async () => {
  const identityId = newId(world.app.clock())
  const { token, sealedToken } = await sealEmailToken(world.app, identityId)
  await runInUnit(world.app.db, { tenant: undefined, actor: null, now: world.app.clock() }, async (unit) => {
    const data = {
      identityId,
      email: `${identityId}@example.com`,
      firstName: 'Kim',
      purpose: 'registration' as const,
      sealedToken,
    }
    unit.emit('iam.identity.email_verification', { tenant: null, subject: null, data })
  })
  return { identityId, token }
}

const mailsTo = (identityId: string) => world.mails.filter(({ to }) => String(to).startsWith(identityId))

/** Crashes at the given call, counted from the start. */
const oldestFirst = (crash?: Crash) => (waiting: unknown[], calls: number) => ({
  item: waiting[0] as never,
  crash: crash && { ...crash, call: crash.call - calls },
})

/** Lists a crash before and after every call of a port during this work. */
const everywhere = async (start: () => Promise<string>): Promise<Crash[]> => {
  const calls = await untilQuiet(world, await start(), oldestFirst())
  expect(calls).toBeGreaterThan(5)
  return Array.from({ length: calls }, (_, i) => i + 1).flatMap((call) => [
    { call, when: 'before' as const },
    { call, when: 'after' as const },
  ])
}

describe('a process that dies at any step', () => {
  test('neither loses nor duplicates a stored notification', async () => {
    for (const crash of await everywhere(async () => (await aTenantWithPartners(1, ['owner'])).tenant)) {
      const made = await aTenantWithPartners(1, ['owner'])
      await untilQuiet(world, made.tenant, oldestFirst(crash))
      await expectEachOnce(made, 1)
    }
  }, 300_000)

  test('loses no mail, and a mail that is sent twice has the same Message-ID', async () => {
    const start = async () => {
      await aMailOnItsWay()
      return 'PLATFORM'
    }
    for (const crash of await everywhere(start)) {
      const { identityId, token } = await aMailOnItsWay()
      await untilQuiet(world, 'PLATFORM', oldestFirst(crash))
      const mails = mailsTo(identityId)
      expect(mails.length).toBeGreaterThan(0)
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
      expect(mails[0]?.text).toContain(`/verify-email?token=${encodeURIComponent(token)}`)
    }
  }, 300_000)
})

test('stores each notification once per member, for any order, repetition, loss and crash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer(), async (number, seed) => {
      const chance = seeded(seed)
      const made = await aTenantWithPartners(number)
      let troubles = 40
      await untilQuiet(world, made.tenant, (waiting) => {
        const item = waiting[Math.floor(chance() * waiting.length)] as never
        if (troubles-- < 0) return { item }
        const crash: Crash = { call: Math.ceil(chance() * 12), when: chance() < 0.5 ? 'before' : 'after' }
        return { item, crash, again: chance() < 0.25, lost: chance() < 0.15 }
      })
      await expectEachOnce(made, number)
    }),
    { numRuns: 6 },
  )
}, 300_000)

test('notifies every recipient once when the process dies between two chunks', async () => {
  const { db, config, clock } = world.app
  const tenant = newId(clock())
  const identities = Array.from({ length: 60 }, () => newId(clock()))
  const any = { role: 'owner', status: 'active', firstName: 'A', invitation: null } as const
  const puts = identities.flatMap((identityId) => {
    const record = { ...newRecord(newId(clock())), ...any, identityId, email: `${identityId}@example.com` }
    return [toItem(members, tenant, record), ...derive(members, tenant, record).unique.values()].map((put) => ({ put }))
  })
  for (let start = 0; start < puts.length; start += 100) await db.transact(puts.slice(start, start + 100))
  await runInUnit(
    db,
    { tenant, actor: null, now: clock() },
    async (unit) => void addPartner(unit, { name: 'Partner 0' }),
  )
  let crash: Crash | undefined = { call: 3, when: 'after' }
  await untilQuiet(world, tenant, (waiting) => {
    const others = waiting.find(({ queue }) => queue !== config.eventsQueue)
    if (others) return { item: others }
    const dying = { item: waiting[0] as never, crash }
    crash = undefined
    return dying
  })
  await expectEachOnce({ tenant, identities }, 1)
}, 300_000)

test('sends a mail once when its message arrives twice at the same time', async () => {
  const { identityId } = await aMailOnItsWay()
  const [event] = await world.arrivals()
  await world.invoke(event as never)
  const [message] = await world.arrivals()
  await world.invoke(message as never)
  const [delivery] = await world.arrivals()
  await world.invoke(delivery as never)
  const [due] = await world.arrivals()
  await Promise.all([world.invoke(due as never), world.invoke(due as never), world.invoke(due as never)])
  expect(mailsTo(identityId)).toHaveLength(1)
})
