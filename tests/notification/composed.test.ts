import { afterEach, describe, expect, test } from 'vitest'
import { sealEmailToken } from '../../lib/iam/accounts/email-token.ts'
import { deliver } from '../../lib/notification/deliveries/deliver.ts'
import { buildDeliveryItem } from '../../lib/notification/deliveries/delivery-store.ts'
import { composeMessage } from '../../lib/notification/templates/compose-message.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { buildOutboxItem, type Occurred } from '../../lib/platform/events/outbox/outbox.ts'
import { newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { makeTopicExample } from '../../schemas/events/topics.ts'
import { CHANNELS, type TopicName } from '../../schemas/notification/topic.ts'
import { aPartner } from '../support/builders.ts'
import { nextMailTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf } from './members.ts'

afterEach(() => useApp(undefined))

const anEvent = (topic: string, data: object, tenant: string | null = null): Occurred =>
  ({
    ...buildOutboxItem(newId(new Date()), new Date(), {
      topic: topic as TopicName,
      tenant,
      actor: null,
      subject: null,
      data: data as never,
    }),
  }) as unknown as Occurred

describe('a mail to a member', () => {
  test("uses the tenant's template, with its footer and a link to the subject", async () => {
    const [owner] = await aTenantOf(['owner'])
    const settings = [
      { key: 'notifications.senderName', value: 'Nordlicht "Nord", <hamburg@example.com>' },
      { key: 'notifications.emailFooter', value: 'Nordlicht GmbH' },
      { key: 'notifications.defaultLocale', value: 'de' },
    ]
    await owner.put('/api/configuration/settings/bulk', { settings })
    const template = {
      notificationType: 'partner.partner.created',
      channelType: 'email',
      name: 'x',
      locale: 'de',
      subjectTemplate: 'Neu: {{ partnerName }}',
      bodyTemplate: '{{ partnerName }} ist neu.\n\n{{ actionUrl }}',
    }
    expect((await owner.post('/api/notification/templates', template)).status).toBe(201)
    const { id } = await aPartner(owner, { name: 'A & B' })
    await drainEvents()
    const mail = await nextMailTo(`${owner.identity.toLowerCase()}@example.com`)
    expect(app().config.mailFrom).toContain(mail.from)
    expect(mail).toMatchObject({
      subject: 'Neu: A & B',
      text: expect.stringContaining(
        `A & B ist neu.\n\nhttp://app.localhost/partner/partners/${id}\n\n-- \nNordlicht GmbH\n`,
      ),
      html: expect.stringContaining('<p>A &amp; B ist neu.</p>'),
    })
    expect(mail.html).toContain('<html lang="de" dir="ltr">')
  })

  test('is in the language of the tenant', async () => {
    const [owner] = await aTenantOf(['owner'])
    await owner.put('/api/configuration/settings/bulk', { settings: [{ key: 'general.locale', value: 'de_DE' }] })
    await aPartner(owner, { name: 'A & B' })
    await drainEvents()
    expect(await nextMailTo(`${owner.identity.toLowerCase()}@example.com`)).toMatchObject({
      subject: 'Neuer Partner',
      text: expect.stringMatching(/^Guten Tag,\n\nA & B wurde als Partner angelegt\.\n\nÖffnen:\nhttp/),
      html: expect.stringContaining('<html lang="de-DE" dir="ltr">'),
    })
  })

  test("has the tenant's sender name and reply address", async () => {
    const [owner] = await aTenantOf(['owner'])
    const settings = [
      { key: 'notifications.senderName', value: 'Nordlicht' },
      { key: 'notifications.replyTo', value: 'office@nordlicht.example' },
    ]
    await owner.put('/api/configuration/settings/bulk', { settings })
    const sent: object[] = []
    useApp({ ...app(), mail: { send: async (mail) => void sent.push(mail) } })
    await aPartner(owner)
    await drainEvents()
    const to = `${owner.identity.toLowerCase()}@example.com`
    expect(sent).toEqual([
      expect.objectContaining({ to, senderName: 'Nordlicht', replyTo: 'office@nordlicht.example' }),
    ])
  })
})

describe('a token', () => {
  test('is only in messages that reach its owner alone', async () => {
    const identityId = newId(new Date())
    const { token, sealedToken } = await sealEmailToken(app(), identityId)
    const topic = 'iam.identity.password_reset'
    for (const channel of CHANNELS) {
      const event = anEvent(topic, { ...makeTopicExample(topic), identityId, sealedToken })
      const message = await composeMessage(app(), event, { channel, recipient: identityId }, createLog({}))
      expect(JSON.stringify(message).includes(token), channel).toBe(channel === 'email')
      expect(JSON.stringify(message)).not.toContain(sealedToken)
    }
  })
})

describe('a delivery without a template', () => {
  test('fails at once with the reason and sends no empty message', async () => {
    const event = anEvent('partner.partner.vanished', { email: 'kim@example.com' })
    const item = buildDeliveryItem(event, { id: newId(new Date()), member: null, rule: 'named' }, 'email', new Date())
    for (const put of [{ ...event } as never, item]) await app().db.put({ put, when: 'attribute_not_exists(pk)' })
    const sent: object[] = []
    useApp({ ...app(), mail: { send: async (mail) => void sent.push(mail) } })
    await deliver(app(), item, new Date(), createLog({}))
    expect(await app().db.get(item)).toMatchObject({ status: 'failed', attempts: 1, reason: 'NO_TEMPLATE' })
    expect(sent).toEqual([])
  })
})
