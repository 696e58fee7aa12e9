import { app } from '../app.ts'
import { rateHeaders } from '../identity/gate.ts'
import type { Answer, Opened } from './call.ts'

const SECURITY = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
}

const EXPOSED = [
  'ETag',
  'Location',
  'Retry-After',
  'Idempotency-Replayed',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
].join(', ')

/** What a browser needs to let a page of an allowed origin see the answer; nothing for others. */
export const crossOrigin = (origin: string | undefined): Record<string, string> => {
  if (!origin) return {}
  const { corsAllowedOrigins } = app().config
  const open = corsAllowedOrigins.includes('*')
  if (!open && !corsAllowedOrigins.includes(origin)) return { Vary: 'Origin' }
  return {
    'Access-Control-Allow-Origin': open ? '*' : origin,
    'Access-Control-Expose-Headers': EXPOSED,
    ...(!open && { Vary: 'Origin' }),
  }
}

/** The headers that every answer has. */
export const finished = (event: Opened, { headers, ...answer }: Answer): Answer => ({
  ...answer,
  headers: { ...SECURITY, 'X-Request-Id': event.call.id, ...crossOrigin(event.headers.origin), ...headers },
})

export const closing = async (request: { event: Opened; response?: Answer | null | undefined }): Promise<void> => {
  const { event } = request
  const { call } = event
  const answer = request.response as Answer
  const standing = call.admission && (await call.admission)
  request.response = finished(event, {
    ...answer,
    headers: { ...(standing && rateHeaders(standing)), ...answer.headers },
  })
}
