import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findLink } from '../../lib/iam/external/link-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { client } from '../support/client.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { confirm, requestEmail, undo } from './email-changes.ts'
import { RETURN, signInAt } from './external-browser.ts'
import { startProvider } from './external-provider.ts'
import { laterBy, signedIn, somebody, verified } from './people.ts'

const provider = await startProvider()
const { issuer } = provider
afterAll(() => provider.stop())
Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_OIDC: JSON.stringify({ issuer, clientId: 'entrepot' }),
  SIGN_IN_SOCIAL_OAUTH_B: JSON.stringify({ issuer, clientId: 'b' }),
  SIGN_IN_RETURN_URIS: RETURN,
})
beforeEach(() => useApp(undefined))

const LINKED = 'A new way to sign in to your account'
const UNLINKED = 'A way to sign in to your account was removed'

const subjectsTo = async (email: string) => {
  await drainEvents()
  return (await mailsTo(email)).map(({ subject }) => subject).filter((each) => [LINKED, UNLINKED].includes(each))
}
const externalOf = (email: string) => ({ sub: randomUUID(), email, email_verified: true, given_name: 'Grace' })
const accountsOf = async (token: string | undefined) =>
  (await client(token).get('/api/iam/external-accounts')).body.member

test('the owner gets one mail when an account is linked, and none for a new account', async () => {
  const { email } = await verified()
  const external = externalOf(email)
  await signInAt(provider, external)
  expect(await subjectsTo(email)).toEqual([LINKED])
  const mail = (await mailsTo(email)).find(({ subject }) => subject === LINKED)
  expect(mail?.text).toContain('127.0.0.1')
  await signInAt(provider, external)
  expect(await subjectsTo(email)).toEqual([LINKED])
  const fresh = externalOf(`fresh.${randomUUID()}@example.com`)
  await signInAt(provider, fresh)
  expect(await subjectsTo(fresh.email)).toEqual([])
})

test("linked accounts are listed newest first, to their owner only, without the provider's ids", async () => {
  const person = await verified()
  const [one, two] = [externalOf(person.email), externalOf(person.email)]
  await signInAt(provider, one)
  const { told } = await signInAt(provider, two, { kind: 'social_oauth_b' })
  const accounts = await accountsOf(told.accessToken)
  expect(accounts.map(({ kind }: { kind: string }) => kind)).toEqual(['social_oauth_b', 'oidc'])
  expect(accounts[0]).toMatchObject({ '@type': 'ExternalAccount', provider: '127.0.0.1' })
  expect(JSON.stringify(accounts)).not.toMatch(new RegExp(`${one.sub}|${two.sub}|[0-9a-f]{64}`))
  expect(await accountsOf((await signedIn(await verified())).token)).toEqual([])
})

test('an unlinked account cannot sign in, its owner gets a mail, and nobody else can unlink it', async () => {
  const person = await verified()
  const external = externalOf(person.email)
  const { told } = await signInAt(provider, external)
  const own = client(told.accessToken)
  const [{ id }] = await accountsOf(told.accessToken)
  const stranger = await signedIn(await verified())
  expect((await stranger.delete(`/api/iam/external-accounts/${id}`)).status).toBe(404)
  expect((await own.delete(`/api/iam/external-accounts/${id}`)).status).toBe(204)
  expect(await accountsOf(told.accessToken)).toEqual([])
  expect((await own.delete(`/api/iam/external-accounts/${id}`)).status).toBe(404)
  expect((await subjectsTo(person.email)).sort()).toEqual([LINKED, UNLINKED])
  const again = await signInAt(provider, { ...external, email_verified: false })
  expect(again.told.error).toBe('email_not_verified')
})

test('a deleted account leaves no links', async () => {
  const external = externalOf(`deleted.${randomUUID()}@example.com`)
  const { told } = await signInAt(provider, external)
  const link = () => findLink(app().db, 'oidc', { issuer, subject: external.sub })
  expect(await link()).toBeDefined()
  expect((await client(told.accessToken).delete('/api/iam/account')).status).toBe(204)
  await drainEvents()
  expect(await link()).toBeUndefined()
})

const identityAt = async (token: string | undefined) => (await client(token).get('/api/iam/me')).body.id

test('an undone change of the address unlinks what was linked since its request, and keeps earlier links', async () => {
  const person = await verified()
  const own = externalOf(person.email)
  await signInAt(provider, own)
  laterBy(60)
  const who = await signedIn(person)
  const { email } = somebody()
  const { confirming, undoing } = await requestEmail(who, email)
  await confirm(confirming)
  const foreign = externalOf(email)
  expect(await identityAt((await signInAt(provider, foreign)).told.accessToken)).toBe(who.claims.sub)
  expect((await undo(undoing)).status).toBe(204)
  const { told } = await signInAt(provider, foreign)
  expect(await identityAt(told.accessToken)).not.toBe(who.claims.sub)
  const again = await signInAt(provider, own)
  expect(await identityAt(again.told.accessToken)).toBe(who.claims.sub)
  expect(await accountsOf(again.told.accessToken)).toHaveLength(1)
})

test('an account has at most twenty links, all of which an undone change of the address removes', async () => {
  const person = await verified()
  const { email } = somebody()
  const { confirming, undoing } = await requestEmail(await signedIn(person), email)
  await confirm(confirming)
  for (let i = 0; i < 20; i++) expect((await signInAt(provider, externalOf(email))).told.error).toBeUndefined()
  expect((await signInAt(provider, externalOf(email))).told.error).toBe('access_denied')
  expect((await undo(undoing)).status).toBe(204)
  expect(await accountsOf((await signInAt(provider, externalOf(person.email))).told.accessToken)).toHaveLength(1)
})

test('an account is not linked by its earlier address, which belongs to nobody once it cannot return', async () => {
  const person = await verified()
  const who = await signedIn(person)
  await confirm((await requestEmail(who, somebody().email)).confirming)
  const external = externalOf(person.email)
  const { told } = await signInAt(provider, external)
  expect([told.error, told.accessToken]).toEqual(['email_not_verified', undefined])
  laterBy(8 * 24 * 3600 + 1)
  const { accessToken } = (await signInAt(provider, external)).told
  expect((await client(accessToken).get('/api/iam/me')).body).toMatchObject({ email: person.email, firstName: 'Grace' })
  expect(await identityAt(accessToken)).not.toBe(who.claims.sub)
})
