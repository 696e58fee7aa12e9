import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { waitFor } from '../../local/wait.ts'
import { mailsTo, nextMailTo } from '../support/mails.ts'
import { aBrowser, startReceiver } from '../support/receiver.ts'
import { signInTo } from '../support/sign-in.ts'
import { type Answer, callTo, tableAt } from '../support/started.ts'

const { api, mail, dynamodb } = inject('stack')
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const PASSWORD = 'everybody has their own'
const ASSIGNED = 'iam.membership.role_assigned'
const SUSPENDED = 'iam.membership.suspended'
const PHONE = `+4930${Date.now()}`.slice(0, 15)
const NAMES = ['owner', 'choosy', 'quiet', 'watcher', 'other'] as const
type Name = (typeof NAMES)[number]

const receiver = await startReceiver()
afterAll(receiver.stop)
const browser = aBrowser()

const call = (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
  callTo(api, token)(method, path, body)

interface Person {
  email: string
  token: string
  identity: string
  member: string
}

const people = {} as Record<Name, Person>
const addressOf = (name: Name) => `${name}.${PHONE.slice(5)}@example.com`
const mailedToken = async (email: string) => /token=([\w.-]+)/.exec((await nextMailTo(email, mail)).text)?.[1]
const as = (name: Name) => (method: string, path: string, body?: unknown) =>
  call(method, path, body, people[name].token)

const join = async (name: Name, role?: string) => {
  const email = addressOf(name)
  if (role) await as('owner')('POST', '/api/iam/members', { email, role })
  else await call('POST', '/api/v1/iam/auth/register', { email, password: PASSWORD, firstName: name })
  const token = await mailedToken(email)
  if (role) await call('POST', '/api/v1/iam/auth/accept-invitation', { token, password: PASSWORD, firstName: name })
  else await call('POST', '/api/v1/iam/auth/verify-email', { token })
  const { accessToken = '' } = await signInTo(api, email, PASSWORD)
  const { id } = await call('GET', '/api/iam/me', undefined, accessToken)
  people[name] = { email, token: accessToken, identity: id, member: '' }
}

let tenant = ''
const kept = async (name: 'outbox' | 'delivery') => await tableAt(dynamodb).query({ pk: partition(tenant, name) })

/** Waits until all events of the tenant are handled. */
const untilTold = () =>
  waitFor('the end of all deliveries', async () => {
    const events = await kept('outbox')
    // The deliveries of an event exist once it is handled, so they are read after it.
    const deliveries = await kept('delivery')
    return events.every(({ handledAt }) => handledAt) && deliveries.every(({ status }) => status !== 'due')
  })

const cell = (type: string, channel: string, enabled: boolean) => ({ type, channel, enabled })
const entries = (...cells: ReturnType<typeof cell>[]) => ({ entries: cells })

/** Reads the decisions about a topic's event: what is sent to whom, and why the rest is not. */
const decisionsOn = async (topic: string) => {
  const event = (await kept('outbox')).find((each) => each.topic === topic)
  const { member, totalItems } = await as('owner')('GET', `/api/notification/events/${event?.sk}/trace`)
  const named = new Map<string, string>([
    [tenant, 'tenant'],
    ...NAMES.map((name) => [people[name].identity, name] as const),
  ])
  const rows = (member as Answer[]).map(({ id, channels }) => [
    named.get(id),
    Object.fromEntries(channels.map(({ channel, because }: Answer) => [channel, because ?? 'sent'])),
  ])
  expect(rows).toHaveLength(totalItems)
  return Object.fromEntries(rows)
}

const everybody = async <T>(ask: (name: Name) => Promise<T>) =>
  Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await ask(name)] as const)))

const storedOf = (topic: string) =>
  everybody(async (name) => {
    const { member } = await as(name)('GET', '/api/notification/notifications?limit=100')
    return member.filter((each: Answer) => each.topic === topic).length
  })

const mailedOf = (subject: string) =>
  everybody(async (name) => (await mailsTo(addressOf(name), mail)).filter((each) => each.subject === subject).length)

