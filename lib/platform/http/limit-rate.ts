import type { Claims } from '../access/access-token.ts'
import { checkCaller } from '../access/check-caller.ts'
import { addressGateKey, checkRateLimit, describeUncounted, type RateLimitStatus } from '../access/rate-limit.ts'
import { app } from '../app/app.ts'
import type { Call, Middleware, Opened } from './call.ts'
import type { EndpointSpec } from './endpoint-spec.ts'
import { readBody } from './request/body.ts'

const MAX_PEEKED_BYTES = 16 * 1024

/** Reads the body before its turn; undefined if it is invalid, which is reported in its turn. */
const peekBody = (event: Opened, { raw, form }: EndpointSpec): unknown => {
  if (raw) return undefined
  try {
    return readBody(event, MAX_PEEKED_BYTES, { form })
  } catch {
    return undefined
  }
}

/** Notes the result as soon as it is there, so that an answer that is due before its work ends has it, too. */
const begin = (call: Call, check: Promise<RateLimitStatus>): Promise<RateLimitStatus> => {
  call.rateLimitCheck = check
  // A read awaits the check later; until then its rejection must not count as unhandled.
  check.then(
    (status) => {
      call.rateLimit = status
    },
    () => {},
  )
  return check
}

/**
 * Counts the request, and checks with the same write that the caller's session has not ended. Writes wait for it. Reads run
 * beside it: it is only begun here, and `runEndpoint` drops the read if it refuses.
 */
export const limitRate = (spec: EndpointSpec): Middleware => {
  const { access, limit, route, findRateLimits, waitsForGate = false } = spec
  const operation = limit === 'auth' ? route : undefined
  const runsBeside = route.startsWith('GET ') && !waitsForGate

  const countAddress = async (event: Opened) => {
    const { call } = event
    const { config, db } = app()
    const most = limit === 'auth' ? config.limits.auth : config.limits.ip
    const own = findRateLimits ? await findRateLimits(app(), call.now, peekBody(event, spec), event) : []
    for (const each of own.length ? own : [{ key: addressGateKey(call.address, operation), limit: most }])
      await begin(call, checkRateLimit(db, call.now, each.key, each.limit))
  }

  const countCaller = ({ call, requestContext }: Opened) =>
    begin(call, checkCaller(app(), call.now, call.caller as Claims, requestContext.http.sourceIp))

  const describeWindow = ({ call }: Opened) => {
    call.rateLimit = describeUncounted({ key: addressGateKey(call.address), limit: app().config.limits.ip }, call.now)
  }

  return {
    before({ event }) {
      if (limit === 'none') return describeWindow(event)
      if (access === 'public') return countAddress(event)
      const check = countCaller(event)
      return runsBeside ? undefined : check.then(() => undefined)
    },
    /** A refusal takes precedence over other errors. A caller without a valid token is counted by the address. */
    async onError(request) {
      const { event } = request
      const { call } = event
      if (call.deadline?.isOver) return
      try {
        if (access !== 'public' && !call.caller) await countAddress(event)
        else await call.rateLimitCheck
      } catch (denial) {
        request.error = denial as Error
      }
    },
  }
}
