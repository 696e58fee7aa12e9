import { afterEach, describe, expect, test } from 'vitest'
import { handler as endWindows } from '../../../functions/notification/every-minute-end-windows.ts'
import { findMembersByIdentity } from '../../../lib/iam/list-members.ts'
import type { Member as StaffMember } from '../../../lib/iam/member.ts'
import { members } from '../../../lib/iam/member-store.ts'
import { eraseWindows } from '../../../lib/notification/windows/erase-windows.ts'
import { app } from '../../../lib/platform/app/app.ts'
import { partition } from '../../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import { makeTopicExample } from '../../../schemas/events/topics.ts'
import type { TopicName } from '../../../schemas/notification/topic.ts'
import { aPartner } from '../../support/builders.ts'
import type { Member } from '../../support/client.ts'
import { drainEvents } from '../../support/workers.ts'
import { listOf } from '../members.ts'
import { aTenantAtStart, atMinute, holdTime, mails, mailsTo, posts, reset, runAt, signIn } from './world.ts'

const TOPIC = 'partner.partner.created'
const PREFERENCES = '/api/notification/preferences'
const POLICY = '/api/notification/policy'

afterEach(reset)

const create = async (owner: Member, ...names: string[]) => {
  for (const name of names) await aPartner(owner, { name })
}
const emit = (owner: Member, topic: TopicName) =>
  runInUnit(app().db, { tenant: owner.tenant, actor: null, now: app().clock() }, async (unit) =>
    unit.emit(topic, { subject: null, data: makeTopicExample(topic) }),
  )
