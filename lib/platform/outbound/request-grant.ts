import type { Outbound, OutboundResponse } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

/** The tokens that a token endpoint returned. */
export interface Grant {
  accessToken: string
  /** Null if the response has none; a previous one may remain valid. */
  refreshToken: string | null
  /** Lifetime of the access token; null if it does not expire. */
  seconds: number | null
  /** The whole response, for provider-specific members. */
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

/** The token endpoint rejected the request with an OAuth error. */
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
  /** Client credentials for HTTP Basic, if the provider does not expect them in the form. */
  basic?: { user: string; password: string }
  timeoutMs?: number
}

const isObject = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null

/** Returns the JSON of the body if it is an object or a list. */
const parseJson = ({ body }: OutboundResponse): Record<string, unknown> | unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const requireSuccess = (response: OutboundResponse) => {
  const { status, headers } = response
  if (status < 200 || status > 299) throw new OutboundError('status', { status, retryAfter: headers['retry-after'] })
  return parseJson(response)
}

/** Returns the JSON object of a successful response. Throws `OutboundError` otherwise. */
export const readObject = (response: OutboundResponse): Record<string, unknown> => {
  const value = requireSuccess(response)
  if (!value || Array.isArray(value)) throw new OutboundError('unreadable')
  return value
}

/** Returns the JSON list of a successful response. Throws `OutboundError` otherwise. */
export const readList = (response: OutboundResponse): unknown[] => {
  const value = requireSuccess(response)
  if (!Array.isArray(value)) throw new OutboundError('unreadable')
  return value
}

// Tokens are sent in headers, so characters that could end a header are refused.
const TOKEN = /^[\x21-\x7e]+$/
const MAX_TOKEN_LENGTH = 8192
const readToken = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && TOKEN.test(value) ? value : undefined

const readSeconds = (value: unknown) => {
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : undefined
}

/** Requests tokens. Throws `GrantRefused` if the endpoint rejects the request, `OutboundError` without a usable response. */
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
    maxBytes: 64 * 1024,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  if (response.status === 400 || response.status === 401) {
    const body = parseJson(response)
    const refusal = body && REFUSALS.find((code) => 'error' in body && body.error === code)
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
