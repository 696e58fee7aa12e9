import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../../local/serve.ts'
import { waitFor } from '../../local/wait.ts'
import { client, send } from '../support/client.ts'
import { visitors } from '../support/visitor.ts'
import { startOf } from './external-browser.ts'
import { startIdp } from './saml-provider.ts'

/** Serves the platform at an address that a browser can reach, and a page of the application. */
const platform = await serve((request, response) => {
  const path = request.url ?? '/'
  if (path.startsWith('/app'))
    return void response.setHeader('content-type', 'text/html').end('<h1>The application</h1>')
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  void text(request)
    .then((body) => send(request.method ?? 'GET', path, { headers, ...(body && { body }) }))
    .then((answer) => response.writeHead(answer.status, answer.headers).end(answer.text))
})
const publicUrl = `http://localhost:${platform.port}`
process.env.PUBLIC_URL = publicUrl
const redirectUri = `${publicUrl}/auth/external/oidc/callback`

const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const CLIENT = { client_id: 'entrepot', client_secret: 'of-the-client-entrepot' }
/** It is created with the address of its server. */
let provider: Provider
const host = await serve((request, response) => provider.callback()(request, response))
const issuer = host.url
provider = new Provider(issuer, {
  clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
  cookies: { keys: [randomUUID()] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
  findAccount: (_context: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, email: id, email_verified: true, given_name: 'Grace' }),
  }),
  ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
})

const idp = await startIdp()
const RETURN = `${publicUrl}/app/signed-in`
Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_OIDC: JSON.stringify({ issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret }),
  SIGN_IN_SAML: JSON.stringify({ metadataUrl: idp.metadataUrl, emailsVerified: true }),
  SIGN_IN_RETURN_URIS: `${publicUrl}/app/`,
})
afterAll(async () => {
  for (const { stop } of [platform, host, idp]) await stop()
})

const arrived = async (at: () => Promise<string>) => {
  const url = await waitFor('the application', async () => ((await at()).startsWith(RETURN) ? await at() : undefined), {
    seconds: 60,
  })
  return Object.fromEntries(new URLSearchParams(url.split('#')[1]))
}
const me = async ({ accessToken }: Record<string, string>) => (await client(accessToken).get('/api/iam/me')).body

describe.each(Object.entries(visitors))('with %s', (name, enter) => {
  const email = `${name.replace(/\W/g, '').toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`

  test('signs a person in with OpenID Connect and returns to the application', async () => {
    const visitor = await enter()
    try {
      const { body } = await startOf('oidc', { returnUri: RETURN })
      await visitor.open(body.authorizationUrl)
      await visitor.submit({ login: email, password: 'any' })
      await visitor.submit()
      const told = await arrived(visitor.at)
      expect(told.state).toBe(body.state)
      expect(await me(told)).toMatchObject({
        email,
        firstName: 'Grace',
        emailVerified: true,
        tenant: { role: 'owner' },
      })

      const again = await startOf('oidc', { returnUri: RETURN })
      await visitor.open(again.body.authorizationUrl)
      expect((await me(await arrived(visitor.at))).id).toBe((await me(told)).id)
    } finally {
      await visitor.leave()
    }
  })

  test('the provider refuses any redirect URI but the registered one', async () => {
    const visitor = await enter()
    try {
      const { body } = await startOf('oidc', { returnUri: RETURN })
      const url = new URL(body.authorizationUrl)
      url.searchParams.set('redirect_uri', `${redirectUri}/`)
      await visitor.open(url.href)
      expect(await visitor.text()).toContain('redirect_uri')
      expect(await visitor.at()).toContain(issuer)
    } finally {
      await visitor.leave()
    }
  })

  test('signs a person in with SAML and returns to the application', async () => {
    const visitor = await enter()
    try {
      idp.is({ id: randomUUID(), email: `saml.${email}` })
      const { body } = await startOf('saml', { returnUri: RETURN })
      await visitor.open(body.authorizationUrl)
      const told = await arrived(visitor.at)
      expect(told.state).toBe(body.state)
      expect(await me(told)).toMatchObject({ email: `saml.${email}`, emailVerified: true, tenant: { role: 'owner' } })
    } finally {
      await visitor.leave()
    }
  })
})
