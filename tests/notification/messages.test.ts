import { expect, onTestFinished, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Mail } from '../../lib/platform/mail/mail.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf } from './members.ts'

const TOPIC = 'partner.partner.created'

const addressOf = ({ identity }: Member) => `${identity.toLowerCase()}@example.com`

/** Has each event told by a mail of its own. */
const tellAtOnce = (owner: Member) =>
  owner.put('/api/configuration/settings/bulk', { settings: [{ key: 'notifications.digestWindow', value: 'off' }] })

const messagesTo = async (asker: Member, address: string, query = '') => {
  const { status, body } = await asker.get(`/api/notification/messages?address=${encodeURIComponent(address)}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('the mails to an address name their event, from which the trace starts, their rule and their template', async () => {
  const [owner] = await aTenantOf(['owner'])
  await tellAtOnce(owner)
  const body = {
    name: 'Own',
    notificationType: TOPIC,
    channelType: 'email',
    locale: 'en',
    subjectTemplate: 'A',
    bodyTemplate: 'B',
  }
  await aPartner(owner)
  await drainEvents()
  const template = await owner.post('/api/notification/templates', body)
  expect(template.status, JSON.stringify(template.body)).toBe(201)
  await aPartner(owner)
  await drainEvents()
  const { member, nextCursor } = await messagesTo(owner, addressOf(owner).toUpperCase())
  expect(nextCursor).toBeNull()
  expect(member).toMatchObject([
    { template: { source: 'tenant', id: template.body.id, locale: 'en' } },
    { template: { source: 'built_in', id: null } },
  ])
  for (const message of member) {
    expect(message).toMatchObject({ status: 'sent', reason: null, topic: TOPIC, rule: 'members', eventCount: 1 })
    const { body: trace } = await owner.get(`/api/notification/events/${message.eventId}/trace`)
    expect(trace.member).toMatchObject([{ id: message.recipientId, eventId: message.eventId, topic: TOPIC }])
  }
  const { body: listed } = await owner.get('/api/notification/notifications')
  expect(listed.member.map(({ eventId }: { eventId: string }) => eventId)).toEqual(
    member.map(({ eventId }: { eventId: string }) => eventId),
  )
})

test('they are read page by page, and in their own tenant only', async () => {
  const [owner] = await aTenantOf(['owner'])
  await tellAtOnce(owner)
  for (let i = 0; i < 3; i++) await aPartner(owner)
  await drainEvents()
  const first = await messagesTo(owner, addressOf(owner), '&limit=2')
  expect(first.member).toHaveLength(2)
  const second = await messagesTo(owner, addressOf(owner), `&limit=2&cursor=${first.nextCursor}`)
  expect(second.member).toHaveLength(1)
  expect(second.nextCursor).toBeNull()
  const ids = [...first.member, ...second.member].map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(ids).toEqual(ids.toSorted().reverse())
  const other = await aMember()
  expect((await messagesTo(other, addressOf(owner))).member).toEqual([])
})

test('a mail names its event, and one that is tried again is in no list yet', async () => {
  const [owner] = await aTenantOf(['owner'])
  const before = app()
  onTestFinished(() => useApp(before))
  const mails: Mail[] = []
  const send = async (mail: Mail) => {
    mails.push(mail)
    if (mails.length > 1) throw Object.assign(new Error('refused'), { code: 'EENVELOPE' })
    return undefined
  }
  useApp({ ...before, mail: { send } })
  await aPartner(owner)
  await drainEvents()
  const { member } = await messagesTo(owner, addressOf(owner))
  expect(mails.map(({ to, headers }) => [to, headers?.['X-Event-Id']])).toEqual([[addressOf(owner), member[0].eventId]])
  await aPartner(owner)
  await drainEvents()
  // It is tried again, so nothing is said of it yet.
  expect((await messagesTo(owner, addressOf(owner))).member).toHaveLength(1)
})
