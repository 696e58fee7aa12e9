import { describe, expect, test } from 'vitest'
import { eraseChoices } from '../../lib/notification/preferences/erase-choices.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId, toUuid } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { makeTopicExample } from '../../schemas/events/topics.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf, listOf } from './members.ts'

const PATH = '/api/notification/watches'
/** Members with the role operations are not notified of this topic unless they watch it. */
const TOPIC = 'finance.invoice.paid'
const uriOf = (id: string) => `commerce:///billing/invoices/${id}`

const state = async (member: Member, subject?: string) => {
  const query = new URLSearchParams({ topic: TOPIC, ...(subject && { subject }) })
  return (await member.get(`${PATH}?${query}`)).body
}

const anInvoiceIsPaid = async ({ tenant }: Member, invoiceId = newId(new Date())) => {
  await runInUnit(app().db, { tenant, actor: null, now: new Date() }, async (unit) =>
    unit.emit(TOPIC, { subject: uriOf(invoiceId), data: makeTopicExample(TOPIC) }),
  )
  await drainEvents()
}

const toldOf = async (member: Member) => (await listOf(member)).totalItems

describe('a watch', () => {
  test('of a topic can be added repeatedly and is shown in its state', async () => {
    const member = await aMember()
    const told = { '@type': 'TopicSubscription', '@id': `${PATH}?topic=${TOPIC}`, topic: TOPIC, subject: null }
    expect(await state(member)).toMatchObject({ ...told, subscribed: false })
    for (const body of [{ topic: TOPIC }, { topic: TOPIC, subject: null }])
      expect(await member.post(PATH, body)).toMatchObject({ status: 200, body: { ...told, subscribed: true } })
    expect(await state(member)).toMatchObject({ ...told, subscribed: true })
  })

  test('of one subject is separate from the topic and other subjects, in either spelling of its id', async () => {
    const member = await aMember()
    const [id, other] = [newId(new Date()), newId(new Date())]
    const { body } = await member.post(PATH, { topic: TOPIC, subject: uriOf(toUuid(id)) })
    expect(body).toMatchObject({ subject: uriOf(id), subscribed: true })
    expect((await state(member, uriOf(id))).subscribed).toBe(true)
    expect((await state(member, uriOf(id.toLowerCase()))).subscribed).toBe(true)
    expect((await state(member, uriOf(other))).subscribed).toBe(false)
    expect((await state(member)).subscribed).toBe(false)
  })

  test('ends when it is removed; removing one that does not exist changes nothing', async () => {
    const member = await aMember()
    await member.post(PATH, { topic: TOPIC })
    for (let again = 0; again < 2; again++) expect((await member.delete(`${PATH}?topic=${TOPIC}`)).status).toBe(204)
    expect((await state(member)).subscribed).toBe(false)
    expect(await app().db.query({ pk: partition(`${member.tenant}#${member.identity}`, 'watch') })).toEqual([])
  })

  test.each([
    [{ topic: 'no.such.topic' }, 'topic'],
    [{}, 'topic'],
    [{ topic: TOPIC, subject: 'not a uri' }, 'subject'],
    [{ topic: TOPIC, subject: `commerce:///${'x'.repeat(600)}` }, 'subject'],
    [{ topic: TOPIC, subject: uriOf('x'.repeat(26)) }, 'subject'],
    [{ topic: TOPIC, subject: uriOf(newId(new Date())).replace('invoices', 'invoice') }, 'subject'],
    [{ topic: TOPIC, subject: uriOf(newId(new Date())).replace('commerce', 'https') }, 'subject'],
  ])('%j is refused by name', async (body, propertyPath) => {
    const answer = await (await aMember()).post(PATH, body)
    expect(answer.status).toBe(400)
    expect(answer.body.violations).toEqual([{ propertyPath, message: expect.any(String) }])
  })
})

test('a watch of a topic from outside may be of a kind of resource that only the outside has', async () => {
  const subject = `commerce:///messaging/messages/${newId(new Date())}`
  const member = await aMember()
  expect((await member.post(PATH, { topic: 'messaging.message.new', subject })).status).toBe(200)
  const { status, body } = await member.get(`${PATH}?topic=${TOPIC}&subject=${encodeURIComponent(subject)}`)
  expect([status, body.violations[0].propertyPath]).toEqual([400, 'subject'])
})

describe('a watcher', () => {
  test('is notified once of the topic or the subject, like the members whom it concerns', async () => {
    const [owner, watcher, ofSubject, ofBoth, idle] = await aTenantOf([
      'owner',
      'operations',
      'operations',
      'operations',
      'operations',
    ])
    const invoice = newId(new Date())
    for (const member of [owner, watcher, ofBoth]) await member.post(PATH, { topic: TOPIC })
    for (const member of [owner, ofSubject, ofBoth]) await member.post(PATH, { topic: TOPIC, subject: uriOf(invoice) })
    await anInvoiceIsPaid(owner, invoice)
    expect(await Promise.all([owner, watcher, ofSubject, ofBoth, idle].map(toldOf))).toEqual([1, 1, 1, 1, 0])
    await anInvoiceIsPaid(owner)
    expect(await Promise.all([owner, watcher, ofSubject, ofBoth, idle].map(toldOf))).toEqual([2, 2, 1, 2, 0])
  })

  test("is not notified without an active membership or of another tenant's events", async () => {
    const [owner] = await aTenantOf(['owner'])
    const [suspended] = await aTenantOf(['operations'], 'suspended', owner.tenant)
    const stranger = await aMember({ tenant: owner.tenant, role: 'operations' })
    const [elsewhere] = await aTenantOf(['operations'])
    for (const member of [suspended, stranger, elsewhere]) await member.post(PATH, { topic: TOPIC })
    await anInvoiceIsPaid(owner)
    expect(await Promise.all([suspended, stranger, elsewhere].map(toldOf))).toEqual([0, 0, 0])
  })

  test('is not notified of events for a named recipient', async () => {
    const [owner, watcher] = await aTenantOf(['owner', 'viewer'])
    await watcher.post(PATH, { topic: 'messaging.message.new' })
    await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) =>
      unit.emit('messaging.message.new', {
        subject: null,
        data: { ...makeTopicExample('messaging.message.new'), identityId: owner.identity },
      }),
    )
    await drainEvents()
    expect([await toldOf(owner), await toldOf(watcher)]).toEqual([1, 0])
  })

  test('leaves no watches when the account is deleted', async () => {
    const [owner, watcher] = await aTenantOf(['owner', 'operations'])
    for (const member of [owner, watcher]) await member.post(PATH, { topic: TOPIC, subject: uriOf(newId(new Date())) })
    for (const member of [owner, watcher]) await member.post(PATH, { topic: TOPIC })
    await watcher.patch('/api/notification/preferences', { doNotDisturb: true })
    const person = { identity: watcher.identity, tenants: [watcher.tenant], emailDigests: [] }
    for (let again = 0; again < 2; again++) await eraseChoices(app(), person)
    expect([(await state(owner)).subscribed, (await state(watcher)).subscribed]).toEqual([true, false])
    expect((await watcher.get('/api/notification/preferences')).body.createdAt).toBeNull()
    expect(await app().db.query({ pk: partition(`${watcher.tenant}#${watcher.identity}`, 'watch') })).toEqual([])
  })
})
