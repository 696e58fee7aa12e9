import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { serve } from '../../local/serve.ts'

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean | string
  given_name?: string
}

interface Given {
  person: Person
  query: URLSearchParams
  /** Overrides how the ID token is built. */
  forge?: (usual: JWTPayload) => Promise<string> | string
}

const ALGORITHM = 'RS256'

/** A configurable OpenID Connect provider, which can also violate the protocol. */
export const startProvider = async () => {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: ALGORITHM, use: 'sig' }
  const codes = new Map<string, Given>()
  const asked: { path: string; form: URLSearchParams; authorization: string | undefined }[] = []
  const changes: { discovery?: object; userinfo?: object; jwks?: object } = {}
  let lastPerson: Person | undefined
  let issuer = ''

  const sign = (
    claims: JWTPayload,
    key: CryptoKey | Uint8Array = privateKey,
    alg = ALGORITHM,
    kid: string | null = 'one',
  ) => new SignJWT(claims).setProtectedHeader({ alg, ...(kid !== null && { kid }) }).sign(key)

  const usualClaims = ({ person, query }: Given): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    const nonce = query.get('nonce')
    const aud = query.get('client_id') as string
    return { ...person, iss: issuer, aud, iat: now, exp: now + 300, ...(nonce && { nonce }) }
  }

  const exchange = async (form: URLSearchParams) => {
    const code = form.get('code') ?? ''
    const given = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const fits =
      given?.query.get('code_challenge') === challenge && given.query.get('redirect_uri') === form.get('redirect_uri')
    if (!given || !fits) return [400, { error: 'invalid_grant' }] as const
    const usual = usualClaims(given)
    const id_token = await (given.forge ? given.forge(usual) : sign(usual))
    lastPerson = given.person
    const openid = given.query.get('scope')?.includes('openid')
    return [200, { access_token: randomUUID(), token_type: 'Bearer', ...(openid && { id_token }) }] as const
  }

  const answer = async (request: IncomingMessage): Promise<readonly [number, unknown]> => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
    asked.push({ path: pathname, form, authorization: request.headers.authorization })
    if (pathname === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/me`,
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
          ...changes.discovery,
        },
      ]
    if (pathname === '/jwks') return [200, changes.jwks ?? { keys: [jwk] }]
    if (pathname === '/token') return await exchange(form)
    if (pathname === '/me') return [200, { ...lastPerson, ...changes.userinfo }]
    return [404, {}]
  }

  const { url, stop } = await serve((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  issuer = url

  return {
    issuer,
    asked,
    changes,
    sign,
    publicKey,
    jwk,
    /** Signs the person in and returns the authorization code. */
    agree: (authorizationUrl: string, person: Person, forge?: Given['forge']) => {
      const code = randomUUID()
      codes.set(code, { person, query: new URL(authorizationUrl).searchParams, ...(forge && { forge }) })
      return code
    },
    stop,
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>
