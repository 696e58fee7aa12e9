import { beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { client } from '../support/client.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { challenged, codeOf, enrolTotp, readClaims, signedInWithCode, withTotp, wrongCode } from './factors.ts'
import { holdRefunds } from './held-refunds.ts'
import { ask, laterBy, mailedToken, refreshed, signedIn, verified } from './people.ts'

beforeEach(() => useApp(undefined))

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('an authenticator app', () => {
  it('is a factor only after its first code', async () => {
    const person = await verified()
    const who = await signedIn(person)
    const { body } = await who.post('/api/iam/mfa/totp/begin')
    expect(body.uri).toContain(`secret=${body.secret}`)
    const confirm = (code: string) =>
      who.post('/api/iam/mfa/totp/confirm', { enrolment: body.enrolment, code, name: 'Phone' })
    const refused = await confirm(wrongCode(body.secret))
    expect(refused.body.violations).toEqual([{ propertyPath: 'code', message: 'must be the current code of the app' }])
    expect((await who.get('/api/iam/mfa/factors')).body.totalItems).toBe(0)
    expect((await signedIn(person)).claims.sub).toBeDefined()
    expect((await confirm(codeOf(body.secret))).body).toMatchObject({ type: 'totp', name: 'Phone' })
    expect((await who.get('/api/iam/mfa/factors')).body.totalItems).toBe(1)
    const shown = await refreshed(who)
    const again = { enrolment: body.enrolment, code: codeOf(body.secret), name: 'Phone' }
    expect((await shown.post('/api/iam/mfa/totp/confirm', again)).status).toBe(400)
  })

  it('is confirmed only in the session that began it', async () => {
    const person = await verified()
    const [who, other] = [await signedIn(person), await signedIn(person)]
    const { enrolment, secret } = (await who.post('/api/iam/mfa/totp/begin')).body
    const given = { enrolment, code: codeOf(secret), name: 'Phone' }
    const { body } = await other.post('/api/iam/mfa/totp/confirm', given)
    expect(body.violations).toEqual([{ propertyPath: 'enrolment', message: 'must be valid, unused and not expired' }])
    expect((await who.post('/api/iam/mfa/totp/confirm', given)).status).toBe(200)
  })

  it.each([
    [590, 200],
    [601, 400],
  ])('can be confirmed for ten minutes: after %i seconds the answer is %i', async (seconds, expected) => {
    laterBy(0)
    const person = await verified()
    const who = await signedIn(person)
    const { enrolment, secret } = (await who.post('/api/iam/mfa/totp/begin')).body
    laterBy(seconds)
    const { body } = await who.post('/api/iam/auth/step-up', { password: person.password })
    const given = { enrolment, code: codeOf(secret), name: 'Phone' }
    expect((await client(body.accessToken).post('/api/iam/mfa/totp/confirm', given)).status).toBe(expected)
  })

  it('completes a sign-in with a code, and the token tells so', async () => {
    const person = await withTotp()
    const begun = await challenged(person)
    expect(begun).toEqual({
      mfaToken: expect.any(String),
      expiresIn: 300,
      factors: ['totp', 'recovery_code'],
      passkeyOptions: null,
    })
    const { status, body } = await ask('mfa', { mfaToken: begun.mfaToken, code: codeOf(person.secret) })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'accessToken',
      'deviceToken',
      'expiresIn',
      'refreshToken',
      'tenants',
      'tokenType',
    ])
    const now = Math.floor(app().clock().getTime() / 1000)
    expect(readClaims(body.accessToken)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], auth_time: now })
    expect((await client(body.accessToken).get('/api/iam/me')).status).toBe(200)
  })

  it('accepts the codes of the last and of the next step, for phones whose clocks are late or ahead', async () => {
    const person = await withTotp()
    const tryCode = async (steps: number) =>
      (await ask('mfa', { mfaToken: (await challenged(person)).mfaToken, code: codeOf(person.secret, steps) })).status
    laterBy(120)
    expect(await tryCode(2)).toBe(401)
    expect(await tryCode(-2)).toBe(401)
    expect(await tryCode(-1)).toBe(200)
    expect(await tryCode(1)).toBe(200)
    // The step of the phone was stored, so no code up to it works again, although it is still to come here.
    expect(await tryCode(0)).toBe(401)
    laterBy(30)
    expect(await tryCode(0)).toBe(401)
    expect(await tryCode(1)).toBe(200)
  })

  it('accepts no code twice, nor one older than the last', async () => {
    const person = await withTotp()
    const used = codeOf(person.secret)
    const tryCode = async (code: string) =>
      (await ask('mfa', { mfaToken: (await challenged(person)).mfaToken, code })).status
    expect(await tryCode(used)).toBe(200)
    expect(await tryCode(used)).toBe(401)
    expect(await tryCode(codeOf(person.secret, -1))).toBe(401)
    laterBy(30)
    expect(await tryCode(used)).toBe(401)
    expect(await tryCode(codeOf(person.secret))).toBe(200)
  })

  it('lets one of several sign-ins in that use the same code at once', async () => {
    const person = await withTotp()
    const begun = await Promise.all(Array.from({ length: 4 }, () => challenged(person)))
    const code = codeOf(person.secret)
    const answers = await Promise.all(begun.map(({ mfaToken }) => ask('mfa', { mfaToken, code })))
    expect(statuses(answers)).toEqual([200, 401, 401, 401])
  })

  it('accepts a password again after many right ones at once', async () => {
    laterBy(0)
    const person = await verified()
    const who = await signedIn(person)
    const stepUp = () => who.post('/api/iam/auth/step-up', { password: person.password })
    holdRefunds(/^G#mfa#/, 8)
    const answers = await Promise.all(Array.from({ length: 8 }, stepUp))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    expect((await stepUp()).status).toBe(200)
  })

  it('stops accepting codes after five wrong ones, from whichever addresses, for 15 minutes', async () => {
    const person = await withTotp()
    const { mfaToken } = await challenged(person)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => ask('mfa', { mfaToken, code: wrongCode(person.secret, i) })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    const again = await ask('mfa', { mfaToken: (await challenged(person)).mfaToken, code: codeOf(person.secret) })
    expect(again.status).toBe(429)
    expect(Number(again.headers['Retry-After'])).toBeLessThanOrEqual(900)
    laterBy(900)
    expect((await signedInWithCode(person)).accessToken).toBeDefined()
  })

  it('counts right codes as no tries', async () => {
    const person = await withTotp()
    for (let round = 0; round < 7; round++) await signedInWithCode(person)
  })
})