beforeAll(async () => {
  await join('owner')
  const me = await as('owner')('GET', '/api/iam/me')
  tenant = me.tenant.id
  await join('choosy', 'admin')
  await join('quiet', 'viewer')
  await join('watcher', 'finance')
  await join('other', 'operations')
  const { member } = await as('owner')('GET', '/api/iam/members')
  for (const each of member)
    Object.assign(people[NAMES.find((name) => people[name].identity === each.identityId) as Name], { member: each.id })

  const settings = { 'notifications.webhookUrl': `${receiver.url}/webhook`, 'notifications.webhookSecret': SECRET }
  await as('owner')('PUT', '/api/configuration/settings/bulk', {
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  })
  const policy = [
    ...['push', 'sms', 'webhook'].map((channel) => cell(ASSIGNED, channel, true)),
    cell(SUSPENDED, 'email', false),
  ]
  await as('owner')('PATCH', '/api/notification/policy', { entries: policy })
  await as('owner')('PATCH', '/api/iam/me', { phone: PHONE })
  const wishes = entries(cell(ASSIGNED, 'email', false), cell(SUSPENDED, 'email', true))
  await as('choosy')('PATCH', '/api/notification/preferences', wishes)
  const endpoint = `${receiver.url}/browser`
  await as('choosy')('POST', '/api/notification/push-subscriptions', { endpoint, ...browser.keys })
  await as('quiet')('POST', '/api/notification/preferences/do-not-disturb/enable')
  const subject = `commerce:///iam/members/${people.other.member}`
  await as('watcher')('POST', '/api/notification/watches', { topic: ASSIGNED, subject })
  await untilTold()

  await as('owner')('PATCH', `/api/iam/members/${people.other.member}`, { role: 'finance' })
  // Tokens from before the change are no longer valid.
  people.other.token = (await signInTo(api, people.other.email, PASSWORD)).accessToken ?? ''
  await untilTold()
}, 180_000)

describe('a tenant whose members have different preferences', () => {
  const open = {
    storage: 'sent',
    email: 'sent',
    sms: 'no_phone',
    push: 'sent',
    webhook: 'not_offered',
    slack: 'not_offered',
  }
  const silent = 'do_not_disturb'

  it('is notified on the channels that policy, preferences and do-not-disturb allow, and the trace explains the others', async () => {
    expect(await decisionsOn(ASSIGNED)).toEqual({
      tenant: {
        storage: 'not_offered',
        email: 'not_offered',
        sms: 'not_offered',
        push: 'not_offered',
        webhook: 'sent',
        slack: 'default',
      },
      owner: { ...open, sms: 'sent' },
      choosy: { ...open, email: 'preference' },
      quiet: { ...open, email: silent, sms: silent, push: silent },
      watcher: open,
    })
    expect(await storedOf(ASSIGNED)).toEqual({ owner: 1, choosy: 1, quiet: 1, watcher: 1, other: 0 })
    const { member } = await as('owner')('GET', '/api/notification/notifications?limit=100')
    const { title, message } = member.find(({ topic }: Answer) => topic === ASSIGNED)
    expect(await mailedOf(title)).toEqual({ owner: 1, choosy: 0, quiet: 0, watcher: 1, other: 0 })
    expect((await mailsTo(PHONE, mail)).map(({ text }) => text)).toEqual([message])
  })

  it('gets a push message that only the subscribed browser can read', () => {
    const [push, ...more] = receiver.at('/browser')
    expect(more).toEqual([])
    expect(browser.read(push as never)).toMatchObject({ topic: ASSIGNED, message: expect.any(String) })
  })

  it('gets one webhook call with a signature that the standard library accepts', () => {
    const [posted, ...more] = receiver.at('/webhook')
    expect(more).toEqual([])
    const payload = new Webhook(SECRET).verify(String(posted?.body), posted?.headers as Record<string, string>)
    expect(payload).toMatchObject({
      type: ASSIGNED,
      data: { details: { memberId: people.other.member, role: 'finance', before: 'operations' } },
    })
  })

  it('gets no mail that its policy disables, whatever the preferences, and a watch applies to its own topic only', async () => {
    await as('owner')('POST', `/api/iam/members/${people.other.member}/suspend`)
    await untilTold()
    const shut = { ...open, email: 'policy', sms: 'default', push: 'default' }
    expect(await decisionsOn(SUSPENDED)).toEqual({ owner: shut, choosy: shut, quiet: shut })
    const { member } = await as('owner')('GET', '/api/notification/notifications?limit=100')
    const { title } = member.find(({ topic }: Answer) => topic === SUSPENDED)
    expect(await mailedOf(title)).toEqual({ owner: 0, choosy: 0, quiet: 0, watcher: 0, other: 0 })
    expect(receiver.received).toHaveLength(2)
  })
})
