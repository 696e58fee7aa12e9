import { setTimeout as sleep } from 'node:timers/promises'
import {
  HttpFailure,
  type HttpFailureKind,
  makePacedHttp,
  type Pace,
  type PacedAnswer,
  type PacedHttp,
  type PacedHttpOptions,
} from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianErrorCode, type CustodianSystem } from '../custodian-connector.ts'

interface Style {
  /** Name of the system in messages, such as ShipBob. */
  name: string
  pace: Pace
  readWait?: PacedHttpOptions['readWait']
}

const FAILURES: Record<HttpFailureKind, readonly [CustodianErrorCode, string]> = {
  'bad-url': ['INVALID_CONFIG', 'has an address that cannot be used'],
  'refused-address': ['INVALID_CONFIG', 'has no public address'],
  'refused-port': ['INVALID_CONFIG', 'has an address with a port that is not allowed'],
  redirected: ['UPSTREAM_ERROR', 'redirected the request'],
  timeout: ['UNAVAILABLE', 'did not answer in time'],
  unreachable: ['UNAVAILABLE', 'cannot be reached'],
  'unknown-name': ['UNAVAILABLE', 'cannot be found by its name'],
  'too-large': ['UPSTREAM_ERROR', 'gave an answer that is too large'],
  unreadable: ['UPSTREAM_ERROR', 'gave an answer that cannot be read'],
  status: ['UPSTREAM_ERROR', 'answered with an error'],
  'rate-limited': ['RATE_LIMITED', 'limits the rate of requests; try again later'],
  unavailable: ['UNAVAILABLE', 'is temporarily unavailable'],
  failed: ['UPSTREAM_ERROR', 'answered with an error'],
}

const toCustodianError = (name: string, failure: HttpFailure) => {
  const [code, message] = FAILURES[failure.kind]
  const { status, isUnclear, retryAfterSeconds, cause } = failure
  const text = `${name} ${message}${status === undefined || status === 429 ? '' : ` (${status})`}.`
  return new CustodianError(code, text, { isUnclear, retryAfterSeconds, cause: cause ?? failure })
}

/** Without a clock, time goes on from `now` by the waits. */
const makeTime = ({ clock, now, wait = sleep }: CustodianSystem) => {
  let waited = 0
  return {
    clock: clock ?? (() => new Date(now.getTime() + waited)),
    wait: async (ms: number) => {
      waited += ms
      await wait(ms)
    },
  }
}

const opened = new WeakMap<CustodianSystem, PacedHttp>()

/** Returns the client of a custodian's system, which throws nothing but `CustodianError`. All calls share its pace. */
export const openHttp = (system: CustodianSystem, { name, pace, readWait }: Style): PacedHttp => {
  const known = opened.get(system)
  if (known) return known
  const paced = makePacedHttp({
    outbound: system.outbound,
    ...makeTime(system),
    connection: `custodian ${system.tenant} ${system.custodianId}`,
    pace,
    deadline: system.deadline,
    readWait,
  })
  const http: PacedHttp = {
    async send(request) {
      try {
        return await paced.send(request)
      } catch (error) {
        throw error instanceof HttpFailure ? toCustodianError(name, error) : error
      }
    },
  }
  opened.set(system, http)
  return http
}

/** Returns the error for an answer that the system does not explain. */
export const toRefusal = (name: string, { status, json }: PacedAnswer): CustodianError => {
  const isPage = json === undefined
  if (status === 401) return new CustodianError('AUTH_FAILED', `${name} rejected the credentials.`)
  if (status === 403 && !isPage)
    return new CustodianError('INSUFFICIENT_SCOPE', `The credentials have no permission for this at ${name}.`)
  if (status === 402 || status === 423)
    return new CustodianError('UNAVAILABLE', `The account at ${name} is locked (${status}).`)
  // A success that cannot be read was done all the same.
  if (status >= 200 && status <= 299)
    return new CustodianError('UPSTREAM_ERROR', `The answer of ${name} cannot be read.`, { isUnclear: true })
  return new CustodianError('UPSTREAM_ERROR', `${name} answered with an error (${status}).`)
}

export const isSuccess = ({ status, json }: PacedAnswer): boolean =>
  status >= 200 && status <= 299 && json !== undefined

/** Returns the JSON of a successful answer. Throws its refusal otherwise. */
export const requireJson = (name: string, answer: PacedAnswer): unknown => {
  if (!isSuccess(answer)) throw toRefusal(name, answer)
  return answer.json
}