describe('a recovery code', () => {
  it('works once in place of the app, in any spelling', async () => {
    const person = await withTotp()
    expect(new Set(person.recoveryCodes).size).toBe(10)
    const [code = ''] = person.recoveryCodes
    const use = async (recoveryCode: string) =>
      (await ask('mfa', { mfaToken: (await challenged(person)).mfaToken, recoveryCode })).status
    expect(await use(code.toLowerCase().replaceAll('-', ' '))).toBe(200)
    expect(await use(code)).toBe(401)
    expect(await use(person.recoveryCodes[1] as string)).toBe(200)
  })

  it('used by several at once lets one in', async () => {
    const person = await withTotp()
    const begun = await Promise.all(Array.from({ length: 4 }, () => challenged(person)))
    const [recoveryCode] = person.recoveryCodes
    const answers = await Promise.all(begun.map(({ mfaToken }) => ask('mfa', { mfaToken, recoveryCode })))
    expect(statuses(answers)).toEqual([200, 401, 401, 401])
  })

  it('is replaced with all others on request, and goes with the last factor', async () => {
    const person = await withTotp()
    const who = await signedInWithCode(person)
    const { body } = await who.post('/api/iam/mfa/recovery-codes/regenerate')
    const use = async (recoveryCode: string) =>
      (await ask('mfa', { mfaToken: (await challenged(person)).mfaToken, recoveryCode })).status
    expect(await use(person.recoveryCodes[0] as string)).toBe(401)
    expect(await use(body.recoveryCodes[0])).toBe(200)
    expect((await who.delete(`/api/iam/mfa/factors/${person.factor}`)).status).toBe(204)
    expect((await signedIn(person)).claims.sub).toBeDefined()
    expect((await who.post('/api/iam/mfa/recovery-codes/regenerate')).status).toBe(409)
  })
})

