import { parseObject, readText } from '../../connectors/reading.ts'
import type { PacedAnswer, PacedRequest } from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { openHttp, requireJson } from '../vendor/custodian-http.ts'
import { listObjects } from '../vendor/remote.ts'

export const NAME = 'Amazon'
const API_URL = 'https://sellingpartnerapi-eu.amazon.com'

/** The rate is returned as requests per second. */
const readWait = (headers: PacedAnswer['headers']): string | undefined => {
  const perSecond = Number(headers['x-amzn-ratelimit-limit'])
  return headers['retry-after'] ?? (perSecond > 0 ? String(Math.ceil(1 / perSecond)) : undefined)
}

// Other calls for the same seller use the same budget of 2 a second with a burst of 30.
const STYLE = { name: NAME, pace: { burst: 10, perSecond: 1.5 }, readWait }

interface Call extends Pick<PacedRequest, 'method' | 'json' | 'isRepeatable'> {
  query?: Readonly<Record<string, string>>
}

export const requireToken = async (system: CustodianSystem, rejected?: string): Promise<string> => {
  if (!system.token) throw new CustodianError('AUTH_FAILED', 'The custodian is not connected. Run the wizard.')
  return await system.token(rejected)
}

/** An ended token is refused like a missing permission, except for the details. */
const isTokenEnded = ({ status, json }: PacedAnswer) =>
  status === 401 ||
  (status === 403 &&
    listObjects(parseObject(json).errors).some(({ details, message }) =>
      /expired|revoked/i.test(`${readText(details, 1000)} ${readText(message, 1000)}`),
    ))

/** Sends a request to the Selling Partner API and returns its answer, whatever its status. */
export const askAmazon = async (system: CustodianSystem, path: string, call: Call = {}): Promise<PacedAnswer> => {
  const { query = {}, ...request } = call
  const url = new URL(`${system.apiUrl ?? API_URL}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const send = (token: string) =>
    openHttp(system, STYLE).send({
      ...request,
      url: url.href,
      headers: { 'x-amz-access-token': token, 'user-agent': 'Entrepot/1.0 (Language=TypeScript)' },
    })
  const token = await requireToken(system)
  const answer = await send(token)
  return isTokenEnded(answer) ? await send(await requireToken(system, token)) : answer
}

/** Returns the payload of a successful answer. */
export const readAmazon = async (system: CustodianSystem, path: string, call: Call = {}): Promise<unknown> =>
  parseObject(requireJson(NAME, await askAmazon(system, path, call))).payload
