import { verifyAccessToken } from '../access/access-token.ts'
import { checkCaller } from '../access/check-caller.ts'
import { addressGateKey, checkRateLimit, describeUncounted } from '../access/rate-limit.ts'
import { checkStepUp } from '../access/step-up.ts'
import type { App } from '../app/app.ts'
import { Problem } from '../problem.ts'
import type { Opened } from './call.ts'
import { type EndpointSpec, needsPerson } from './endpoint-spec.ts'
import { readBody } from './request/body.ts'

const MAX_PEEKED_BYTES = 16 * 1024

const BEARER = /^Bearer +/i
/** Reads the bearer token; its verification tells whether it is valid. */
const readBearerToken = (header = '') => {
  if (header.startsWith('Bearer ') && header[7] !== ' ') return header.slice(7)
  const scheme = BEARER.exec(header)
  return scheme ? header.slice(scheme[0].length) : undefined
}

/** Reads the body before its validation; undefined if it is invalid, which is reported after the authorization. */
const peekBody = (event: Opened, form?: boolean): unknown => {
  try {
    return readBody(event, MAX_PEEKED_BYTES, { form })
  } catch {
    return undefined
  }
}

const buildUnauthenticatedProblem = () => new Problem('UNAUTHENTICATED', 'This operation needs a bearer token.')

/** Identifies the caller and checks the session, the rate limit and the scope, in this order. */
export const authorize = (
  {
    access,
    limit,
    route,
    form,
    findRateLimits,
    allowsServiceAccounts,
    waitsForGate = false,
    stepUp = false,
  }: EndpointSpec,
  current: () => App,
) => {
  const operation = limit === 'auth' ? route : undefined
  const runsBeside = route.startsWith('GET ') && !waitsForGate

  const checkAddress = async (event: Opened) => {
    const { call } = event
    const { config, db } = current()
    const most = limit === 'auth' ? config.limits.auth : config.limits.ip
    const own = findRateLimits ? await findRateLimits(current(), call.now, peekBody(event, form), event) : []
    for (const each of own.length ? own : [{ key: addressGateKey(call.address, operation), limit: most }]) {
      call.rateLimitCheck = checkRateLimit(db, call.now, each.key, each.limit)
      call.rateLimit = await call.rateLimitCheck
    }
  }

  const describeWindow = ({ call }: Opened) => {
    call.rateLimit = describeUncounted(
      { key: addressGateKey(call.address), limit: current().config.limits.ip },
      call.now,
    )
  }

  const checkSession = async (event: Opened) => {
    const { call, headers } = event
    const token = readBearerToken(headers.authorization)
    if (!token) {
      await checkAddress(event)
      throw buildUnauthenticatedProblem()
    }
    let claims: Awaited<ReturnType<typeof verifyAccessToken>>
    try {
      claims = await verifyAccessToken(current(), token)
    } catch (error) {
      await checkAddress(event)
      throw error
    }
    call.caller = claims
    call.rateLimitCheck = checkCaller(current(), call.now, claims, event.requestContext.http.sourceIp)
    // A read awaits it later; until then its rejection must not count as unhandled.
    call.rateLimitCheck.catch(() => {})
    if (claims.type === 'service_account' && needsPerson(access, allowsServiceAccounts))
      throw new Problem('PERSON_REQUIRED', 'This operation needs a person. A service account cannot call it.')
    if (access !== 'identity') {
      if (!claims.tenant) throw new Problem('TENANT_REQUIRED', 'Select a tenant first.')
      if (!claims.scopes.has(access)) throw new Problem('SCOPE_MISSING', `This operation needs the scope ${access}.`)
    }
    if (stepUp) checkStepUp(claims, call.now)
    if (!runsBeside) call.rateLimit = await call.rateLimitCheck
  }

  return async ({ event }: { event: Opened }): Promise<void> => {
    if (limit === 'none') describeWindow(event)
    else await (access === 'public' ? checkAddress(event) : checkSession(event))
  }
}
