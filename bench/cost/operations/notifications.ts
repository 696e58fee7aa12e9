import { createECDH, randomBytes } from 'node:crypto'
import type { Member as StoredMember } from '../../../lib/iam/member.ts'
import { members } from '../../../lib/iam/member-store.ts'
import { type Id, newId } from '../../../lib/platform/id.ts'
import { newRecord, toItem, uniqueKey } from '../../../lib/platform/store/entities/entity.ts'
import { MAX_ACTIONS } from '../../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import { makeTopicExample } from '../../../schemas/events/topics.ts'
import { anOwner } from '../../../tests/iam/people.ts'
import { aTenantOf } from '../../../tests/notification/members.ts'
import { type Operation, requireStatus } from '../operation.ts'
import type { Platform } from '../platform.ts'

const TOPIC = 'partner.partner.created'
const CHANNELS = ['storage', 'email', 'push', 'sms', 'slack', 'webhook'] as const
const MEMBERS = 200
const EVENTS = 50
const HOST = 'https://hooks.example.com'

type Channel = (typeof CHANNELS)[number]
type Caller = Pick<Awaited<ReturnType<typeof anOwner>>, 'tenant' | 'patch' | 'post' | 'put'>

/** Emits an event, with nothing else in its transaction. */
const emit = ({ app }: Platform, tenant: Id, actor: Id | null = null) =>
  runInUnit(app.db, { tenant, actor, now: app.clock() }, async (unit) =>
    unit.emit(TOPIC, { subject: null, data: makeTopicExample(TOPIC) }),
  )

const setPolicy = async (caller: Caller, wanted: readonly Channel[]) => {
  const entries = CHANNELS.map((channel) => ({ type: TOPIC, channel, enabled: wanted.includes(channel) }))
  requireStatus(200, await caller.patch('/api/notification/policy', { entries }))
}

/** Prepares the addresses to which a message of the channel goes. */
const ADDRESSES: Partial<Record<Channel, (caller: Caller) => Promise<unknown>>> = {
  push: async (caller) => {
    const p256dhKey = createECDH('prime256v1').generateKeys('base64url')
    const authKey = randomBytes(16).toString('base64url')
    const given = { endpoint: `${HOST}/push`, p256dhKey, authKey }
    requireStatus(201, await caller.post('/api/notification/push-subscriptions', given))
  },
  sms: async (caller) => requireStatus(200, await caller.patch('/api/iam/me', { phone: '+4930901820' })),
  slack: (caller) => setSetting(caller, 'notifications.slackWebhookUrl', `${HOST}/slack`),
  webhook: (caller) => setSetting(caller, 'notifications.webhookUrl', `${HOST}/webhook`),
}
const setSetting = async (caller: Caller, key: string, value: string) =>
  requireStatus(204, await caller.put('/api/configuration/settings/bulk', { settings: [{ key, value }] }))

const tell = (name: string, wanted: readonly Channel[], event = 'an event'): Operation => ({
  name: `${event} for one member, by ${name}`,
  async prepare(platform) {
    // A text message needs an account, because the number belongs to the account.
    const owner = wanted.includes('sms') ? await anOwner() : (await aTenantOf(['owner']))[0]
    await setPolicy(owner, wanted)
    for (const channel of wanted) await ADDRESSES[channel]?.(owner)
    return () => emit(platform, owner.tenant)
  },
})

/** Adds active members without accounts, since only their notifications matter. */
const addMembers = async ({ app }: Platform, tenant: Id, number: number) => {
  const records = Array.from({ length: number }, (): StoredMember => {
    const identityId = newId(app.clock())
    const rest = { role: 'finance', status: 'active', firstName: 'Ada', invitation: null } as const
    return { ...newRecord(newId(app.clock())), identityId, email: `${identityId}@example.com`, ...rest }
  })
  const puts = records.flatMap((record) => [
    { put: toItem(members, tenant, record) },
    { put: { ...uniqueKey(tenant, members, 'identity', record.identityId as Id), kind: 'unique', id: record.id } },
  ])
  for (let start = 0; start < puts.length; start += MAX_ACTIONS)
    await app.db.transact(puts.slice(start, start + MAX_ACTIONS))
}

const tellMany = (name: string, wanted: readonly Channel[]): Operation => ({
  name: `an event for ${MEMBERS} members, by ${name}, each`,
  each: MEMBERS,
  async prepare(platform) {
    const [owner] = await aTenantOf(['owner'])
    await addMembers(platform, owner.tenant, MEMBERS - 1)
    await setPolicy(owner, wanted)
    return () => emit(platform, owner.tenant)
  },
})

const WEBHOOK_ENDPOINTS = 3

const tellEndpoints = (number: number, name: string): Operation => ({
  name: `an event for no member, to ${name}`,
  async prepare(platform) {
    const [owner] = await aTenantOf(['owner'])
    await setPolicy(owner, [])
    for (let index = 0; index < number; index++)
      requireStatus(
        201,
        await owner.post('/api/notification/webhook-endpoints', {
          name: `Receiver ${index}`,
          url: `${HOST}/webhook-${index}`,
          topics: ['partner.*'],
        }),
      )
    return () => emit(platform, owner.tenant)
  },
})

export const notifications: readonly Operation[] = [
  tell('nothing', []),
  tell('list', ['storage']),
  tell('list and mail', ['storage', 'email']),
  { ...tell('list and mail', ['storage', 'email'], 'a second event'), isWithinWindow: true },
  tell('mail', ['email']),
  tell('push message', ['push']),
  tell('text message', ['sms']),
  tell('Slack', ['slack']),
  tell('webhook', ['webhook']),
  tellEndpoints(1, 'a webhook endpoint'),
  tellEndpoints(WEBHOOK_ENDPOINTS, `${WEBHOOK_ENDPOINTS} webhook endpoints`),
  tellMany('list', ['storage']),
  tellMany('list and mail', ['storage', 'email']),
  {
    name: `${EVENTS} events within a minute for one member, by list and mail, each`,
    each: EVENTS,
    async prepare(platform) {
      const [owner] = await aTenantOf(['owner'])
      return async () => {
        for (let left = EVENTS; left; left--) await emit(platform, owner.tenant)
      }
    },
  },
]
