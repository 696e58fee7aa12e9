import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Static } from 'typebox'
import type { SatelliteCodeInput, SatelliteTokenInput } from '../../../schemas/iam/satellite.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findAccount } from '../identity-store.ts'
import { type Code, findCode, findSatellite, putCode, spendCode } from '../satellite-store.ts'
import { endSession, isOver, REFRESH_SECONDS, startGrant } from '../sessions/session.ts'
import { issueTokens } from '../sessions/tokens.ts'
import { findProvenSatellite } from './satellite-gate.ts'

const CODE_SECONDS = 60

const hashSecret = (secret: string) => hash('sha256', secret, 'hex')
/** Compares two digests in constant time; both have one spelling and one length. */
const isSameDigest = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
const toUnixSeconds = (now: Date) => Math.floor(now.getTime() / 1000)
const buildRefusal = (propertyPath: string, message: string) => invalid({ propertyPath, message })

/** A code with which the satellite's server gets tokens of the caller's own session. */
export const issueSatelliteCode = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  { identity, session, grant, tenant = null }: Omit<SignedIn, 'tenant'> & { tenant?: string | null | undefined },
  { clientId, redirectUri, codeChallenge }: Static<typeof SatelliteCodeInput>,
) => {
  // Otherwise what one satellite opens for another would outlast its own end.
  if (grant) throw new Problem('OPERATION_NOT_ALLOWED', 'A satellite cannot open another one for its user.')
  const satellite = await findSatellite(db, clientId)
  if (!satellite) throw buildRefusal('clientId', 'is not registered')
  if (!satellite.redirectUris.includes(redirectUri))
    throw buildRefusal('redirectUri', 'is not one of those that the satellite is registered with')
  const code = randomBytes(32).toString('base64url')
  const goodUntil = toUnixSeconds(unit.now) + CODE_SECONDS
  const bound = { clientId, redirectUri, challenge: codeChallenge, identity, session, tenant }
  putCode(unit, hashSecret(code), { ...bound, goodUntil, grant: null })
  return { code, clientId, redirectUri, expiresInSeconds: CODE_SECONDS }
}

const buildCodeRefusal = () => buildRefusal('code', 'is not valid, was used already, or has expired')

/** The refusal must not take the end of what the code gave with it, so that is written apart. */
const endGiven = ({ db }: Pick<App, 'db'>, now: Date, { identity, session, grant }: Code) =>
  runInUnit(db, { tenant: undefined, actor: null, now }, async (ending) => {
    if (grant) endSession(ending, identity, session, grant)
  })

export const exchangeSatelliteCode = async (
  app: App,
  unit: Unit,
  { code: text, clientId, clientSecret, codeVerifier }: Static<typeof SatelliteTokenInput>,
) => {
  const satellite = await findProvenSatellite(app, clientId, clientSecret)
  if (!satellite) throw buildRefusal('clientSecret', 'does not belong to this clientId')
  const name = hashSecret(text)
  const code = await findCode(app.db, name)
  if (!code || code.clientId !== clientId) throw buildCodeRefusal()
  if (code.grant) {
    await endGiven(app, unit.now, code)
    throw buildCodeRefusal()
  }
  if (code.goodUntil <= toUnixSeconds(unit.now) || !satellite.redirectUris.includes(code.redirectUri))
    throw buildCodeRefusal()
  if (!isSameDigest(code.challenge, hash('sha256', codeVerifier, 'base64url')))
    throw buildRefusal('codeVerifier', 'is not the one that the code was asked for with')
  const { identity, session, tenant } = code
  const account = await findAccount(app.db, identity)
  if (!account || isOver(account.identity, session)) throw buildCodeRefusal()
  const { grant, refreshToken } = await startGrant(app, unit, code, buildCodeRefusal)
  spendCode(unit, name, grant, toUnixSeconds(unit.now) + REFRESH_SECONDS)
  return await issueTokens(app, { identity, session, grant, tenant, tenants: account.tenants, refreshToken })
}
