import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { sealEmailToken } from '../../lib/iam/accounts/email-token.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { mailsTo, nextMailTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'

type Topic = 'iam.identity.email_verification' | 'iam.identity.password_reset'

const aMail = async (topic: Topic, sealedFor?: Id) => {
  const identityId = newId(new Date())
  const { token, sealedToken } = await sealEmailToken(app(), sealedFor ?? identityId)
  const email = `${identityId.toLowerCase()}@example.com`
  await runInUnit(app().db, { tenant: undefined, actor: null, now: app().clock() }, async (unit) => {
    unit.emit(topic, { tenant: null, subject: null, data: { identityId, email, firstName: 'Kim', sealedToken } })
  })
  return { identityId, email, token }
}

const deliveryTo = async (identityId: Id) =>
  (await app().db.query({ pk: partition('PLATFORM', 'delivery') })).find(({ recipient }) => recipient === identityId)

/** Moves the clock `minutes` forward; with `broken`, no mail can be sent. */
const laterBy = (minutes: number, broken = false) => {
  const usual = makeApp(readConfig())
  const send = () => Promise.reject(Object.assign(new Error('550 <kim@example.com> refused'), { code: 'EENVELOPE' }))
  useApp({
    ...usual,
    clock: () => new Date(Date.now() + minutes * 60_000),
    mail: broken ? { send } : usual.mail,
  })
}

const logged: string[] = []

beforeAll(() => {
  process.env.LOG_LEVEL = 'DEBUG'
})

beforeEach(() => {
  logged.length = 0
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => logged.push(String(chunk)) > 0)
})

afterEach(() => {
  vi.restoreAllMocks()
  useApp(undefined)
})

describe('mails of an identity', () => {
  test.each([
    ['iam.identity.email_verification', 'Confirm your e-mail address', 'verify-email'],
    ['iam.identity.password_reset', 'Reset your password', 'reset-password'],
  ] as const)('%s reaches its address with the link, once', async (topic, subject, path) => {
    const { email, token } = await aMail(topic)
    await drainEvents({ duplicate: true, shuffle: 3 })
    const mail = await nextMailTo(email)
    expect(mail).toMatchObject({
      subject,
      text: expect.stringContaining(`http://app.localhost/${path}?token=${token}`),
    })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('no token is stored in clear text or logged', async () => {
    const { identityId, token } = await aMail('iam.identity.password_reset')
    await drainEvents()
    const secret = token.split('.')[1]
    const stored = [
      ...(await app().db.query({ pk: partition('PLATFORM', 'outbox') })),
      ...(await app().db.query({ pk: partition('PLATFORM', 'delivery') })),
    ]
    expect(JSON.stringify(stored)).toContain(identityId)
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(logged.join('')).toContain('notification.event.handled')
    expect(logged.join('')).not.toContain(secret)
  })

  test('a mail that cannot be sent is retried until it succeeds', async () => {
    laterBy(0, true)
    const { email, identityId } = await aMail('iam.identity.password_reset')
    await drainEvents()
    const delivery = await deliveryTo(identityId)
    expect(delivery).toMatchObject({ status: 'due', attempts: 1, reason: 'EENVELOPE' })
    expect(await mailsTo(email)).toEqual([])
    // A restart of the queues does not hurry it.
    laterBy(0)
    await redrive({ isQueueLost: true })
    await drainEvents()
    expect(await deliveryTo(identityId)).toMatchObject({ status: 'due', attempts: 1 })
    laterBy(5)
    await redrive({})
    await drainEvents()
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await deliveryTo(identityId)).toMatchObject({ status: 'done', attempts: 2 })
  })

  test('a mail that can never be sent fails with its reason and is kept for 30 days', async () => {
    const { identityId } = await aMail('iam.identity.password_reset')
    let minutes = 0
    for (let attempt = 0; attempt < 9; attempt++) {
      laterBy(minutes, true)
      await redrive({})
      await drainEvents()
      minutes += 13 * 60
    }
    const delivery = await deliveryTo(identityId)
    expect(delivery).toMatchObject({ status: 'failed', attempts: 9, reason: 'EENVELOPE' })
    expect(delivery?.duePk).toBeUndefined()
    expect(delivery?.expiresAt).toBeGreaterThan(app().clock().getTime() / 1000 + 29 * 86_400)
    expect(JSON.stringify(delivery)).not.toContain('example.com')
    expect(logged.join('')).toContain('notification.delivery.failed')
    expect(logged.join('')).not.toContain('example.com')
  })

  test('a token that was sealed for another identity is not opened, and other mails are not affected', async () => {
    const moved = await aMail('iam.identity.password_reset', newId(new Date()))
    const right = await aMail('iam.identity.password_reset')
    await drainEvents()
    expect(await mailsTo(right.email)).toHaveLength(1)
    expect(await mailsTo(moved.email)).toEqual([])
    expect(await deliveryTo(moved.identityId)).toMatchObject({ status: 'due', attempts: 1 })
  })
})
