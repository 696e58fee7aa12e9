import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { makeOnce } from '../../lib/platform/make-once.ts'

const CLIENT = { client_id: 'entrepot', client_secret: 'local-openid-secret' }
const PATH = '/oidc'
const LIVES = 24 * 3600

const openIdAt = (url: string) => `${url}${PATH}`

/** Environment variables for signing in with the provider here. */
export const openIdSignIn = (url: string): string =>
  JSON.stringify({ issuer: openIdAt(url), clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret })

const claimsOf = (login: string) => ({
  sub: login,
  email: login.includes('@') ? login : `${login}@example.com`,
  email_verified: true,
  given_name: login.split('@')[0],
})

const make = async (issuer: string, redirectUri: string): Promise<RequestListener> => {
  const [{ Provider }, { exportJWK, generateKeyPair }] = await Promise.all([import('oidc-provider'), import('jose')])
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'local' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    findAccount: (_context: unknown, login: string) => ({ accountId: login, claims: () => claimsOf(login) }),
    ttl: { Interaction: LIVES, Session: LIVES, Grant: LIVES, AccessToken: LIVES, IdToken: LIVES },
  })
  return provider.callback()
}

/** An OpenID Connect provider that accepts any name; it is created by its first request, to keep the start fast. */
export const openIdProvider = (url: string, redirectUri: string) => {
  const made = makeOnce(() => make(openIdAt(url), redirectUri))
  return {
    serves: ({ url: path = '' }: IncomingMessage) => path.startsWith(`${PATH}/`),
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const originalUrl = request.url as string
      // The provider derives its mount path from the difference.
      const mounted = Object.assign(request, { originalUrl, url: originalUrl.slice(PATH.length) })
      ;(await made())(mounted, response)
    },
  }
}
