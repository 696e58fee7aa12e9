import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Static } from 'typebox'
import type { SatelliteCodeInput, SatelliteTokenInput } from '../../../schemas/iam/satellite.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findAccount } from '../identity-store.ts'
import {
  findSatellite,
  findSatelliteCode,
  putSatelliteCode,
  type SatelliteCode,
  spendSatelliteCode,
} from '../satellite-store.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { endSession, isSessionEnded, REFRESH_SECONDS, startGrant } from '../sessions/session-store.ts'
import { findProvenSatellite } from './satellite-rate-limits.ts'

const CODE_SECONDS = 60

const hashSecret = (secret: string) => hash('sha256', secret, 'hex')
const isSameDigest = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
const toUnixSeconds = (now: Date) => Math.floor(now.getTime() / 1000)
const buildFieldProblem = (propertyPath: string, message: string) => invalid({ propertyPath, message })

/** Issues a code that the satellite's server exchanges for tokens of the caller's session. */
export const issueSatelliteCode = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  {
    identity,
    session,
    grant,
    tenant = null,
    methods,
  }: Omit<SignedIn, 'tenant'> & { tenant?: string | null | undefined },
  { clientId, redirectUri, codeChallenge }: Static<typeof SatelliteCodeInput>,
) => {
  // A grant opened by another grant would outlive it.
  if (grant) throw new Problem('OPERATION_NOT_ALLOWED', 'A satellite cannot authorize another satellite.')
  const satellite = await findSatellite(db, clientId)
  if (!satellite) throw buildFieldProblem('clientId', 'must be the client id of a registered satellite')
  if (!satellite.redirectUris.includes(redirectUri))
    throw buildFieldProblem('redirectUri', 'must be one of the redirect URIs of the satellite')
  const code = randomBytes(32).toString('base64url')
  const goodUntil = toUnixSeconds(unit.now) + CODE_SECONDS
  const bound = { clientId, redirectUri, challenge: codeChallenge, identity, session, tenant, methods }
  putSatelliteCode(unit, hashSecret(code), { ...bound, goodUntil, grant: null })
  return { code, clientId, redirectUri, expiresInSeconds: CODE_SECONDS }
}

const buildCodeProblem = () => buildFieldProblem('code', 'must be a code that is valid, unused and not expired')

/** Ends the code's grant in a unit of its own, since throwing discards the changes of the request's unit. */
const revokeGrant = ({ db }: Pick<App, 'db'>, now: Date, { identity, session, grant }: SatelliteCode) =>
  runInUnit(db, { tenant: undefined, actor: null, now }, async (ending) => {
    if (grant) endSession(ending, identity, session, grant)
  })

export const exchangeSatelliteCode = async (
  app: App,
  unit: Unit,
  { code: text, clientId, clientSecret, codeVerifier }: Static<typeof SatelliteTokenInput>,
) => {
  const satellite = await findProvenSatellite(app, clientId, clientSecret)
  if (!satellite) throw buildFieldProblem('clientSecret', 'must be the secret of this clientId')
  const name = hashSecret(text)
  const code = await findSatelliteCode(app.db, name)
  if (!code || code.clientId !== clientId) throw buildCodeProblem()
  if (code.grant) {
    await revokeGrant(app, unit.now, code)
    throw buildCodeProblem()
  }
  if (code.goodUntil <= toUnixSeconds(unit.now) || !satellite.redirectUris.includes(code.redirectUri))
    throw buildCodeProblem()
  if (!isSameDigest(code.challenge, hash('sha256', codeVerifier, 'base64url')))
    throw buildFieldProblem('codeVerifier', 'must match the codeChallenge of the code')
  const { identity, session, tenant, methods } = code
  const account = await findAccount(app.db, identity)
  if (!account || isSessionEnded(account.identity, session)) throw buildCodeProblem()
  const { grant, refreshToken } = await startGrant(app, unit, code, buildCodeProblem)
  spendSatelliteCode(unit, name, grant, toUnixSeconds(unit.now) + REFRESH_SECONDS)
  // A satellite cannot step up, so its tokens do not say when something was shown.
  const shown = { authenticatedAt: undefined, methods }
  return await issueTokens(app, account, { session, grant, tenant, refreshToken, ...shown })
}
