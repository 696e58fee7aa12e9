import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { app } from '../../../lib/platform/app/app.ts'
import type { Id } from '../../../lib/platform/id.ts'
import { client, type Received, send } from '../../support/client.ts'
import type { Owner } from '../people.ts'

export const PATH = '/api/iam/service-accounts'
export const TOKEN_PATH = '/api/v1/iam/auth/token'
export const ISSUER = 'http://localhost:3000'
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

let addresses = 0
/** Requests without proof have an address of their own, so that rate limits by address do not interfere. */
export const nextAddress = () => {
  const number = ++addresses
  return `10.8.${Math.floor(number / 250)}.${number % 250}`
}

type Poster = Pick<Owner, 'post'>

export const aServiceAccount = async (by: Poster, fields: Record<string, unknown> = {}) => {
  const { status, body } = await by.post(PATH, {
    name: 'Warehouse reports',
    scopes: ['partner:partner:read', 'partner:partner:write'],
    ...fields,
  })
  if (status !== 201) throw new Error(`The service account was not created: ${JSON.stringify(body)}`)
  return body.id as Id
}

export interface Keyed {
  id: Id
  keyId: Id
  secret: string
}

export const aKey = async (by: Poster, id: Id, body: unknown = {}): Promise<Keyed> => {
  const { status, body: added } = await by.post(`${PATH}/${id}/keys`, body)
  if (status !== 201) throw new Error(`The key was not added: ${JSON.stringify(added)}`)
  return { id, keyId: added.id, secret: added.secret }
}

/** Creates a service account with a key. */
export const aKeyedAccount = async (by: Poster, fields: Record<string, unknown> = {}): Promise<Keyed> =>
  await aKey(by, await aServiceAccount(by, fields))

export const requestToken = (
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  from = nextAddress(),
): Promise<Received> =>
  send('POST', TOKEN_PATH, {
    body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    from,
  })

export const tokenOf = ({ id, secret }: Pick<Keyed, 'id' | 'secret'>, fields: Record<string, string> = {}) =>
  requestToken({ client_id: id, client_secret: secret, ...fields })

/** Returns a client that calls as the service account. */
export const actingAs = async (account: Pick<Keyed, 'id' | 'secret'>, fields: Record<string, string> = {}) => {
  const answer = await tokenOf(account, fields)
  if (answer.status !== 200) throw new Error(`There was no token: ${answer.text}`)
  return client(answer.body.access_token)
}

export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

export const aKeyPair = async (alg: 'ES256' | 'EdDSA' | 'RS256') => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk: Record<string, string> = { ...((await exportJWK(publicKey)) as Record<string, string>), alg }
  return { alg, privateKey, jwk }
}
export type KeyPair = Awaited<ReturnType<typeof aKeyPair>>

export const nowSeconds = () => Math.floor(app().clock().getTime() / 1000)

/** Signs an assertion that is valid but for the changes. */
export const anAssertion = async (
  id: Id,
  { alg, privateKey }: KeyPair,
  changes: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
) => {
  const claims = {
    iss: id,
    sub: id,
    aud: ISSUER,
    iat: nowSeconds(),
    exp: nowSeconds() + 60,
    jti: randomUUID(),
    ...changes,
  }
  const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
  return await new SignJWT(given).setProtectedHeader({ alg, ...header }).sign(privateKey)
}

export const assert = (assertion: string, fields: Record<string, string> = {}, from?: string) =>
  requestToken({ client_assertion_type: ASSERTION_TYPE, client_assertion: assertion, ...fields }, {}, from)
