import { ConnectorError, type Shop } from '../connector.ts'
import { listErrorCodes, readPath } from '../graphql.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireJson, requireList } from '../refusal.ts'
import type { ShopAnswer } from '../shop-http.ts'

type Headers = Readonly<Record<string, string>>

const TOKEN = /^[\x21-\x7e]{1,2048}$/
const COOKIE = /^session(?:\.sig)?=[\x21-\x7e]{1,2048}$/

/** Sends a GraphQL document; its errors are part of the answer. */
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

/** Signs in and returns the headers of the session. Shops send it in a header or, if that is disabled, in cookies. */
export const login = async (shop: Shop): Promise<Headers> => {
  const { username, password } = shop.credentials
  const answer = await post(shop, LOGIN, { u: username, p: password }, {})
  const json = requireJson(answer)
  const name = readPath(json, 'data', 'login', '__typename')
  if (listErrorCodes(json).length || name === undefined) throw buildUnreadableError()
  if (name !== 'CurrentUser') throw new ConnectorError('AUTH_FAILED', 'The shop rejected the user name and password.')
  const { 'vendure-auth-token': token, 'set-cookie': set = '' } = answer.headers
  if (token && TOKEN.test(token)) return { authorization: `Bearer ${token}` }
  const pairs = set.split(',').map((each) => (each.split(';')[0] ?? '').trim())
  const cookie = pairs.filter((pair) => COOKIE.test(pair)).join('; ')
  if (!cookie) throw buildUnreadableError()
  return { cookie }
}

const DENIED = ['FORBIDDEN', 'UNAUTHORIZED']

export const isDenied = (json: unknown): boolean => listErrorCodes(json).some((code) => DENIED.includes(code))

/** The shop rejects the input; `reason` is the shop's own message. */
export class NotTaken extends ConnectorError {
  readonly reason: string

  constructor(reason: string) {
    super('UPSTREAM_ERROR', 'The shop rejected the content.')
    this.reason = reason
  }
}

// Missing entities are not listed, because the next push creates them again.
const NOT_TAKEN = ['USER_INPUT_ERROR', 'BAD_USER_INPUT', 'ILLEGAL_OPERATION']

/** Returns the error of an answer, if it has one; denials are handled by the caller. */
export const findRefusal = (json: unknown): ConnectorError | undefined => {
  const [code] = listErrorCodes(json)
  if (code === undefined) return undefined
  if (code === 'CHANNEL_NOT_FOUND')
    return new ConnectorError('INVALID_CONFIG', 'The shop has no channel with this token.')
  if (NOT_TAKEN.includes(code)) {
    const [error] = requireList(parseObject(json).errors)
    return new NotTaken(readText(readPath(error, 'message')) ?? 'The shop rejects it.')
  }
  return new ConnectorError('UPSTREAM_ERROR', 'The shop answered with an error.')
}

export const requireData = (json: unknown): Record<string, unknown> => {
  const refusal = findRefusal(json)
  if (refusal) throw refusal
  return parseObject(parseObject(json).data)
}