describe('the token of a pending sign-in', () => {
  it('completes one sign-in, also if it is sent several times at once', async () => {
    const person = await withTotp()
    const { mfaToken } = await challenged(person)
    const codes = person.recoveryCodes.slice(0, 3)
    const answers = await Promise.all(codes.map((recoveryCode) => ask('mfa', { mfaToken, recoveryCode })))
    expect(statuses(answers)).toEqual([200, 400, 400])
    expect((await ask('mfa', { mfaToken, code: codeOf(person.secret) })).status).toBe(400)
  })

  it('is no access token and no refresh token, and neither of these is one', async () => {
    const person = await withTotp()
    const { mfaToken } = await challenged(person)
    expect((await client(mfaToken).get('/api/iam/me')).status).toBe(401)
    expect((await ask('refresh', { refreshToken: mfaToken })).status).toBe(401)
    const code = codeOf(person.secret)
    expect((await ask('mfa', { mfaToken: person.before.refreshToken, code })).status).toBe(400)
    const { enrolment } = (await person.before.post('/api/iam/mfa/totp/begin')).body
    expect((await ask('mfa', { mfaToken: String(enrolment), code })).status).toBe(400)
  })

  it('expires after five minutes', async () => {
    const person = await withTotp()
    const { mfaToken } = await challenged(person)
    laterBy(300)
    expect((await ask('mfa', { mfaToken, code: codeOf(person.secret) })).status).toBe(400)
  })

  it('is invalidated by a new password and by the end of all sessions', async () => {
    const person = await withTotp()
    const first = await challenged(person)
    await person.before.post('/api/iam/auth/logout-everywhere')
    expect((await ask('mfa', { mfaToken: first.mfaToken, code: codeOf(person.secret) })).status).toBe(400)
    laterBy(120)
    const second = await challenged(person)
    const token = await mailedToken(person.email, 'password-reset')
    await ask('reset-password', { token, newPassword: 'a brand new password' })
    expect((await ask('mfa', { mfaToken: second.mfaToken, code: codeOf(person.secret) })).status).toBe(400)
  })

  it('is refused with no proof or with two', async () => {
    const person = await withTotp()
    const { mfaToken } = await challenged(person)
    const one = [{ propertyPath: '', message: 'must have exactly one proof, such as code' }]
    expect((await ask('mfa', { mfaToken })).body.violations).toEqual(one)
    const two = { mfaToken, code: codeOf(person.secret), recoveryCode: person.recoveryCodes[0] }
    expect((await ask('mfa', two)).body.violations).toEqual(one)
  })

  it('is announced to the owner by one mail for each challenge', async () => {
    const person = await withTotp()
    await challenged(person)
    await challenged(person)
    await drainEvents()
    const mails = (await mailsTo(person.email)).filter(({ subject }) => /is signing in/.test(subject))
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('We asked for your second factor')
  })
})

