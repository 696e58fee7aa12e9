import { afterEach, describe, expect, test } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { fitText } from '../../lib/notification/deliveries/adapters/send-text.ts'
import { Undeliverable } from '../../lib/notification/undeliverable.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { aColleague, anOwner } from '../iam/people.ts'
import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'

const TOPIC = 'partner.partner.created'
const ME = '/api/iam/me'

let numbers = 0
/** Returns a unique number. */
const aNumber = () => `+4930${String(Date.now()).slice(-6)}${++numbers}`

const open = (owner: Pick<Member, 'patch'>) =>
  owner.patch('/api/notification/policy', { entries: [{ type: TOPIC, channel: 'sms', enabled: true }] })

/** Creates an owner with a number, in a tenant that sends text messages. */
const aTextedOwner = async () => {
  const owner = await anOwner()
  const phone = aNumber()
  await open(owner)
  expect(await owner.patch(ME, { phone })).toMatchObject({ status: 200, body: { phone } })
  return { owner, phone }
}

const deliveries = async (tenant: string) =>
  (await app().db.query({ pk: partition(tenant, 'delivery') })).filter(({ channel }) => channel === 'sms')

afterEach(() => useApp(undefined))

describe('the number for text messages', () => {
  test('is shown to its owner only, who may remove it', async () => {
    const owner = await anOwner()
    expect((await owner.get(ME)).body.phone).toBeNull()
    const phone = aNumber()
    const changed = await owner.patch(ME, { phone })
    expect(changed.body).toEqual((await owner.get(ME)).body)
    expect(changed.headers.ETag).toBe((await owner.get(ME)).headers.ETag)
    expect((await owner.patch(ME, {})).status).toBe(400)
    expect((await owner.get(ME)).body.phone).toBe(phone)
    expect((await owner.patch(ME, { phone: null })).body.phone).toBeNull()
  })

  test.each([
    ['without a plus', '004930901820'],
    ['with spaces', '+49 30 901820'],
    ['too long', '+4930901820901820'],
    ['of a country that the deployment does not pay for', '+18005550100'],
  ])('is refused %s', async (_, phone) => {
    const { status, body } = await (await anOwner()).patch(ME, { phone })
    expect(status).toBe(400)
    expect(body.violations).toEqual([{ propertyPath: 'phone', message: expect.any(String) }])
  })

  test('is not changed if it has changed since it was read', async () => {
    const owner = await anOwner()
    const { headers } = await owner.get(ME)
    const ifMatch = { 'if-match': headers.ETag as string }
    expect((await owner.patch(ME, { phone: aNumber() }, ifMatch)).status).toBe(200)
    expect((await owner.patch(ME, { phone: aNumber() }, ifMatch)).status).toBe(412)
  })
})

describe('a text message', () => {
  test('reaches every recipient with a number once, with the text of the topic', async () => {
    const { owner, phone } = await aTextedOwner()
    const without = await aColleague(owner, 'finance')
    await owner.put('/api/configuration/settings/bulk', {
      settings: [{ key: 'notifications.smsSenderId', value: 'NORDLICHT' }],
    })
    await aPartner(owner as never, { name: 'Nordlicht' })
    await drainEvents({ duplicate: true })
    expect(await mailsTo(phone)).toMatchObject([{ from: 'NORDLICHT', text: 'Nordlicht was added as a partner.' }])
    expect(await deliveries(owner.tenant)).toMatchObject([{ status: 'done', recipient: owner.claims.sub }])
    const [event] = (await app().db.query({ pk: partition(owner.tenant, 'outbox') })).filter(
      ({ topic }) => topic === TOPIC,
    )
    const { body } = await owner.get(`/api/notification/events/${event?.sk}/trace?recipient=${without.claims.sub}`)
    expect(body.member[0].channels).toContainEqual(
      expect.objectContaining({ channel: 'sms', sent: false, because: 'no_phone' }),
    )
  })

  test('is not sent if the policy does not enable it, to members who opted out, or during do-not-disturb', async () => {
    const closed = await anOwner()
    await closed.patch(ME, { phone: aNumber() })
    const { owner: choosy } = await aTextedOwner()
    await choosy.patch('/api/notification/preferences', { entries: [{ type: TOPIC, channel: 'sms', enabled: false }] })
    const { owner: silent } = await aTextedOwner()
    await silent.post('/api/notification/preferences/do-not-disturb/enable')
    for (const each of [closed, choosy, silent]) await aPartner(each as never)
    await drainEvents()
    for (const { tenant } of [closed, choosy, silent]) expect(await deliveries(tenant)).toEqual([])
  })

  test('goes to the current number, and to none after the number was removed', async () => {
    const [{ owner }, { owner: leaving }] = [await aTextedOwner(), await aTextedOwner()]
    const phone = aNumber()
    for (const each of [owner, leaving]) await aPartner(each as never)
    const { sms } = makeApp(readConfig())
    useApp({
      ...app(),
      sms: { send: () => Promise.reject(Object.assign(new Error(), { name: 'ThrottledException' })) },
    })
    await drainEvents()
    expect(await deliveries(owner.tenant)).toMatchObject([{ status: 'due', reason: 'ThrottledException' }])
    await owner.patch(ME, { phone })
    await leaving.patch(ME, { phone: null })
    const { clock } = app()
    useApp({ ...app(), sms, clock: () => new Date(clock().getTime() + 3 * 60_000) })
    await redrive({})
    await drainEvents()
    expect(await mailsTo(phone)).toHaveLength(1)
    expect(await deliveries(leaving.tenant)).toMatchObject([{ status: 'failed', reason: 'NO_ADDRESS' }])
  })

  test('is not retried if SNS rejects the number, which appears in no log line and no stored item', async () => {
    const { owner, phone } = await aTextedOwner()
    const refused = Object.assign(new Error(`Invalid parameter: ${phone}`), { name: 'InvalidParameterException' })
    useApp({ ...app(), sms: { send: () => Promise.reject(refused) } })
    await aPartner(owner as never)
    await drainEvents()
    const kept = await deliveries(owner.tenant)
    expect(kept).toMatchObject([{ status: 'failed', reason: new Undeliverable('TARGET_GONE').code }])
    expect(JSON.stringify(kept)).not.toContain(phone)
  })
})

describe('the length of a text message', () => {
  test('is three parts at most, and no character is split', () => {
    expect(fitText('x'.repeat(459))).toBe('x'.repeat(459))
    expect(fitText('x'.repeat(460))).toBe(`${'x'.repeat(456)}...`)
    expect(fitText('€'.repeat(230))).toBe(`${'€'.repeat(228)}...`)
    expect(fitText('ж'.repeat(202))).toBe(`${'ж'.repeat(198)}...`)
    expect(fitText('🚚'.repeat(101))).toBe(`${'🚚'.repeat(99)}...`)
  })
})
