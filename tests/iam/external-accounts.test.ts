import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findLink } from '../../lib/iam/external/link-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { client } from '../support/client.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { RETURN, signInAt } from './external-browser.ts'
import { startProvider } from './external-provider.ts'
import { signedIn, verified } from './people.ts'

const provider = await startProvider()
const { issuer } = provider
afterAll(() => provider.stop())
Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_OIDC: JSON.stringify({ issuer, clientId: 'entrepot' }),
  SIGN_IN_SOCIAL_OAUTH_B: JSON.stringify({ issuer, clientId: 'b' }),
  SIGN_IN_RETURN_URIS: RETURN,
})

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