const set = async (owner: Member, values: Record<string, unknown>) => {
  const settings = Object.entries(values).map(([key, value]) => ({ key: `notifications.${key}`, value }))
  expect((await owner.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
}
const open = (owner: Member, channel: string) =>
  owner.patch(POLICY, { entries: [{ type: TOPIC, channel, enabled: true }] })
const subjects = (member: Member) => mailsTo(member).map(({ subject }) => subject)
const windows = ({ tenant, identity }: Pick<Member, 'tenant' | 'identity'>) =>
  app().db.query({ pk: partition(`${tenant}#${identity}`, 'digest-window') })
const listedNames = (text = '') => [...text.matchAll(/^- (Partner \d+)$/gm)].map(([, name]) => name)

/** Creates partners so that one message is sent and the others wait. */
const gather = async (owner: Member, minute = 0, names = ['One', 'Two', 'Three']) => {
  holdTime(minute)
  await create(owner, ...names)
  await drainEvents()
}

describe('a storm of events', () => {
  test('becomes one mail at once and one digest at the end of the window', async () => {
    const [owner] = await aTenantAtStart('owner')
    const names = Array.from({ length: 50 }, (_, i) => `Partner ${i}`)
    await create(owner, ...names)
    await drainEvents({ duplicate: true })
    expect(subjects(owner)).toEqual(['New partner'])
    await runAt(4)
    expect(mails).toHaveLength(1)
    await runAt(5)
    await runAt(6)
    expect(subjects(owner)).toEqual(['New partner', '49 new partners'])
    const [single, digest] = mailsTo(owner)
    const named = listedNames(digest?.text)
    expect(new Set(named).size).toBe(10)
    for (const name of named) {
      expect(names).toContain(name)
      expect(single?.text).not.toContain(`${name} `)
    }
    expect(digest?.text).toContain('- and 39 more\n')
    expect(digest?.text).toContain('Open:\nhttp://app.localhost/partner/partners\n')
    expect(digest?.html.match(/<li><a href="http:\/\/app\.localhost\/partner\/partners\/[0-9A-Z]{26}">/g)).toHaveLength(
      10,
    )
    expect((await listOf(await signIn(owner))).totalItems).toBe(50)
  })

  test('that lasts becomes one message per window', async () => {
    const [owner] = await aTenantAtStart('owner')
    for (let minute = 0; minute <= 20; minute++) {
      holdTime(minute)
      await create(await signIn(owner), `a ${minute}`, `b ${minute}`)
      await runAt(minute)
    }
    // The digests open windows of their own.
    expect(subjects(owner)).toEqual(['New partner', ...Array(4).fill(expect.stringMatching(/^\d+ new partners$/))])
    const counted = subjects(owner).map((subject) => Number.parseInt(subject, 10) || 1)
    const left = (await windows(owner)).map(({ count }) => count as number)
    expect([...counted, ...left].reduce((sum, count) => sum + count, 0)).toBe(42)
    await runAt(60)
    holdTime(61)
    await create(await signIn(owner), 'Later')
    await runAt(61)
    expect(mailsTo(owner).at(-1)?.subject).toBe('1 new partner'.replace('1 new', 'New'))
  })

  test('of one gathered event ends in the usual message of that event', async () => {
    const [owner] = await aTenantAtStart('owner')
    await gather(owner, 0, ['One', 'Two'])
    await runAt(5)
    expect(subjects(owner)).toEqual(['New partner', 'New partner'])
    expect(
      mailsTo(owner)
        .map(({ text }) => /One|Two/.exec(text)?.[0])
        .sort(),
    ).toEqual(['One', 'Two'])
  })

  test('has windows of its own for each member, topic and channel', async () => {
    const [owner, other] = await aTenantAtStart('owner', 'finance')
    await open(owner, 'slack')
    await set(owner, { slackWebhookUrl: 'https://slack.example.com/hook' })
    await gather(owner)
    for (const _ of [1, 2, 3]) await emit(owner, 'partner.partner.status_changed')
    await drainEvents()
    expect([subjects(owner).length, subjects(other).length, posts.length]).toEqual([2, 2, 1])
    await runAt(5)
    for (const member of [owner, other])
      expect(subjects(member).sort()).toEqual([
        '2 new partners',
        '2 partners changed their status',
        'New partner',
        'Partner status changed',
      ])
    expect(posts.map(({ body }) => JSON.parse(String(body)).text)).toEqual([
      expect.stringMatching(/^New partner: /),
      expect.stringMatching(/^2 new partners: \w+; \w+\nhttp:\/\/app\.localhost\/partner\/partners$/),
    ])
  })

  test("sends each event to the tenant's webhook", async () => {
    const [owner] = await aTenantAtStart('owner')
    await open(owner, 'webhook')
    await set(owner, { webhookUrl: 'https://receiver.example.com/' })
    await gather(owner)
    await runAt(5)
    expect(posts).toHaveLength(3)
  })

  test.each(['finance.payment.failed', 'routing.incident.raised', 'iam.membership.suspended'] as const)(
    'of %s is not gathered',
    async (topic) => {
      const [owner] = await aTenantAtStart('owner')
      for (const _ of [1, 2, 3]) await emit(owner, topic)
      await drainEvents()
      expect(mailsTo(owner)).toHaveLength(3)
      expect(await windows(owner)).toEqual([])
    },
  )
})

describe('the window', () => {
  test('is off if the tenant or the member wants each message', async () => {
    const [owner, choosy] = await aTenantAtStart('owner', 'finance')
    await set(owner, { digestWindow: 'off' })
    await choosy.patch(PREFERENCES, { digestWindow: 'hourly' })
    await gather(owner)
    expect([subjects(owner).length, subjects(choosy).length]).toEqual([3, 1])
    expect(await windows(owner)).toEqual([])
    await runAt(60)
    expect([subjects(owner).length, subjects(choosy)]).toEqual([3, ['New partner', '2 new partners']])
  })

  test('lasts an hour', async () => {
    const [owner] = await aTenantAtStart('owner')
    await owner.patch(PREFERENCES, { digestWindow: 'hourly' })
    await gather(owner)
    await runAt(59)
    expect(subjects(owner)).toEqual(['New partner'])
    await runAt(60)
    expect(subjects(owner)).toEqual(['New partner', '2 new partners'])
  })

  test("lasts until the hour of the day in the tenant's time zone", async () => {
    const [owner, choosy] = await aTenantAtStart('owner', 'finance')
    await owner.put('/api/configuration/settings/bulk', {
      settings: [{ key: 'general.timezone', value: 'Asia/Kolkata' }],
    })
    await set(owner, { digestWindow: 'daily', digestHour: 15 })
    await choosy.patch(PREFERENCES, { digestHour: 16 })
    await gather(owner)
    // It is 14:30 in Kolkata.
    await runAt(29)
    expect([subjects(owner).length, subjects(choosy).length]).toEqual([1, 1])
    await runAt(30)
    expect([subjects(owner), subjects(choosy).length]).toEqual([['New partner', '2 new partners'], 1])
    await runAt(90)
    expect(subjects(choosy)).toEqual(['New partner', '2 new partners'])
    holdTime(100)
    await create(await signIn(owner), 'Four', 'Five')
    await runAt(30 + 24 * 60 - 1)
    expect(subjects(owner)).toHaveLength(2)
    await runAt(30 + 24 * 60)
    expect(subjects(owner).at(-1)).toBe('2 new partners')
  })

  test('ends soon after the member chose another one', async () => {
    const [owner] = await aTenantAtStart('owner')
    await owner.patch(PREFERENCES, { digestWindow: 'daily' })
    await gather(owner)
    holdTime(2)
    await owner.patch(PREFERENCES, { digestWindow: 'off' })
    await runAt(3)
    expect(subjects(owner)).toEqual(['New partner', '2 new partners'])
    holdTime(4)
    await create(owner, 'Four', 'Five')
    await runAt(4)
    expect(subjects(owner)).toHaveLength(4)
  })
})

describe('do-not-disturb', () => {
  test('postpones a digest to the end of the silence', async () => {
    const [owner] = await aTenantAtStart('owner')
    await gather(owner)
    await owner.patch(PREFERENCES, { doNotDisturbStart: '09:02', doNotDisturbEnd: '09:30' })
    await runAt(5)
    await runAt(29)
    expect(subjects(owner)).toEqual(['New partner'])
    await runAt(30)
    expect(subjects(owner)).toEqual(['New partner', '2 new partners'])
  })

  test('that was switched on by hand holds a digest until it is switched off', async () => {
    const [owner] = await aTenantAtStart('owner')
    await gather(owner)
    await owner.post(`${PREFERENCES}/do-not-disturb/enable`)
    for (const minute of [5, 70, 700]) await runAt(minute)
    expect(subjects(owner)).toEqual(['New partner'])
    holdTime(710)
    await (await signIn(owner)).post(`${PREFERENCES}/do-not-disturb/disable`)
    await runAt(711)
    expect(subjects(owner)).toEqual(['New partner', '2 new partners'])
  })

  test('gives a digest up after two weeks', async () => {
    const [owner] = await aTenantAtStart('owner')
    await gather(owner)
    await owner.post(`${PREFERENCES}/do-not-disturb/enable`)
    await runAt(5)
    await runAt(5 + 14 * 24 * 60)
    expect(subjects(owner)).toEqual(['New partner'])
    expect(await windows(owner)).toMatchObject([{ count: 0 }])
  })
})

describe('nothing is sent of what a member opted out of before the end of the window', () => {
  const expectDropped = async (owner: Member, member: Member, because: string) => {
    await runAt(5)
    expect(subjects(member)).toEqual(['New partner'])
    const deliveries = await app().db.query({ pk: partition(owner.tenant, 'delivery') })
    const mine = deliveries.filter(({ recipient, digest }) => recipient === member.identity && digest)
    expect(mine).toMatchObject([{ status: 'dropped', reason: because }])
    expect(mine[0]?.duePk).toBeUndefined()
    await runAt(60)
    expect(subjects(member)).toEqual(['New partner'])
  }

  test('by preference', async () => {
    const [owner, other] = await aTenantAtStart('owner', 'finance')
    await gather(owner)
    holdTime(4)
    await other.patch(PREFERENCES, { entries: [{ type: TOPIC, channel: 'email', enabled: false }] })
    await expectDropped(owner, other, 'preference')
    expect(subjects(owner)).toEqual(['New partner', '2 new partners'])
  })

  test("by the tenant's policy", async () => {
    const [owner] = await aTenantAtStart('owner')
    await gather(owner)
    await owner.patch(POLICY, { entries: [{ type: TOPIC, channel: 'email', enabled: false }] })
    await expectDropped(owner, owner, 'policy')
  })

  const changeMember = async ({ tenant, identity }: Member, change: Partial<StaffMember>) => {
    const [member] = await findMembersByIdentity(app().db, tenant, [identity])
    await runInUnit(app().db, { tenant, actor: null, now: atMinute(1) }, async (unit) => {
      unit.update(members, await unit.load(members, member?.id as string), change)
    })
  }

  test('by leaving the tenant', async () => {
    const [owner, other] = await aTenantAtStart('owner', 'finance')
    await gather(owner)
    await changeMember(other, { status: 'suspended' })
    await expectDropped(owner, other, 'no_longer_recipient')
  })

  test('with a role that may no longer read it, unless the member watches the topic', async () => {
    const [owner, other, watcher] = await aTenantAtStart('owner', 'finance', 'finance')
    await watcher.post('/api/notification/watches', { topic: 'finance.invoice.paid' })
    for (const _ of [1, 2, 3]) await emit(owner, 'finance.invoice.paid')
    await drainEvents()
    for (const member of [other, watcher]) await changeMember(member, { role: 'operations' })
    await runAt(5)
    expect([subjects(owner).length, subjects(other).length, subjects(watcher).length]).toEqual([2, 1, 2])
  })

  test('by deleting the account, which erases the windows', async () => {
    const [owner, other] = await aTenantAtStart('owner', 'finance')
    await gather(owner)
    const { identity, tenant } = other
    await eraseWindows(app(), { identity, tenants: [tenant], emailDigests: [] })
    expect(await windows(other)).toEqual([])
    await runAt(5)
    expect([subjects(owner).length, subjects(other).length]).toEqual([2, 1])
  })
})

describe('the trace of a gathered event', () => {
  interface Row {
    channel: string
    sent: boolean
    because: string | null
    digestId: string | null
    digestSentAt: string | null
  }
  const mailRows = async (owner: Member) => {
    const events = await app().db.query({ pk: partition(owner.tenant, 'outbox') })
    const reader = await signIn(owner)
    const rows: Row[] = []
    for (const { sk } of events) {
      const { body } = await reader.get(`/api/notification/events/${sk}/trace?recipient=${owner.identity}`)
      rows.push(body.member[0].channels.find(({ channel }: Row) => channel === 'email'))
    }
    return rows.sort((one, other) => Number(other.digestId === null) - Number(one.digestId === null))
  }

  test('names its digest, and the time at which that was sent', async () => {
    const [owner] = await aTenantAtStart('owner')
    await gather(owner)
    const [first, second, third] = await mailRows(owner)
    expect(first).toEqual({ channel: 'email', sent: true, because: null, digestId: null, digestSentAt: null })
    expect(second).toMatchObject({ sent: false, because: 'gathered', digestSentAt: null })
    expect(second?.digestId).toMatch(/^[0-9A-Z]{26}$/)
    expect(third).toEqual(second)
    await runAt(5)
    const sent = await mailRows(owner)
    const digestSentAt = atMinute(5).toISOString()
    expect(sent).toEqual([
      first,
      ...[second, third].map((row) => ({ ...row, sent: true, because: null, digestSentAt })),
    ])
  })

  test('says why its digest was dropped', async () => {
    const [owner] = await aTenantAtStart('owner')
    await gather(owner)
    await owner.patch(PREFERENCES, { entries: [{ type: TOPIC, channel: 'email', enabled: false }] })
    await runAt(5)
    expect((await mailRows(owner))[1]).toMatchObject({ sent: false, because: 'preference', digestSentAt: null })
  })
})

test("a digest is written with the tenant's own template of digests, and not with that of single messages", async () => {
  const [owner] = await aTenantAtStart('owner')
  const about = { notificationType: TOPIC, channelType: 'email', name: 'x' }
  const single = { ...about, subjectTemplate: 'Einer', bodyTemplate: '{{ partnerName }}' }
  expect((await owner.post('/api/notification/templates', single)).status).toBe(201)
  await gather(owner)
  await runAt(5)
  expect(subjects(owner)).toEqual(['Einer', '2 new partners'])
  const form = 'digest'
  const bodyTemplate = '{% for item in items %}{{ item.partnerName }} {% endfor %}'
  const digest = { ...about, form, subjectTemplate: '{{ count }} neue', bodyTemplate }
  expect((await owner.post('/api/notification/templates', digest)).status).toBe(201)
  await gather(owner, 6, ['Four', 'Five'])
  await runAt(10)
  expect(subjects(owner).at(-1)).toBe('2 neue')
  expect(mailsTo(owner).at(-1)?.text).toMatch(/^(Four Five|Five Four)/)
})

test('a window that cannot be ended delays no other', async () => {
  const [owner, other] = await aTenantAtStart('owner', 'finance')
  await gather(owner)
  const { db } = app()
  const [{ pk = '', sk = '' } = {}] = await windows(other)
  await db.update({ update: { pk, sk }, set: 'SET #topic = :topic', values: { ':topic': 'gone.topic.gone' } })
  await runAt(5)
  expect([subjects(owner).length, subjects(other).length]).toEqual([2, 1])
  await db.update({ update: { pk, sk }, set: 'SET #topic = :topic', values: { ':topic': TOPIC } })
  await runAt(15)
  expect(subjects(other)).toEqual(['New partner', '2 new partners'])
})

test('two schedules at once send a digest once', async () => {
  const [owner] = await aTenantAtStart('owner')
  await gather(owner)
  holdTime(5)
  await Promise.all([1, 2, 3].map(() => endWindows({})))
  await drainEvents({ duplicate: true })
  expect(subjects(owner)).toEqual(['New partner', '2 new partners'])
})
