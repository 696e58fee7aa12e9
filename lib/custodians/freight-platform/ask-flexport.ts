import type { PacedAnswer, PacedRequest } from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { openHttp, requireJson } from '../vendor/custodian-http.ts'

export const NAME = 'Flexport'
const API_URL = 'https://logistics-api.flexport.com/logistics/api/2024-07'

// The limits are not documented; a wait that is demanded is kept.
const STYLE = { name: NAME, pace: { burst: 5, perSecond: 3 } }

interface Call extends Pick<PacedRequest, 'method' | 'json' | 'isRepeatable'> {
  query?: Readonly<Record<string, string>>
}

const requireToken = async (system: CustodianSystem, rejected?: string): Promise<string> => {
  if (!system.token) throw new CustodianError('AUTH_FAILED', 'The custodian is not connected. Run the wizard.')
  return await system.token(rejected)
}

/** Sends a request to Flexport's logistics API and returns its answer, whatever its status. */
export const askFlexport = async (system: CustodianSystem, path: string, call: Call = {}): Promise<PacedAnswer> => {
  const { query = {}, ...request } = call
  const url = new URL(`${system.apiUrl ?? API_URL}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const send = (token: string) =>
    openHttp(system, STYLE).send({ ...request, url: url.href, headers: { authorization: `Bearer ${token}` } })
  const token = await requireToken(system)
  const answer = await send(token)
  return answer.status === 401 ? await send(await requireToken(system, token)) : answer
}

export const readFlexport = async (system: CustodianSystem, path: string, call: Call = {}): Promise<unknown> =>
  requireJson(NAME, await askFlexport(system, path, call))
