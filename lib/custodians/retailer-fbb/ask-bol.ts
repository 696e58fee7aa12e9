import type { PacedAnswer } from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { openHttp, requireJson } from '../vendor/custodian-http.ts'

export const NAME = 'bol'
const API_URL = 'https://api.bol.com/retailer'
const MEDIA_TYPE = 'application/vnd.retailer.v10+json'

// The budget differs for each endpoint and is small for orders; what exceeds it is answered with a wait.
const STYLE = { name: NAME, pace: { burst: 7, perSecond: 0.5 } }

const requireToken = async (system: CustodianSystem, rejected?: string): Promise<string> => {
  if (!system.token) throw new CustodianError('AUTH_FAILED', 'The custodian is not connected. Run the wizard.')
  return await system.token(rejected)
}

/** Reads a resource and returns the answer, whatever its status. Nothing is ever written at bol. */
export const askBol = async (
  system: CustodianSystem,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<PacedAnswer> => {
  const url = new URL(`${system.apiUrl ?? API_URL}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const send = (token: string) =>
    openHttp(system, STYLE).send({
      url: url.href,
      headers: { authorization: `Bearer ${token}`, accept: MEDIA_TYPE },
    })
  const token = await requireToken(system)
  const answer = await send(token)
  return answer.status === 401 ? await send(await requireToken(system, token)) : answer
}

export const readBol = async (
  system: CustodianSystem,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<unknown> => requireJson(NAME, await askBol(system, path, query))
