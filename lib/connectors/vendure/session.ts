import { ConnectorError, type Shop } from '../connector.ts'
import { listErrorCodes, readPath } from '../graphql.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireJson } from '../refusal.ts'
import type { ShopAnswer } from '../shop-http.ts'

type Headers = Readonly<Record<string, string>>

const TOKEN = /^[\x21-\x7e]{1,2048}$/
const COOKIE = /^session(?:\.sig)?=[\x21-\x7e]{1,2048}$/

/** Sends a document; errors of GraphQL are part of the answer. */
export const post = (
  { credentials, http }: Shop,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  headers: Headers,
  isRepeatable = true,
): Promise<ShopAnswer> =>
  http.send({
    method: 'POST',
    url: `${credentials.store_url}/admin-api`,
    headers,
    json: { query, variables },
    isRepeatable,
  })

const LOGIN = `mutation Login($u: String!, $p: String!) { login(username: $u, password: $p, rememberMe: true) {
  __typename ... on ErrorResult { errorCode } } }`

/** Signs in. Stores hand the session out in a header, or where that is off in cookies alone. */
export const login = async (shop: Shop): Promise<Headers> => {
  const { username, password } = shop.credentials
  const answer = await post(shop, LOGIN, { u: username, p: password }, {})
  const json = requireJson(answer)
  const name = readPath(json, 'data', 'login', '__typename')
  if (listErrorCodes(json).length || name === undefined) throw buildUnreadableError()
  if (name !== 'CurrentUser')
    throw new ConnectorError('AUTH_FAILED', 'The store does not take the user name and password.')
  const { 'vendure-auth-token': token, 'set-cookie': set = '' } = answer.headers
  if (token && TOKEN.test(token)) return { authorization: `Bearer ${token}` }
  const pairs = set.split(',').map((each) => (each.split(';')[0] ?? '').trim())
  const cookie = pairs.filter((pair) => COOKIE.test(pair)).join('; ')
  if (!cookie) throw buildUnreadableError()
  return { cookie }
}

const DENIED = ['FORBIDDEN', 'UNAUTHORIZED']

export const isDenied = (json: unknown): boolean => listErrorCodes(json).some((code) => DENIED.includes(code))

/** What the store does not take of what it was given, in its own words. */
export class NotTaken extends ConnectorError {
  readonly reason: string

  constructor(reason: string) {
    super('UPSTREAM_ERROR', 'The store does not take what it was given.')
    this.reason = reason
  }
}

// What went away a moment ago is another matter: the next time it is made anew.
const NOT_TAKEN = ['USER_INPUT_ERROR', 'BAD_USER_INPUT', 'ILLEGAL_OPERATION']

/** What the errors of an answer mean; a denial does not tell whether it is the session or a permission. */
export const findRefusal = (json: unknown): ConnectorError | undefined => {
  const [code] = listErrorCodes(json)
  if (code === undefined) return undefined
  if (code === 'CHANNEL_NOT_FOUND')
    return new ConnectorError('INVALID_CONFIG', 'The store has no channel with this token.')
  if (NOT_TAKEN.includes(code)) {
    const [error] = parseObject(json).errors as unknown[]
    return new NotTaken(readText(readPath(error, 'message')) ?? 'The store does not take it.')
  }
  return new ConnectorError('UPSTREAM_ERROR', 'The store answered with an error.')
}

export const requireData = (json: unknown): Record<string, unknown> => {
  const refusal = findRefusal(json)
  if (refusal) throw refusal
  return parseObject(parseObject(json).data)
}
