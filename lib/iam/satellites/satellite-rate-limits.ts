import { hash, timingSafeEqual } from 'node:crypto'
import type { RateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'
import type { Key } from '../../platform/store/table/table.ts'
import { findSatellite, type Satellite } from '../satellite-store.ts'
import { readRefreshToken } from '../sessions/refresh-token.ts'
import { findSession, isIssuedToken } from '../sessions/session-store.ts'

const satelliteGateKey = (clientId: string): Key => ({ pk: `G#satellite#${clientId}`, sk: 'GATE' })
const grantGateKey = (grant: string): Key => ({ pk: `G#grant#${grant}`, sk: 'GATE' })

const readText = (body: unknown, name: string) => {
  const value = Object(body)[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the satellite if the secret is its own. */
export const findProvenSatellite = async (
  { db }: Pick<App, 'db'>,
  clientId: string,
  clientSecret: string,
): Promise<Satellite | undefined> => {
  const satellite = clientId ? await findSatellite(db, clientId) : undefined
  const digest = hash('sha256', clientSecret, 'hex')
  const isProven = satellite && timingSafeEqual(Buffer.from(satellite.secretHash), Buffer.from(digest))
  return isProven ? satellite : undefined
}

/** Counts an exchange by satellite; returns nothing if the secret is wrong. */
export const findSatelliteRateLimits = async (app: App, _now: Date, body: unknown): Promise<RateLimit[]> => {
  const satellite = await findProvenSatellite(app, readText(body, 'clientId'), readText(body, 'clientSecret'))
  return satellite ? [{ key: satelliteGateKey(satellite.clientId), limit: app.config.limits.satellite }] : []
}

/** Counts a satellite's refresh by grant and by satellite; returns nothing for other refreshes. */
export const findRefreshRateLimits = async (app: App, now: Date, body: unknown): Promise<RateLimit[]> => {
  const refreshToken = readText(body, 'refreshToken')
  // Only satellites' tokens have a grant; the others are not worth a read before the rate limit.
  if (!(await readRefreshToken(app, refreshToken))?.grant) return []
  const found = await findSession(app, refreshToken, now).catch((error: unknown) => {
    if (error instanceof Problem && error.errorCode === 'SESSION_REVOKED') return undefined
    throw error
  })
  if (!found?.grant || !found.item.clientId || !isIssuedToken(found)) return []
  const { auth, satellite } = app.config.limits
  return [
    { key: grantGateKey(found.grant), limit: auth },
    { key: satelliteGateKey(found.item.clientId), limit: satellite },
  ]
}
