import { beforeEach, describe, expect, it } from 'vitest'
import { addEmailToken, sealEmailToken } from '../../lib/iam/accounts/email-token.ts'
import { updateMemberEmails } from '../../lib/iam/members/update-member-emails.ts'
import { renameMemberships } from '../../lib/iam/rename-tenant.ts'
import { hashEmail } from '../../lib/platform/access/email.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { client } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { confirm, requestEmail, undo } from './email-changes.ts'
import { codeOf, enrolTotp } from './factors.ts'
import {
  aColleague,
  anOwner,
  ask,
  invited,
  laterBy,
  mailedToken,
  memberOf,
  type Person,
  refreshed,
  type SignedIn,
  signedIn,
  somebody,
  verified,
  working,
} from './people.ts'

beforeEach(() => useApp(undefined))

const SETTINGS = '/api/configuration/settings/bulk'
const NEW = 'a brand new password'
const outcome = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode]
const signsIn = async ({ email, password }: Person) => (await ask('login', { email, password })).status

describe('a change of the password', () => {
  const change = (who: Pick<SignedIn, 'post'>, currentPassword: string, newPassword = NEW) =>
    who.post('/api/iam/account/change-password', { currentPassword, newPassword })

  it('needs the current one, ends the other sessions and mails the owner', async () => {
    const person = await verified()
    const [who, other] = [await signedIn(person), await signedIn(person)]
    const wrong = await change(who, 'a guess')
    expect([wrong.status, wrong.body.violations[0].propertyPath]).toEqual([400, 'currentPassword'])
    const token = await mailedToken(person.email, 'password-reset')
    expect((await change(who, person.password)).status).toBe(204)
    expect((await who.get('/api/iam/me')).status).toBe(200)
    expect((await refreshed(who)).claims.sub).toBe(who.claims.sub)
    expect(outcome(await other.get('/api/iam/me'))).toEqual([401, 'SESSION_REVOKED'])
    expect((await ask('refresh', { refreshToken: other.refreshToken })).status).toBe(401)
    expect((await ask('reset-password', { token, newPassword: 'another password' })).status).toBe(400)
    expect(await signsIn(person)).toBe(401)
    expect(await signsIn({ ...person, password: NEW })).toBe(200)
    await drainEvents()
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
  })

  it('accepts no password after five wrong ones, also in parallel', async () => {
    laterBy(0)
    const person = await verified()
    const who = await signedIn(person)
    const answers = await Promise.all(Array.from({ length: 9 }, () => change(who, 'a guess')))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect((await change(who, person.password)).status).toBe(429)
  })

  it('of two at once that know the same password is made by one', async () => {
    const person = await verified()
    const who = await signedIn(person)
    const answers = await Promise.all([1, 2].map((i) => change(who, person.password, `${NEW} ${i}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  })

  it('refuses a common password, and an account with a factor without a recent proof', async () => {
    laterBy(0)
    const person = await verified()
    const who = await signedIn(person)
    expect((await change(who, person.password, 'password1')).status).toBe(400)
    const { secret } = await enrolTotp(who)
    expect(outcome(await change(who, person.password))).toEqual([403, 'STEP_UP_REQUIRED'])
    const { body } = await who.post('/api/iam/auth/step-up', { code: codeOf(secret) })
    expect((await change(client(body.accessToken), person.password)).status).toBe(204)
  })
})

const settled = (who: SignedIn) => updateMemberEmails(app(), { identityId: who.claims.sub }, app().clock())

const countRecorded = async (who: Pick<SignedIn, 'get'>): Promise<number> =>
  (await who.get('/api/audit/entries?action=credentials_changed')).body.member.length

describe('a change of the e-mail address', () => {
  it('applies once the new address confirms it; sessions and memberships continue', async () => {
    const owner = await anOwner()
    const { email } = somebody()
    const { confirming } = await requestEmail(owner, email.toUpperCase())
    expect((await owner.get('/api/iam/me')).body.email).toBe(owner.email)
    expect(await countRecorded(owner)).toBe(0)
    expect((await confirm(confirming)).status).toBe(204)
    expect((await confirm(confirming)).status).toBe(400)
    expect(await countRecorded(owner)).toBe(1)
    expect((await owner.get('/api/iam/me')).body.email).toBe(email)
    expect(await signsIn({ ...owner, email })).toBe(200)
    await drainEvents()
    const { body } = await owner.get('/api/iam/members')
    expect(body.member.map((each: { email: string }) => each.email)).toEqual([email])
    const [mail] = (await mailsTo(email)).filter(({ text }) => text.includes('confirm-email-change'))
    expect(mail?.text).toContain('It then replaces the current address')
    const [notice] = (await mailsTo(owner.email)).filter(({ subject }) => /about to change/.test(subject))
    expect(notice?.text).toContain('/undo-email-change?token=')
  })

  it('does not reveal whether the new address has an account, and does not take it', async () => {
    const [who, known] = [await signedIn(await verified()), await verified()]
    const { confirming } = await requestEmail(who, known.email)
    expect(confirming).toBe('')
    await drainEvents()
    const subjects = (await mailsTo(known.email)).map(({ subject }) => subject)
    expect(subjects).toContain('You already have an account')
    expect(await signsIn(known)).toBe(200)
  })

  it('is made by one of two accounts that confirm the same address at once', async () => {
    const { email } = somebody()
    const [one, two] = [await signedIn(await verified()), await signedIn(await verified())]
    const tokens = [(await requestEmail(one, email)).confirming, (await requestEmail(two, email)).confirming]
    const answers = await Promise.all(tokens.map(confirm))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    const emails = [(await one.get('/api/iam/me')).body.email, (await two.get('/api/iam/me')).body.email]
    expect(emails.filter((each) => each === email)).toHaveLength(1)
  })

  it('loses against a registration that takes the address meanwhile', async () => {
    const person = somebody()
    const who = await signedIn(await verified())
    const { confirming } = await requestEmail(who, person.email)
    await verified(person)
    expect((await confirm(confirming)).status).toBe(400)
    expect(await signsIn(person)).toBe(200)
  })

  it('is stopped before and undone after its confirmation by the earlier address', async () => {
    for (const isConfirmed of [false, true]) {
      laterBy(0)
      const owner = await anOwner()
      const { email } = somebody()
      const { confirming, undoing } = await requestEmail(owner, email)
      if (isConfirmed) expect((await confirm(confirming)).status).toBe(204)
      if (isConfirmed) await settled(owner)
      expect((await undo(undoing)).status).toBe(204)
      expect((await undo(undoing)).status).toBe(400)
      expect((await confirm(confirming)).status).toBe(400)
      expect(outcome(await owner.get('/api/iam/me'))).toEqual([401, 'SESSION_REVOKED'])
      for (const address of [email, owner.email]) expect(await signsIn({ ...owner, email: address })).toBe(401)
      const token = await mailedToken(owner.email, 'password-reset')
      await ask('reset-password', { token, newPassword: NEW })
      laterBy(120)
      const again = await signedIn({ ...owner, password: NEW })
      expect((await again.get('/api/iam/me')).body.email).toBe(owner.email)
      // The undoing and the reset of the password, and before them the confirmation.
      expect(await countRecorded(again)).toBe(isConfirmed ? 3 : 2)
      await settled(owner)
      expect((await again.get('/api/iam/members')).body.member[0].email).toBe(owner.email)
      expect(await signsIn(await verified({ email, password: NEW }))).toBe(200)
    }
  })

  it('keeps the earlier address while it can be undone: nobody registers it, and no second change hides the first', async () => {
    const person = await verified()
    const who = await signedIn(person)
    const { confirming, undoing } = await requestEmail(who, somebody().email)
    await confirm(confirming)
    await ask('register', { email: person.email, password: NEW, firstName: 'Thief' })
    expect(outcome(await who.post('/api/iam/account/change-email', { newEmail: somebody().email }))).toEqual([
      409,
      'OPERATION_NOT_ALLOWED',
    ])
    const { body } = await who.post('/api/iam/account/change-password', {
      currentPassword: person.password,
      newPassword: NEW,
    })
    expect(body).toBe('')
    expect((await undo(undoing)).status).toBe(204)
    expect(await app().db.query({ pk: `I#${who.claims.sub}`, prefix: 'IDENTITY' })).toMatchObject([
      { email: person.email, passwordHash: '' },
    ])
  })

  it('accepts a token only for its purpose, its time and until a newer one', async () => {
    laterBy(0)
    const person = await verified()
    const who = await signedIn(person)
    const first = await requestEmail(who, somebody().email)
    // The clock stands still, and events of one moment have no order.
    laterBy(1)
    const second = await requestEmail(who, somebody().email)
    for (const token of [first.confirming, second.undoing, await mailedToken(person.email, 'verification')])
      expect((await confirm(token)).status).toBe(400)
    for (const token of [first.undoing, second.confirming]) expect((await undo(token)).status).toBe(400)
    laterBy(24 * 3600)
    expect((await confirm(second.confirming)).status).toBe(400)
    expect((await undo(second.undoing)).status).toBe(204)
  })

  it('needs a recent proof and another address, five times a day', async () => {
    laterBy(0)
    const person = await verified()
    const who = await signedIn(person)
    const request = (newEmail: string) => who.post('/api/iam/account/change-email', { newEmail })
    expect((await request(person.email)).body.violations[0].propertyPath).toBe('newEmail')
    const answers = await Promise.all(Array.from({ length: 7 }, () => request(somebody().email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429])
    laterBy(301)
    expect(outcome(await request(somebody().email))).toEqual([403, 'STEP_UP_REQUIRED'])
  })

  it('is refused while a tenant of the account does not allow the domain, when it is asked for and when it is confirmed', async () => {
    const owner = await anOwner()
    const allow = (domains: string[]) =>
      owner.put(SETTINGS, { settings: [{ key: 'security.allowedEmailDomains', value: domains }] })
    const newEmail = `${somebody().email.split('@')[0]}@other.test`
    const { confirming } = await requestEmail(owner, newEmail)
    expect((await allow(['example.com', 'example.net'])).status).toBeLessThan(300)
    const asked = await owner.post('/api/iam/account/change-email', { newEmail })
    const confirmed = await confirm(confirming)
    for (const [answer, propertyPath] of [
      [asked, 'newEmail'],
      [confirmed, 'token'],
    ] as const)
      expect([answer.status, answer.body.violations]).toEqual([
        400,
        [{ propertyPath, message: expect.stringMatching(/^must be an address at example\.com or example\.net while/) }],
      ])
    expect((await owner.get('/api/iam/me')).body.email).toBe(owner.email)
    expect((await allow(['example.com', 'other.test'])).status).toBeLessThan(300)
    expect((await confirm(confirming)).status).toBe(204)
  })

  it('never lets an invitation be accepted by an account whose new address its tenant does not allow', async () => {
    const owner = await anOwner()
    await owner.put(SETTINGS, { settings: [{ key: 'security.allowedEmailDomains', value: ['example.com'] }] })
    for (let round = 0; round < 3; round++) {
      const person = await verified()
      const { token } = await invited(owner, 'viewer', person)
      const newEmail = `${person.email.split('@')[0]}@other.test`
      const { confirming } = await requestEmail(await signedIn(person), newEmail)
      const accept = () => ask('accept-invitation', { token })
      const answers = round
        ? await Promise.all([accept(), confirm(confirming)])
        : [await confirm(confirming), await accept()]
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    }
  })

  it('withdraws an invitation to the new address in a tenant of the account', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'viewer')
    const { email } = await invited(owner, 'finance')
    const { confirming } = await requestEmail(await signedIn(colleague), email)
    await confirm(confirming)
    for (let run = 0; run < 2; run++) await settled(colleague)
    const { body } = await owner.get('/api/iam/members?itemsPerPage=100')
    const found = body.member.filter((each: { email: string }) => each.email === email)
    expect(found).toMatchObject([{ id: colleague.member, role: 'viewer', status: 'active' }])
  })

  it('lets an invitation to the earlier address be accepted while it can be undone', async () => {
    const [owner, person] = [await anOwner(), await verified()]
    const { token } = await invited(owner, 'viewer', person)
    const who = await signedIn(person)
    await confirm((await requestEmail(who, somebody().email)).confirming)
    const { body } = await ask('accept-invitation', { token })
    expect(body.identityId).toBe(who.claims.sub)
  })

  it('frees the earlier address after eight days, also while its claim is still stored', async () => {
    laterBy(0)
    const person = await verified()
    const who = await signedIn(person)
    const { email } = somebody()
    await confirm((await requestEmail(who, email)).confirming)
    laterBy(8 * 24 * 3600 + 1)
    expect(await app().db.get({ pk: `I#email#${hashEmail(person.email)}`, sk: 'EMAIL' })).toBeDefined()
    expect(await signsIn(person)).toBe(401)
    const next = await signedIn(await verified({ email: person.email, password: NEW }))
    expect(next.claims.sub).not.toBe(who.claims.sub)
    const back = await signedIn({ ...person, email })
    const { confirming } = await requestEmail(back, somebody().email)
    expect((await confirm(confirming)).status).toBe(204)
    expect(await signsIn({ email: person.email, password: NEW })).toBe(200)
  })

  it('frees both addresses when the account is deleted', async () => {
    const person = await verified()
    const who = await signedIn(person)
    const next = somebody()
    await confirm((await requestEmail(who, next.email)).confirming)
    expect((await who.delete('/api/iam/account')).status).toBe(204)
    for (const email of [person.email, next.email])
      expect(await signsIn(await verified({ email, password: NEW }))).toBe(200)
  })
})

