import { randomUUID } from 'node:crypto'
import { verifyAccessToken } from '../../lib/platform/access/access-token.ts'
import { buildRateLimitHeaders, checkRateLimit, type RateLimitStatus } from '../../lib/platform/access/rate-limit.ts'
import { identityGateKey } from '../../lib/platform/access/revocation.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { GatewayEvent } from '../../lib/platform/http/call.ts'
import { readBody } from '../../lib/platform/http/request/body.ts'
import { findViolations } from '../../lib/platform/http/request/find-violations.ts'
import { groupAddress } from '../../lib/platform/http/request/group-address.ts'
import { buildProblemAnswer } from '../../lib/platform/http/response/answer-problem.ts'
import { present } from '../../lib/platform/http/response/present.ts'
import { buildCorsHeaders } from '../../lib/platform/http/response/response-headers.ts'
import { getIdReader } from '../../lib/platform/http/response/serializer.ts'
import { type Id, parseId } from '../../lib/platform/id.ts'
import { createLog, type Log } from '../../lib/platform/log.ts'
import { invalid, notFound, Problem } from '../../lib/platform/problem.ts'
import { CreateCustodianInput, Custodian } from '../../schemas/warehousing/custodian.ts'
import { CREATE_ROUTE } from './work.ts'

// The steps of the pipeline as plain functions, which both frameworks call from their own middleware.

export interface Begun {
  id: string
  log: Log
  now: Date
  address: string
  rateLimit?: RateLimitStatus
}

export const beginCall = (event: GatewayEvent): Begun => {
  const id = randomUUID()
  return {
    id,
    log: createLog({ requestId: id, gatewayRequestId: event.requestContext.requestId }),
    now: app().clock(),
    address: groupAddress(event.requestContext.http.sourceIp),
  }
}

export const admitCall = async (call: Begun, authorization: string | undefined, scope: string): Promise<void> => {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw new Problem('UNAUTHENTICATED', 'This operation needs a bearer token.')
  const { config, db } = app()
  const claims = await verifyAccessToken(app(), token)
  if (!claims.tenant) throw new Problem('TENANT_REQUIRED', 'Select a tenant first.')
  if (!claims.scopes.has(scope)) throw new Problem('SCOPE_MISSING', `This operation needs the scope ${scope}.`)
  call.rateLimit = await checkRateLimit(db, call.now, identityGateKey(claims.identity), config.limits.identity, claims)
}

export const readId = (text: string | undefined): Id => {
  const id = parseId(text ?? '')
  if (!id) throw notFound()
  return id
}

/** Reads and validates the body with the pipeline's own guards against hostile bodies. */
export const readInput = async (event: GatewayEvent) => {
  const body = readBody(event, 1024 * 1024)
  const violations = await findViolations(CREATE_ROUTE, 'body', CreateCustodianInput, body)
  if (violations.length) throw invalid(...violations)
  return (getIdReader(CreateCustodianInput)?.(body) ?? body) as never
}

export const presentCustodian = (custodian: { rev: number }) => {
  const value = present(Custodian, custodian)
  return { value, etag: `"${custodian.rev}"`, location: value['@id'] as string }
}

const ALWAYS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
}

export const buildHeaders = ({ id, rateLimit }: Begun, origin: string | undefined): Record<string, string> => ({
  ...ALWAYS,
  'X-Request-Id': id,
  ...buildCorsHeaders(origin),
  ...(rateLimit && buildRateLimitHeaders(rateLimit)),
})

export const buildProblem = (error: unknown, id: string) =>
  buildProblemAnswer(
    error instanceof Problem
      ? error
      : new Problem('INTERNAL', 'Something went wrong on our side. Try again later.', { cause: error }),
    id,
  )
