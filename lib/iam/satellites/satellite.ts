import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Static } from 'typebox'
import type { SatelliteCodeInput, SatelliteTokenInput } from '../../../schemas/iam/satellite.ts'
import type { App } from '../../platform/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { inUnit, type Unit } from '../../platform/store/unit.ts'
import { findAccount } from '../identity-store.ts'
import { provenSatellite } from './satellite-gate.ts'
import { type Code, findCode, findSatellite, putCode, spendCode } from '../satellite-store.ts'
import { endSession, isOver, REFRESH_SECONDS, startGrant } from '../sessions/session.ts'
import { tokensFor } from '../sessions/tokens.ts'

const CODE_SECONDS = 60

const digest = (secret: string) => hash('sha256', secret, 'hex')
/** Of two digests in one spelling, which are of one length. */
const same = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
const seconds = (now: Date) => Math.floor(now.getTime() / 1000)
const refused = (propertyPath: string, message: string) => invalid({ propertyPath, message })

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
  if (!satellite) throw refused('clientId', 'is not registered')
  if (!satellite.redirectUris.includes(redirectUri))
    throw refused('redirectUri', 'is not one of those that the satellite is registered with')
  const code = randomBytes(32).toString('base64url')
  const goodUntil = seconds(unit.now) + CODE_SECONDS
  const bound = { clientId, redirectUri, challenge: codeChallenge, identity, session, tenant }
  putCode(unit, digest(code), { ...bound, goodUntil, grant: null })
  return { code, clientId, redirectUri, expiresInSeconds: CODE_SECONDS }
}

const badCode = () => refused('code', 'is not valid, was used already, or has expired')

/** The refusal must not take the end of what the code gave with it, so that is written apart. */
const endGiven = ({ db }: Pick<App, 'db'>, now: Date, { identity, session, grant }: Code) =>
  inUnit(db, { tenant: undefined, actor: null, now }, async (ending) => {
    if (grant) endSession(ending, identity, session, grant)
  })

export const exchangeSatelliteCode = async (
  app: App,
  unit: Unit,
  { code: text, clientId, clientSecret, codeVerifier }: Static<typeof SatelliteTokenInput>,
) => {
  const satellite = await provenSatellite(app, clientId, clientSecret)
  if (!satellite) throw refused('clientSecret', 'does not belong to this clientId')
  const name = digest(text)
  const code = await findCode(app.db, name)
  if (!code || code.clientId !== clientId) throw badCode()
  if (code.grant) {
    await endGiven(app, unit.now, code)
    throw badCode()
  }
  if (code.goodUntil <= seconds(unit.now) || !satellite.redirectUris.includes(code.redirectUri)) throw badCode()
  if (!same(code.challenge, hash('sha256', codeVerifier, 'base64url')))
    throw refused('codeVerifier', 'is not the one that the code was asked for with')
  const { identity, session, tenant } = code
  const account = await findAccount(app.db, identity)
  if (!account || isOver(account.identity, session)) throw badCode()
  const { grant, refreshToken } = await startGrant(app, unit, code, badCode)
  spendCode(unit, name, grant, seconds(unit.now) + REFRESH_SECONDS)
  return await tokensFor(app, { identity, session, grant, tenant, tenants: account.tenants, refreshToken })
}