describe('the other ways in', () => {
  it('ask for the factor after a new password, which alone opens nothing', async () => {
    const person = await withTotp()
    const token = await mailedToken(person.email, 'password-reset')
    expect((await ask('reset-password', { token, newPassword: 'a brand new password' })).status).toBe(204)
    const changed = { ...person, password: 'a brand new password' }
    laterBy(120)
    expect((await challenged(changed)).mfaToken).toBeDefined()
    expect((await signedInWithCode(changed)).accessToken).toBeDefined()
  })

  it('continue a session as it was: a refresh neither asks again nor renews the proof', async () => {
    const person = await withTotp()
    const who = await signedInWithCode(person)
    const shown = readClaims(who.accessToken)
    laterBy(600)
    const { body } = await ask('refresh', { refreshToken: who.refreshToken })
    expect(readClaims(body.accessToken)).toMatchObject({ amr: shown.amr, auth_time: shown.auth_time })
  })

  it('let a sign-in that began before the factor was added start again', async () => {
    const person = await verified()
    laterBy(0)
    const who = await signedIn(person)
    const { db } = app()
    let isFirst = true
    useApp({
      ...app(),
      db: {
        ...db,
        async transact(actions, name) {
          if (isFirst) {
            isFirst = false
            await enrolTotp(who)
          }
          return await db.transact(actions, name)
        },
      },
    })
    const { body } = await ask('login', { email: person.email, password: person.password })
    expect([body.accessToken, typeof body.mfaToken]).toEqual([undefined, 'string'])
  })
})

describe('the factors of an account', () => {
  it('are listed, renamed and removed by their owner only', async () => {
    const [person, stranger] = [await withTotp(), await signedIn(await verified())]
    const url = `/api/iam/mfa/factors/${person.factor}`
    const { body } = await person.before.get(url)
    expect(body).toMatchObject({ '@type': 'Factor', id: person.factor, type: 'totp', name: 'Phone', lastUsedAt: null })
    expect(JSON.stringify(body)).not.toMatch(/secret|step/i)
    for (const answer of [
      await stranger.get(url),
      await stranger.patch(url, { name: 'Mine' }),
      await stranger.delete(url),
    ])
      expect(answer.status).toBe(404)
    expect((await person.before.patch(url, { name: 'Old phone' })).body.name).toBe('Old phone')
    const who = await signedInWithCode(person)
    expect((await who.get(url)).body.lastUsedAt).not.toBeNull()
    expect((await who.delete(url)).status).toBe(204)
    expect((await who.get(url)).status).toBe(404)
  })

  it('are at most ten', async () => {
    const person = await withTotp()
    const who = await signedInWithCode(person)
    for (let i = 1; i < 10; i++) await enrolTotp(who, `Phone ${i}`, 0)
    expect((await who.post('/api/iam/mfa/totp/begin')).status).toBe(409)
  })

  it('are changed only with a recent proof, which is the factor once there is one', async () => {
    const person = await withTotp()
    const old = await refreshed(person.before)
    expect((await old.post('/api/iam/mfa/totp/begin')).status).toBe(201)
    laterBy(301)
    const stale = await refreshed(old)
    for (const answer of [
      await stale.post('/api/iam/mfa/totp/begin'),
      await stale.post('/api/iam/mfa/passkeys/begin'),
      await stale.post('/api/iam/mfa/recovery-codes/regenerate'),
      await stale.delete(`/api/iam/mfa/factors/${person.factor}`),
    ])
      expect([answer.status, answer.body.errorCode]).toEqual([403, 'STEP_UP_REQUIRED'])
    const { body } = await stale.post('/api/iam/auth/step-up', { code: codeOf(person.secret) })
    expect((await client(body.accessToken).post('/api/iam/mfa/totp/begin')).status).toBe(201)
  })

  it('are announced to the owner by mail when they change', async () => {
    const person = await withTotp()
    const who = await signedInWithCode(person)
    await who.post('/api/iam/mfa/recovery-codes/regenerate')
    await who.delete(`/api/iam/mfa/factors/${person.factor}`)
    await drainEvents()
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'A second factor was added to your account',
        'You have new recovery codes',
        'A second factor was removed from your account',
      ]),
    )
  })
})
