import type { Outbound, OutboundResponse } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

/** What a token endpoint gave. */
export interface Grant {
  accessToken: string
  /** Null where there is none, or where the one before stays good. */
  refreshToken: string | null
  /** How long the access token lives; null for ever. */
  seconds: number | null
  /** The whole answer, for what one provider says beside. */
  answer: Readonly<Record<string, unknown>>
}

const REFUSALS = [
  'invalid_grant',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
] as const
type Refusal = (typeof REFUSALS)[number]

/** The token endpoint understood and said no. */
export class GrantRefused extends Error {
  readonly code: Refusal

  constructor(code: Refusal) {
    super(`the token endpoint answered ${code}`)
    this.code = code
  }
}

interface GrantRequest {
  url: string
  form: Readonly<Record<string, string>>
  /** Sent as HTTP Basic where the provider wants the client there and not in the form. */
  basic?: { user: string; password: string }
  timeoutMs?: number
}

/** What the body says, where that is an object or a list. */
const parseJson = ({ body }: OutboundResponse): Record<string, unknown> | unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const requireSuccess = (response: OutboundResponse) => {
  const { status, headers } = response
  if (status < 200 || status > 299) throw new OutboundError('status', { status, retryAfter: headers['retry-after'] })
  return parseJson(response)
}

/** The answer's JSON object; an error where it has another status or is none. */
export const readObject = (response: OutboundResponse): Record<string, unknown> => {
  const value = requireSuccess(response)
  if (!value || Array.isArray(value)) throw new OutboundError('unreadable')
  return value
}

/** The answer's JSON list; an error where it has another status or is none. */
export const readList = (response: OutboundResponse): unknown[] => {
  const value = requireSuccess(response)
  if (!Array.isArray(value)) throw new OutboundError('unreadable')
  return value
}

// A token goes into a header later, so nothing that could end one is taken.
const TOKEN = /^[\x21-\x7e]+$/
const MAX_TOKEN_LENGTH = 8192
const readToken = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && TOKEN.test(value) ? value : undefined

const readSeconds = (value: unknown) => {
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : undefined
}

/** Asks a token endpoint. Throws `GrantRefused` where it says no, `OutboundError` where it gives no usable answer. */
export const requestGrant = async (
  outbound: Outbound,
  { url, form, basic, timeoutMs }: GrantRequest,
): Promise<Grant> => {
  const response = await outbound.send({
    method: 'POST',
    url,
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(basic && { authorization: `Basic ${Buffer.from(`${basic.user}:${basic.password}`).toString('base64')}` }),
    },
    mostBytes: 64 * 1024,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  if (response.status === 400 || response.status === 401) {
    const said = parseJson(response)
    const refusal = said && REFUSALS.find((code) => 'error' in said && said.error === code)
    if (refusal) throw new GrantRefused(refusal)
  }
  const answer = readObject(response)
  const { access_token, refresh_token, expires_in, token_type = 'bearer' } = answer
  const accessToken = readToken(access_token)
  const refreshToken = refresh_token == null ? null : readToken(refresh_token)
  const seconds = expires_in == null ? null : readSeconds(expires_in)
  const bearer = typeof token_type === 'string' && token_type.toLowerCase() === 'bearer'
  if (!accessToken || refreshToken === undefined || seconds === undefined || !bearer)
    throw new OutboundError('unreadable')
  return { accessToken, refreshToken, seconds, answer }
}