describe('a tenant', () => {
  it('is renamed for everybody, in lists and in the answers with tokens', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'viewer')
    const url = `/api/iam/tenants/${owner.tenant}`
    const { status, body } = await owner.patch(url, { name: 'Südlicht' })
    expect([status, body.name, body.role]).toEqual([200, 'Südlicht', 'owner'])
    expect((await owner.get(url)).body.name).toBe('Südlicht')
    await drainEvents()
    expect((await colleague.get(url)).body.name).toBe('Südlicht')
    expect((await signedIn(colleague)).tenants.find(({ id }) => id === owner.tenant)?.name).toBe('Südlicht')
    expect((await owner.patch(url, { name: 'Südlicht' })).status).toBe(200)
  })

  it('keeps the later of two names, in whichever order the tasks run', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'viewer')
    const url = `/api/iam/tenants/${owner.tenant}`
    const { db } = app()
    let isFirst = true
    const held = {
      ...db,
      async transact(...given: Parameters<typeof db.transact>) {
        if (isFirst) {
          isFirst = false
          await owner.patch(url, { name: 'Second' })
          await renameMemberships({ db }, { tenant: owner.tenant })
        }
        return await db.transact(...given)
      },
    }
    await owner.patch(url, { name: 'First' })
    await renameMemberships({ db: held }, { tenant: owner.tenant })
    for (const each of [owner, colleague]) expect((await each.get(url)).body.name).toBe('Second')
  })

  it('is renamed only by those who may, and only the selected one', async () => {
    const [owner, stranger] = [await anOwner(), await anOwner()]
    const viewer = await aColleague(owner, 'viewer')
    const url = `/api/iam/tenants/${owner.tenant}`
    expect((await viewer.patch(url, { name: 'Mine' })).status).toBe(403)
    expect((await stranger.patch(url, { name: 'Mine' })).status).toBe(404)
    expect((await owner.patch(url, { name: ' ' })).status).toBe(400)
    expect((await owner.get(url)).body.name).toBe('Ada')
  })
})

