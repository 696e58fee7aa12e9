import type { PacedAnswer, PacedRequest } from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { requireCredential } from '../vendor/credential.ts'
import { openHttp, requireJson } from '../vendor/custodian-http.ts'

export const NAME = 'ShipBob'
const API_URL = 'https://api.shipbob.com'
const VERSION = '2026-01'

const STYLE = {
  name: NAME,
  // 150 a minute for all that a token does; others may use it too.
  pace: { burst: 10, perSecond: 2 },
  readWait: (headers: PacedAnswer['headers']) => headers['x-retry-after'] ?? headers['retry-after'],
}

interface Call extends Pick<PacedRequest, 'method' | 'json' | 'isRepeatable'> {
  query?: Readonly<Record<string, string>>
}

/** Returns the channel in whose name orders are placed. */
export const requireChannelId = ({ credentials }: CustodianSystem): string => {
  const holds = 'it holds the number of the ShipBob channel, as GET /channel lists it'
  const id = requireCredential(credentials, 'channelId', holds)
  if (!/^[1-9]\d{0,17}$/.test(id))
    throw new CustodianError('INVALID_CONFIG', `The credential channelId is wrong: ${holds}.`)
  return id
}

/** Sends a request to ShipBob and returns its answer, whatever its status. */
export const askShipBob = (system: CustodianSystem, path: string, call: Call = {}): Promise<PacedAnswer> => {
  const { query = {}, ...request } = call
  const url = new URL(`${system.apiUrl ?? API_URL}/${VERSION}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const token = requireCredential(system.credentials, 'accessToken', 'it holds a personal access token of ShipBob')
  return openHttp(system, STYLE).send({
    ...request,
    url: url.href,
    headers: { authorization: `Bearer ${token}`, shipbob_channel_id: requireChannelId(system) },
  })
}

/** Returns the JSON of a successful answer. */
export const readShipBob = async (system: CustodianSystem, path: string, call: Call = {}): Promise<unknown> =>
  requireJson(NAME, await askShipBob(system, path, call))
