import { buildRateLimitHeaders } from '../../access/rate-limit.ts'
import { app } from '../../app/app.ts'
import type { Answer, Middleware, Opened } from '../call.ts'

const SECURITY = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
}

const EXPOSED = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'Idempotency-Replayed',
  'Sunset',
  'X-Left-Out',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
].join(', ')

const NOTHING = {}

/** CORS headers for allowed origins; empty for others. */
export const buildCorsHeaders = (origin: string | undefined): Record<string, string> => {
  if (!origin) return NOTHING
  const { corsAllowedOrigins } = app().config
  const open = corsAllowedOrigins.includes('*')
  if (!open && !corsAllowedOrigins.includes(origin)) return { Vary: 'Origin' }
  return {
    'Access-Control-Allow-Origin': open ? '*' : origin,
    'Access-Control-Expose-Headers': EXPOSED,
    ...(!open && { Vary: 'Origin' }),
  }
}

/** Adds the headers that every answer has; the answer's own ones take precedence. */
export const addHeaders = ({ call, headers }: Opened, answer: Answer): Answer => {
  const all = { ...SECURITY, 'X-Request-Id': call.id }
  const { rateLimit } = call
  answer.headers = Object.assign(
    all,
    buildCorsHeaders(headers.origin),
    rateLimit && buildRateLimitHeaders(rateLimit),
    call.headers,
    answer.headers,
  )
  return answer
}

const addToResponse: Middleware['after'] = (request) => {
  request.response = addHeaders(request.event, request.response as Answer)
}

/** Adds the headers of every answer, also to those that are problems. */
export const addResponseHeaders: Middleware = { after: addToResponse, onError: addToResponse }
