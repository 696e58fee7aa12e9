import { createHash } from 'node:crypto'
import { isInteger, parseObject } from '../../connectors/reading.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { PacedAnswer, PacedHttp } from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { requireCredential } from '../vendor/credential.ts'
import { requireJson } from '../vendor/custodian-http.ts'
import { buildUnreadableError } from '../vendor/remote.ts'

export const NAME = 'ShipHero'
const DEFAULT_SECONDS = 3600
/** Access tokens are renewed this long before they end. */
const MARGIN_SECONDS = 300

interface Session {
  accessToken: string
  until: number
}

/** Access tokens by custodian and refresh token, in this process; ShipHero's are valid for weeks. */
const sessions = createBoundedCache<Session | null>(500)

const buildKey = ({ tenant, custodianId, apiUrl = '' }: CustodianSystem, refreshToken: string) =>
  [tenant, custodianId, apiUrl, createHash('sha256').update(refreshToken).digest('base64')].join(' ')

const isRefused = ({ status }: PacedAnswer) => status === 400 || status === 401

const refresh = async (http: PacedHttp, url: string, refreshToken: string, now: Date): Promise<Session> => {
  const answer = await http.send({
    method: 'POST',
    url: `${url}/auth/refresh`,
    json: { refresh_token: refreshToken },
    isRepeatable: true,
  })
  if (isRefused(answer)) throw new CustodianError('AUTH_FAILED', `${NAME} rejected the refresh token in apiKey.`)
  const { access_token: accessToken, expires_in: expiresIn } = parseObject(requireJson(NAME, answer))
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) throw buildUnreadableError(NAME)
  const seconds = isInteger(expiresIn) ? expiresIn : DEFAULT_SECONDS
  return { accessToken, until: now.getTime() + Math.max(0, seconds - MARGIN_SECONDS) * 1000 }
}

/** Returns an access token for the refresh token in `apiKey`; `rejected` is one that ShipHero did not accept. */
export const getAccessToken = async (
  system: CustodianSystem,
  http: PacedHttp,
  url: string,
  rejected?: string,
): Promise<string> => {
  const refreshToken = requireCredential(system.credentials, 'apiKey', 'it holds the refresh token of a ShipHero user')
  const key = buildKey(system, refreshToken)
  const known = sessions.get(key)
  if (known && known.accessToken !== rejected && known.until > system.now.getTime()) return known.accessToken
  const session = await refresh(http, url, refreshToken, system.now)
  sessions.set(key, session)
  return session.accessToken
}
