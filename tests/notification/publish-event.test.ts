import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { notify } from '../../lib/notification/fan-out/notify.ts'
import { app } from '../../lib/platform/app/app.ts'
import { outboxKey } from '../../lib/platform/events/outbox/outbox.ts'
import { newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { makeTopicExample } from '../../schemas/events/topics.ts'
import { OUTSIDE_TOPICS } from '../../schemas/notification/published-event.ts'
import { entriesOf } from '../audit/trail.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'
import { aTenantOf, listOf } from './members.ts'

const PATH = '/api/notification/events'
const TOPIC = 'partner.partner.status_changed'
const data = makeTopicExample(TOPIC)

let owner: Member
let viewer: Member
beforeAll(async () => {
  ;[owner, viewer] = await aTenantOf(['owner', 'viewer'])
})

/** Runs the worker on a published event. */
const tell = (id: string, tenant = owner.tenant) => notify(app(), outboxKey(tenant, id), app().clock(), createLog({}))

const publish = (body: Record<string, unknown>, by: Member = owner, headers?: Record<string, string>) =>
  by.post(PATH, { topic: TOPIC, data, ...body }, headers)

describe('a published event', () => {
  it.each(OUTSIDE_TOPICS)('of %s becomes notifications of its audience', async (topic) => {
    const [member] = await aTenantOf(['owner'])
    const example = makeTopicExample(topic)
    const named = 'identityId' in example ? { ...example, identityId: member.identity } : example
    const { status, body } = await publish({ topic, data: named }, member)
    expect(status).toBe(201)
    await tell(body.id, member.tenant)
    const { member: notifications } = await listOf(member)
    expect(notifications.map((each: { topic: string }) => each.topic)).toEqual([topic])
    const trace = await member.get(`${PATH}/${body.id}/trace`)
    expect([trace.status, trace.body.totalItems]).toEqual([200, 1])
  })

  it('reaches nobody of another tenant, also if it names one', async () => {
    const [stranger] = await aTenantOf(['owner'])
    const example = { ...makeTopicExample('messaging.message.new'), identityId: stranger.identity }
    const { body } = await publish({ topic: 'messaging.message.new', data: example })
    await tell(body.id)
    expect((await listOf(stranger)).totalItems).toBe(0)
  })

  it('is published once under its id, whoever is first of several', async () => {
    const eventId = newId(new Date())
    const answers = await Promise.all(Array.from({ length: 4 }, () => publish({ eventId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const other = await publish({ eventId, data: { ...data, status: 'archived' } })
    expect([other.status, other.body.errorCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const colleague = await aMember({ tenant: owner.tenant })
    expect((await publish({ eventId }, colleague)).status).toBe(201)
  })

  it('is about a resource of the tenant, if the platform stores its kind', async () => {
    const { id } = await aPartner(owner)
    const foreign = await aPartner(await aMember())
    const subject = (each: string) => `commerce:///partner/partners/${each}`
    expect((await publish({ subject: subject(id) })).status).toBe(201)
    expect((await publish({ subject: `commerce:///crm/tickets/${newId(new Date())}` })).status).toBe(201)
    for (const each of [foreign.id, newId(new Date())]) {
      const { status, body } = await publish({ subject: subject(each) })
      expect([status, body.violations[0].propertyPath]).toEqual([400, 'subject'])
    }
  })

  it('can be published by a service account, whose ids of events are its own', async () => {
    const [member, reader] = await aTenantOf(['owner', 'viewer'])
    const program = await aProgramOf(member, ['notification:event:write'])
    const eventId = newId(new Date())
    const { status, body } = await publish({ eventId }, program)
    const { id } = body
    const again = await publish({ eventId }, program)
    expect([status, again.status, again.body.id]).toEqual([201, 200, id])
    expect((await publish({ eventId }, await aProgramOf(member))).status).toBe(201)
    await tell(id, member.tenant)
    expect((await listOf(reader)).member).toMatchObject([{ topic: TOPIC }])
    const [entry, ...more] = await entriesOf(member, `resourceId=${id}`)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      ...{ action: 'publish', resourceType: 'event', actorType: 'service_account', actorId: program.identity },
      changes: [{ field: 'topic', after: `"${TOPIC}"` }],
    })
    const without = await publish({}, await aProgramOf(member, ['partner:partner:read']))
    expect([without.status, without.body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
  })

  it('needs the scope', async () => {
    const { status, body } = await publish({}, viewer)
    expect([status, body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
  })
})

describe('an event', () => {
  it.each([
    'partner.partner.created',
    'iam.identity.password_reset',
    'iam.identity.mfa_challenge_issued',
    'admin.platform.announcement',
    'no.such.topic',
  ])('of %s cannot be published from outside', async (topic) => {
    const { status, body } = await publish({ topic })
    expect([status, body.violations[0].propertyPath]).toEqual([400, 'topic'])
  })

  it.each([
    [{ ...data, status: undefined }, 'data.status'],
    [{ ...data, more: 1 }, 'data.more'],
    [{ ...data, partnerId: 'x' }, 'data.partnerId'],
    [{ ...data, partnerName: 'x'.repeat(1001) }, 'data.partnerName'],
    [{ ...data, partnerName: null }, 'data.partnerName'],
    ['text', 'data'],
    [null, 'data'],
  ])('with data %j is refused by its path', async (given, path) => {
    const { status, body } = await publish({ data: given })
    expect([status, body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)]).toEqual([
      400,
      [path],
    ])
  })

  it.each(['2026-02-30', '2026-3-1', '31.03.2026'])('with the day %s is refused', async (nextExpiryDate) => {
    const topic = 'document.compliance.expiry_scan'
    const { status, body } = await publish({ topic, data: { ...makeTopicExample(topic), nextExpiryDate } })
    expect([status, body.violations]).toEqual([
      400,
      [{ propertyPath: 'data.nextExpiryDate', message: 'must be a date such as 2026-03-31' }],
    ])
  })

  it('that is accepted can be told, whatever its data', async () => {
    const [member] = await aTenantOf(['owner'])
    const topic = 'document.documentrequest.rejected'
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('{{ x }}', '<b>', '\u0000'))
    const request = fc.record({
      documentRequestId: fc.constant(newId(new Date())),
      title: text,
      partnerName: fc.option(text),
      reason: fc.option(text),
    })
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const { status, body } = await publish({ topic, data: given }, member)
        expect([201, 400]).toContain(status)
        if (status !== 201) return
        accepted++
        await tell(body.id, member.tenant)
        expect((await member.get(`${PATH}/${body.id}/trace`)).status).toBe(200)
      }),
      { numRuns: 25 },
    )
    expect((await listOf(member)).totalItems).toBe(accepted)
    expect(accepted).toBeGreaterThan(0)
  })
})