describe('a transfer of the ownership', () => {
  const transfer = (who: Pick<SignedIn, 'post'>, tenant: string, memberId: string) =>
    who.post(`/api/iam/tenants/${tenant}/transfer-ownership`, { memberId })

  it('makes the other an owner and the caller an administrator at once', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'viewer')
    expect((await transfer(owner, owner.tenant, colleague.member)).status).toBe(204)
    for (const each of [owner, colleague])
      expect(outcome(await each.get('/api/iam/members'))).toEqual([401, 'TOKEN_EXPIRED'])
    const next = await working(await refreshed(colleague), owner.tenant)
    const { body: list } = await next.get('/api/iam/members?itemsPerPage=100')
    expect(list.member.map(({ role }: { role: string }) => role).sort()).toEqual(['admin', 'owner'])
    expect(outcome(await transfer(await refreshed(owner), owner.tenant, colleague.member))[0]).toBe(403)
    const roles = (await readEvents(owner.tenant)).filter(({ topic }) => topic === 'iam.membership.role_assigned')
    expect(roles).toHaveLength(2)
  })

  it('is refused for oneself, for a foreign or invited or suspended member, and by an administrator', async () => {
    const [owner, stranger] = [await anOwner(), await anOwner()]
    const admin = await aColleague(owner, 'admin')
    const { member } = await invited(owner, 'viewer')
    const suspended = await aColleague(owner, 'viewer')
    await owner.post(`/api/iam/members/${suspended.member}/suspend`)
    const own = await memberOf(owner)
    for (const id of [own, member, suspended.member, await memberOf(stranger)]) {
      const answer = await transfer(owner, owner.tenant, id)
      expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([400, 'memberId'])
    }
    expect((await transfer(admin, owner.tenant, admin.member)).status).toBe(403)
    expect((await transfer(owner, stranger.tenant, admin.member)).status).toBe(404)
  })

  it('never leaves the tenant without an owner, whatever happens at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await anOwner()
      const colleague = await aColleague(owner, 'admin')
      await Promise.all([
        transfer(owner, owner.tenant, colleague.member),
        colleague.delete(`/api/iam/tenants/${owner.tenant}`),
        owner.post(`/api/iam/members/${colleague.member}/suspend`),
      ])
      const rows = await app().db.query({ pk: `T#${owner.tenant}#member` })
      const owners = rows.filter(({ role, status }) => role === 'owner' && status === 'active')
      expect(owners.length).toBeGreaterThan(0)
    }
  })
})

describe('a mailed token', () => {
  it('that undoes a change of the address survives a new password', async () => {
    const person = await verified()
    const who = await signedIn(person)
    const { token } = await sealEmailToken(app(), who.claims.sub)
    await runInUnit(app().db, { tenant: undefined, actor: null, now: app().clock() }, async (unit) =>
      addEmailToken(unit, who.claims.sub, 'email-undo', token, { oldEmail: person.email }),
    )
    await who.post('/api/iam/account/change-password', { currentPassword: person.password, newPassword: NEW })
    expect((await undo(token)).status).toBe(204)
  })

  it('that confirms another address does not survive a reset of the password, and the one that undoes it does', async () => {
    const person = await verified()
    const { email } = somebody()
    const { confirming, undoing } = await requestEmail(await signedIn(person), email)
    const token = await mailedToken(person.email, 'password-reset')
    expect((await ask('reset-password', { token, newPassword: NEW })).status).toBe(204)
    expect((await confirm(confirming)).status).toBe(400)
    expect(await signsIn({ email, password: NEW })).toBe(401)
    expect((await undo(undoing)).status).toBe(204)
  })
})
