import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { client } from '../support/client.ts'
import { RETURN, signInAt } from './external-browser.ts'
import { startProvider } from './external-provider.ts'
import { anOwnerWithTotp, codeOf, enrolTotp, readClaims, signedInWithCode, withTotp, wrongCode } from './factors.ts'
import { aColleague, anOwner, ask, laterBy, type Owner, refreshed, signedIn, working } from './people.ts'
import { joined } from './satellites.ts'

const provider = await startProvider()
afterAll(() => provider.stop())
Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_OIDC: JSON.stringify({ issuer: provider.issuer, clientId: 'entrepot' }),
  SIGN_IN_RETURN_URIS: RETURN,
})
beforeEach(() => useApp(undefined))

const set = async (by: Pick<Owner, 'put'>, values: Record<string, unknown>) => {
  const settings = Object.entries(values).map(([key, value]) => ({ key: `security.${key}`, value }))
  expect((await by.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
}

const select = (who: Pick<Owner, 'post'>, tenantId: string) => who.post('/api/iam/auth/select-tenant', { tenantId })
const outcome = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode]
const partners = (token: string) => client(token).get('/api/partner/partners')

describe('a tenant that requires a second factor', () => {
  it('lets members without one select it only to be told to enrol, and in once they did', async () => {
    laterBy(0)
    const owner = await anOwner()
    await set(owner, { mfaRequired: true })
    const again = await signedIn(owner)
    expect(again.tenants.map(({ id }) => id)).toEqual([owner.tenant])
    expect(again.claims.tid).toBeUndefined()
    expect(outcome(await select(again, owner.tenant))).toEqual([403, 'MFA_ENROLMENT_REQUIRED'])
    expect((await refreshed(owner)).claims.tid).toBeUndefined()
    await enrolTotp(again)
    const shown = await refreshed(again)
    expect(shown.claims.tid).toBe(owner.tenant)
    expect((await select(shown, owner.tenant)).status).toBe(200)
  })

  it('asks a session that has not shown the factor to step up', async () => {
    laterBy(0)
    const owner = await anOwner()
    const [one, two] = [await signedIn(owner), await signedIn(owner)]
    const { secret } = await enrolTotp(one)
    await set(owner, { mfaRequired: true })
    expect(outcome(await select(two, owner.tenant))).toEqual([403, 'STEP_UP_REQUIRED'])
    const { body } = await two.post('/api/iam/auth/step-up', { code: codeOf(secret) })
    expect((await select(client(body.accessToken), owner.tenant)).status).toBe(200)
    expect((await refreshed(two)).claims.tid).toBe(owner.tenant)
  })

  it('waits until the day from which it is required', async () => {
    const owner = await anOwner()
    const day = (days: number) => new Date(app().clock().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await set(owner, { mfaRequired: true, mfaRequiredFrom: day(3) })
    expect((await signedIn(owner)).claims.tid).toBe(owner.tenant)
    laterBy(3 * 86_400)
    expect((await signedIn(owner)).claims.tid).toBeUndefined()
  })

  it('refuses a day that does not exist', async () => {
    const owner = await anOwner()
    for (const value of ['2026-02-30', '2026-13-01', 'tomorrow', '2026-2-3'])
      expect(
        (
          await owner.put('/api/configuration/settings/bulk', {
            settings: [{ key: 'security.mfaRequiredFrom', value }],
          })
        ).status,
      ).toBe(400)
  })

  it('keeps the last factor of its members', async () => {
    const owner = await anOwnerWithTotp()
    await set(owner, { mfaRequired: true })
    const { status, body } = await owner.delete(`/api/iam/mfa/factors/${owner.factor}`)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('requires one')])
    const second = await enrolTotp(owner, 'Tablet', 0)
    expect((await owner.delete(`/api/iam/mfa/factors/${second.factor}`)).status).toBe(204)
    await set(owner, { mfaRequired: false })
    expect((await owner.delete(`/api/iam/mfa/factors/${owner.factor}`)).status).toBe(204)
  })

  it('is not entered by a satellite of a session that has not shown the factor', async () => {
    laterBy(0)
    const owner = await anOwner()
    await set(owner, { mfaRequired: true })
    const joining = await joined(owner)
    expect(readClaims(joining.answer.body.accessToken).tid).toBeUndefined()
    expect(outcome(await select(joining, owner.tenant))).toEqual([403, 'MFA_ENROLMENT_REQUIRED'])
    await enrolTotp(owner)
    const shown = await joined(await refreshed(owner))
    expect(readClaims(shown.answer.body.accessToken)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] })
    expect((await select(shown, owner.tenant)).status).toBe(200)
  })
})

describe('an external sign-in', () => {
  it('asks an account with a second factor for it', async () => {
    const person = await withTotp()
    const { told } = await signInAt(provider, { sub: randomUUID(), email: person.email, email_verified: true })
    expect(Object.keys(told)).toEqual(['mfaToken', 'expiresIn', 'factors', 'state'])
    expect(told.factors).toBe('totp,recovery_code')
    const { mfaToken = '' } = told
    expect((await ask('mfa', { mfaToken, code: wrongCode(person.secret) })).status).toBe(401)
    const { status, body } = await ask('mfa', { mfaToken, code: codeOf(person.secret) })
    expect([status, readClaims(body.accessToken).amr]).toEqual([200, ['otp', 'mfa']])
  })
})

