import { afterEach, describe, expect, test } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { CHANNELS, TOPIC_NAMES } from '../../schemas/notification/topic.ts'
import { aMember, type Member } from '../support/client.ts'

const POLICY = '/api/notification/policy'
const PREFERENCES = '/api/notification/preferences'
const TOPIC = 'partner.partner.created'

interface Cell {
  type: string
  channel: string
  enabled: boolean
}

const cell = (channel: string, enabled: boolean, type = TOPIC): Cell => ({ type, channel, enabled })
const at = (entries: Cell[], channel: string, type = TOPIC) =>
  entries.find((each) => each.type === type && each.channel === channel)?.enabled

/** A member's cells are a subset of the policy's. */
const isOffered = ({ type, channel }: Cell) =>
  ['storage', 'email', 'sms', 'push'].includes(channel) &&
  !type.startsWith('iam.identity.') &&
  type !== 'iam.tenant.invitation_sent' &&
  (type !== 'iam.tenant.welcome_sent' || channel === 'email')

const holdTime = (at: string) => useApp({ ...makeApp(readConfig()), clock: () => new Date(at) })

afterEach(() => useApp(undefined))

describe("a tenant's channel policy", () => {
  test('has every topic and channel, with storage and e-mail enabled by default', async () => {
    const owner = await aMember()
    const { status, body } = await owner.get(POLICY)
    expect(status).toBe(200)
    expect(body).toMatchObject({ '@id': POLICY, '@type': 'ChannelPolicy', id: 'policy' })
    expect(body.entries).toHaveLength(TOPIC_NAMES.length * CHANNELS.length)
    for (const { type, channel, enabled } of body.entries)
      expect([type, channel, enabled]).toEqual([type, channel, ['storage', 'email'].includes(channel)])
  })

  test('changes only the given cells and stores only those that differ from the defaults', async () => {
    const owner = await aMember()
    await owner.patch(POLICY, { entries: [cell('sms', true), cell('email', false), cell('push', false)] })
    const { body } = await owner.patch(POLICY, { entries: [cell('email', true)] })
    expect(at(body.entries, 'sms')).toBe(true)
    expect(at(body.entries, 'email')).toBe(true)
    expect((await owner.get(POLICY)).body.entries).toEqual(body.entries)
    const [item] = await app().db.query({ pk: partition(owner.tenant, 'channel-policy') })
    expect(item?.cells).toEqual({ [TOPIC]: { sms: true } })
  })

  test('is separate for each tenant', async () => {
    const [one, other] = [await aMember(), await aMember()]
    await one.patch(POLICY, { entries: [cell('sms', true)] })
    expect(at((await other.get(POLICY)).body.entries, 'sms')).toBe(false)
  })

  test('loses none of many concurrent changes', async () => {
    const owner = await aMember()
    const topics = TOPIC_NAMES.slice(0, 8)
    const answers = await Promise.all(topics.map((type) => owner.patch(POLICY, { entries: [cell('sms', true, type)] })))
    expect(answers.map(({ status }) => status)).toEqual(topics.map(() => 200))
    const { entries } = (await owner.get(POLICY)).body
    expect(topics.map((type) => at(entries, 'sms', type))).toEqual(topics.map(() => true))
  })

  test('never disables e-mails on account security', async () => {
    const owner = await aMember()
    const { status, body } = await owner.patch(POLICY, {
      entries: [cell('email', false, 'iam.identity.password_reset')],
    })
    expect(status).toBe(200)
    expect(at(body.entries, 'email', 'iam.identity.password_reset')).toBe(true)
  })

  test('refuses a stale revision', async () => {
    const owner = await aMember()
    const { headers } = await owner.patch(POLICY, { entries: [cell('sms', true)] })
    const changed = (ifMatch: string) => owner.patch(POLICY, { entries: [cell('sms', false)] }, { 'if-match': ifMatch })
    expect((await changed('"7"')).status).toBe(412)
    expect((await changed(headers.ETag as string)).status).toBe(200)
  })

  test('can be read and changed only with its scopes', async () => {
    const viewer = await aMember({ role: 'viewer' })
    expect((await viewer.get(POLICY)).status).toBe(200)
    expect((await viewer.patch(POLICY, { entries: [] })).body.errorCode).toBe('SCOPE_MISSING')
  })
})