describe('a tenant that demands step-up', () => {
  const demanding = async () => {
    const owner = await anOwnerWithTotp()
    const colleague = await aColleague(owner, 'viewer')
    await set(owner, { stepUp: true })
    return { owner, colleague, who: await refreshed(owner) }
  }
  const changeRole = (token: string, member: string) =>
    client(token).patch(`/api/iam/members/${member}`, { role: 'finance' })

  it('refuses dangerous operations without a second factor from the last five minutes', async () => {
    const { owner, colleague, who } = await demanding()
    const token = who.token as string
    laterBy(301)
    const setting = (key: string, value: unknown) =>
      client(token).put('/api/configuration/settings/bulk', { settings: [{ key, value }] })
    for (const answer of [
      await changeRole(token, colleague.member),
      await client(token).post(`/api/iam/members/${colleague.member}/suspend`),
      await client(token).delete(`/api/iam/members/${colleague.member}`),
      await setting('security.stepUp', false),
      await setting('billing.bankAccount', { accountHolder: 'Thief' }),
      await setting('billing.fourEyes', false),
      await setting('notifications.webhookSecret', 'mine'),
      await setting('notifications.webhookUrl', 'https://thief.example/events'),
    ])
      expect(outcome(answer)).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await setting('general.companyName', 'Nordlicht')).status).toBe(204)
    expect((await partners(token)).status).toBe(200)
    const { body } = await who.post('/api/iam/auth/step-up', { code: codeOf(owner.secret) })
    expect((await changeRole(body.accessToken, colleague.member)).status).toBe(200)
  })

  it('is not satisfied by a refresh, a selection of the tenant, a satellite or a password', async () => {
    const { owner, colleague, who } = await demanding()
    laterBy(301)
    const stale = await refreshed(who)
    expect(outcome(await changeRole(stale.token as string, colleague.member))).toEqual([403, 'STEP_UP_REQUIRED'])
    const selected = await working(stale, owner.tenant)
    expect(outcome(await changeRole(selected.token as string, colleague.member))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await stale.post('/api/iam/auth/step-up', { password: owner.password })).status).toBe(400)
    const fresh = await stale.post('/api/iam/auth/step-up', { code: codeOf(owner.secret) })
    const satellite = await joined(client(fresh.body.accessToken))
    const satelliteToken = satellite.answer.body.accessToken
    expect(outcome(await changeRole(satelliteToken, colleague.member))).toEqual([403, 'STEP_UP_REQUIRED'])
    laterBy(30)
    const code = codeOf(owner.secret)
    expect(outcome(await satellite.post('/api/iam/auth/step-up', { code }))).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })

  it('is satisfied by a sign-in with the factor, but not without', async () => {
    const { owner, colleague } = await demanding()
    const who = await signedInWithCode(owner)
    expect((await changeRole(who.accessToken, colleague.member)).status).toBe(200)
    const admin = await aColleague(owner, 'admin')
    expect(outcome(await changeRole(admin.token as string, colleague.member))).toEqual([403, 'STEP_UP_REQUIRED'])
  })
})

describe('a step-up', () => {
  it('takes the password of an account without a factor, five tries in 15 minutes', async () => {
    laterBy(0)
    const owner = await anOwner()
    laterBy(301)
    const stale = await refreshed(owner)
    expect((await stale.post('/api/iam/mfa/totp/begin')).body.errorCode).toBe('STEP_UP_REQUIRED')
    const { body } = await stale.post('/api/iam/auth/step-up', { password: owner.password })
    expect((await client(body.accessToken).post('/api/iam/mfa/totp/begin')).status).toBe(201)
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => stale.post('/api/iam/auth/step-up', { password: 'a guess' })),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5)
    expect((await stale.post('/api/iam/auth/step-up', { password: owner.password })).status).toBe(429)
  })

  it('shares its tries with sign-ins, and takes no code twice', async () => {
    const owner = await anOwnerWithTotp()
    const code = codeOf(owner.secret)
    const answers = await Promise.all([1, 2, 3].map(() => owner.post('/api/iam/auth/step-up', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    for (let i = 0; i < 5; i++) await owner.post('/api/iam/auth/step-up', { code: wrongCode(owner.secret, i) })
    const { mfaToken } = (await ask('login', { email: owner.email, password: owner.password })).body
    expect((await ask('mfa', { mfaToken, code: wrongCode(owner.secret, 9) })).status).toBe(429)
  })

  it('is needed to delete an account with a factor', async () => {
    const owner = await anOwnerWithTotp()
    laterBy(301)
    expect(outcome(await owner.delete('/api/iam/account'))).toEqual([403, 'STEP_UP_REQUIRED'])
    const { body } = await owner.post('/api/iam/auth/step-up', { code: codeOf(owner.secret) })
    expect((await client(body.accessToken).delete('/api/iam/account')).status).toBe(204)
    expect(await app().db.query({ pk: `I#${owner.claims.sub}`, prefix: 'MFA' })).toHaveLength(0)
  })
})