describe.each([
  ['policy', POLICY],
  ['preferences', PREFERENCES],
])('%s', (_what, path) => {
  test.each([
    ['a topic that is none', cell('email', true, 'partner.partner.exploded'), 'entries[0].type'],
    ['a channel that is none', cell('pigeon', true), 'entries[0].channel'],
    ['no value', { type: TOPIC, channel: 'email' }, 'entries[0].enabled'],
  ])('with %s is refused, and nothing of it is kept', async (_flaw, wrong, propertyPath) => {
    const owner = await aMember()
    const before = (await owner.get(path)).body
    const { status, body } = await owner.patch(path, { entries: [wrong, cell('email', false)] })
    expect(status).toBe(400)
    expect(body.violations).toEqual([{ propertyPath, message: expect.any(String) }])
    expect((await owner.get(path)).body).toEqual(before)
  })

  test('refuses a repeated cell with its path', async () => {
    const owner = await aMember()
    const entries = [cell('email', false), cell('sms', true), cell('email', true)]
    const { status, body } = await owner.patch(path, { entries })
    expect(status).toBe(400)
    expect(body.violations).toEqual([{ propertyPath: 'entries[2]', message: `must not repeat ${TOPIC} by email` }])
  })

  test('accepts the whole matrix at once', async () => {
    const owner = await aMember()
    const { entries } = (await owner.get(path)).body
    const { status, body } = await owner.patch(path, {
      entries: entries.map((each: Cell) => ({ ...each, enabled: false })),
    })
    expect(status).toBe(200)
    expect(
      body.entries.filter(({ enabled }: Cell) => enabled).map(({ type, channel }: Cell) => [type, channel]),
    ).toEqual(
      path === POLICY
        ? TOPIC_NAMES.filter((type) => type.startsWith('iam.identity.')).map((type) => [type, 'email'])
        : [],
    )
  })
})

describe("a member's preferences", () => {
  test("equal the tenant's policy until the member changes them, and belong to the member alone", async () => {
    const owner = await aMember()
    const other = await aMember({ tenant: owner.tenant })
    await owner.patch(POLICY, { entries: [cell('sms', true)] })
    const { body } = await owner.get(PREFERENCES)
    expect(body).toMatchObject({
      '@id': PREFERENCES,
      '@type': 'NotificationPreferences',
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userId: owner.identity,
      entries: (await owner.get(POLICY)).body.entries.filter(isOffered),
      doNotDisturb: false,
      doNotDisturbUntil: null,
      doNotDisturbStart: null,
      doNotDisturbEnd: null,
      createdAt: null,
      updatedAt: null,
    })
    const mine = await owner.patch(PREFERENCES, { entries: [cell('sms', false), cell('push', true)] })
    expect(mine.body).toMatchObject({ id: body.id, createdAt: expect.any(String), updatedAt: expect.any(String) })
    expect([at(mine.body.entries, 'sms'), at(mine.body.entries, 'push')]).toEqual([false, true])
    expect(at((await other.get(PREFERENCES)).body.entries, 'sms')).toBe(true)
  })

  test('offer no cell whose choice has no effect, and explain the refusal to change one', async () => {
    const owner = await aMember()
    const before = (await owner.get(PREFERENCES)).body
    const cells = before.entries.map(({ type, channel }: Cell) => `${type} ${channel}`)
    const hidden = [
      cell('webhook', true),
      cell('slack', false),
      cell('email', false, 'iam.identity.new_device_login'),
      cell('storage', true, 'iam.identity.password_reset'),
      cell('webhook', true, 'iam.identity.password_reset'),
      cell('email', false, 'iam.tenant.invitation_sent'),
      cell('push', true, 'iam.tenant.welcome_sent'),
    ]
    for (const { type, channel } of hidden) expect(cells).not.toContain(`${type} ${channel}`)
    expect(cells).toContain('iam.tenant.welcome_sent email')
    const { status, body } = await owner.patch(PREFERENCES, {
      entries: [cell('email', false), ...hidden, cell('email', true)],
    })
    expect(status).toBe(400)
    expect(body.violations).toEqual([
      {
        propertyPath: 'entries[1]',
        message: 'must not be given: webhook goes to the tenant as a whole, and its policy decides',
      },
      {
        propertyPath: 'entries[2]',
        message: 'must not be given: slack goes to the tenant as a whole, and its policy decides',
      },
      {
        propertyPath: 'entries[3]',
        message: 'must not be given: iam.identity.new_device_login is always sent to its owner by email',
      },
      { propertyPath: 'entries[4]', message: 'must not be given: iam.identity.password_reset is sent by email only' },
      { propertyPath: 'entries[5]', message: 'must not be given: iam.identity.password_reset is sent by email only' },
      {
        propertyPath: 'entries[6]',
        message: 'must not be given: iam.tenant.invitation_sent goes to people who may have no account',
      },
      { propertyPath: 'entries[7]', message: 'must not be given: iam.tenant.welcome_sent is sent by email only' },
      { propertyPath: 'entries[8]', message: `must not repeat ${TOPIC} by email` },
    ])
    expect((await owner.get(PREFERENCES)).body).toEqual(before)
  })

  test('ignore stored choices for cells that are no longer offered', async () => {
    const owner = await aMember()
    await owner.patch(PREFERENCES, { entries: [cell('sms', false)] })
    const key = { pk: partition(owner.tenant, 'preferences'), sk: owner.identity }
    const item = await app().db.get(key)
    const cells = { [TOPIC]: { sms: false, webhook: true }, 'iam.identity.password_reset': { email: false } }
    await app().db.put({ put: { ...item, ...key, cells } })
    const { status, body } = await owner.patch(PREFERENCES, { entries: [cell('push', false)] })
    expect([status, body.entries.filter((each: Cell) => !isOffered(each))]).toEqual([200, []])
    expect([at(body.entries, 'sms'), at(body.entries, 'webhook')]).toEqual([false, undefined])
  })

  test('lose none of many concurrent changes', async () => {
    const owner = await aMember()
    const answers = await Promise.all([
      owner.patch(PREFERENCES, { entries: [cell('email', false)] }),
      owner.patch(PREFERENCES, { entries: [cell('storage', false)] }),
      owner.patch(PREFERENCES, { doNotDisturbStart: '22:00', doNotDisturbEnd: '07:00' }),
      owner.post(`${PREFERENCES}/do-not-disturb/enable`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await owner.get(PREFERENCES)
    expect(body).toMatchObject({ doNotDisturb: true, doNotDisturbStart: '22:00', doNotDisturbEnd: '07:00' })
    expect([at(body.entries, 'email'), at(body.entries, 'storage')]).toEqual([false, false])
  })

  test.each([
    [{ doNotDisturbStart: '22:00' }, 'doNotDisturbEnd'],
    [{ doNotDisturbEnd: '22:00' }, 'doNotDisturbStart'],
    [{ doNotDisturbStart: '24:00', doNotDisturbEnd: '07:00' }, 'doNotDisturbStart'],
    [{ doNotDisturbStart: '7:00', doNotDisturbEnd: '08:00' }, 'doNotDisturbStart'],
    [{ doNotDisturb: null }, 'doNotDisturb'],
    [{ doNotDisturbUntil: '2026-01-01T00:00:00Z' }, 'doNotDisturbUntil'],
  ])('%j is refused by name', async (given, propertyPath) => {
    const owner = await aMember()
    const { status, body } = await owner.patch(PREFERENCES, given)
    expect(status).toBe(400)
    expect(body.violations.map((each: { propertyPath: string }) => each.propertyPath)).toEqual([propertyPath])
  })
})

describe('do-not-disturb', () => {
  const inBerlin = async () => {
    const owner = await aMember()
    await owner.put('/api/configuration/settings/bulk', {
      settings: [{ key: 'general.timezone', value: 'Europe/Berlin' }],
    })
    return owner
  }
  const of = async (owner: Member) => {
    const { doNotDisturb, doNotDisturbUntil } = (await owner.get(PREFERENCES)).body
    return { doNotDisturb, doNotDisturbUntil }
  }

  test('can be enabled and disabled repeatedly', async () => {
    const owner = await aMember()
    for (let again = 0; again < 2; again++)
      expect((await owner.post(`${PREFERENCES}/do-not-disturb/enable`)).body).toMatchObject({
        doNotDisturb: true,
        doNotDisturbUntil: null,
      })
    for (let again = 0; again < 2; again++)
      expect((await owner.post(`${PREFERENCES}/do-not-disturb/disable`)).body).toMatchObject({ doNotDisturb: false })
  })

  test("shows the end of a daily window in the tenant's time zone", async () => {
    holdTime('2026-06-10T21:00:00.000Z')
    const owner = await inBerlin()
    await owner.patch(PREFERENCES, { doNotDisturbStart: '22:00', doNotDisturbEnd: '07:00' })
    expect(await of(owner)).toEqual({ doNotDisturb: false, doNotDisturbUntil: '2026-06-11T05:00:00.000Z' })
  })

  test('stays lifted until the end of the daily window if it is disabled during one', async () => {
    holdTime('2026-06-10T21:00:00.000Z')
    const owner = await inBerlin()
    await owner.patch(PREFERENCES, { doNotDisturbStart: '22:00', doNotDisturbEnd: '07:00' })
    await owner.post(`${PREFERENCES}/do-not-disturb/disable`)
    expect(await of(owner)).toEqual({ doNotDisturb: false, doNotDisturbUntil: null })
  })

  test('ends when its times are removed', async () => {
    const owner = await inBerlin()
    await owner.patch(PREFERENCES, { doNotDisturbStart: '22:00', doNotDisturbEnd: '07:00' })
    const { body } = await owner.patch(PREFERENCES, { doNotDisturbStart: null, doNotDisturbEnd: null })
    expect(body).toMatchObject({ doNotDisturbStart: null, doNotDisturbEnd: null, doNotDisturbUntil: null })
  })
})

describe("a member's window for digests", () => {
  test("is the tenant's until it is chosen, and each part is kept until it is changed", async () => {
    const owner = await aMember()
    expect((await owner.get(PREFERENCES)).body).toMatchObject({ digestWindow: null, digestHour: null })
    const daily = await owner.patch(PREFERENCES, { digestWindow: 'daily', digestHour: 18 })
    expect(daily).toMatchObject({ status: 200, body: { digestWindow: 'daily', digestHour: 18 } })
    await owner.patch(PREFERENCES, { entries: [cell('sms', false)] })
    await owner.patch(PREFERENCES, { digestWindow: 'off' })
    expect((await owner.get(PREFERENCES)).body).toMatchObject({ digestWindow: 'off', digestHour: 18 })
    const none = await owner.patch(PREFERENCES, { digestWindow: null, digestHour: null })
    expect(none.body).toMatchObject({ digestWindow: null, digestHour: null })
  })

  test('is refused with every violation at once', async () => {
    const owner = await aMember()
    const { status, body } = await owner.patch(PREFERENCES, {
      digestWindow: 'weekly',
      digestHour: 24,
      doNotDisturbStart: '25:00',
    })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()).toEqual([
      'digestHour',
      'digestWindow',
      'doNotDisturbStart',
    ])
    for (const digestHour of [-1, 7.5, '8']) expect((await owner.patch(PREFERENCES, { digestHour })).status).toBe(400)
  })
})

test("a tenant's window for digests is a setting, five minutes by default", async () => {
  const owner = await aMember()
  const read = async (key: string) =>
    (await owner.get(`/api/configuration/settings/key/notifications.${key}`)).body.value
  expect([await read('digestWindow'), await read('digestHour')]).toEqual(['five_minutes', 8])
  const settings = [
    { key: 'notifications.digestWindow', value: 'weekly' },
    { key: 'notifications.digestHour', value: 24 },
  ]
  const { status, body } = await owner.put('/api/configuration/settings/bulk', { settings })
  expect([status, body.violations.length]).toEqual([400, 2])
})
