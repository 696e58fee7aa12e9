import { hash, timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'
import type { Key } from '../../platform/store/table/table.ts'
import { findSatellite, type Satellite } from '../satellite-store.ts'
import { readRefreshToken } from '../sessions/refresh-token.ts'
import { findSession, isOfFamily } from '../sessions/session.ts'

/** A gate that a request has to pass, and how many a minute it lets through. */
export interface Passage {
  gate: Key
  limit: number
}

const satelliteGate = (clientId: string): Key => ({ pk: `G#satellite#${clientId}`, sk: 'GATE' })
const familyGate = (grant: string): Key => ({ pk: `G#grant#${grant}`, sk: 'GATE' })

const readText = (body: unknown, name: string) => {
  const value = Object(body)[name]
  return typeof value === 'string' ? value : ''
}

/** The satellite whose secret it is. */
export const findProvenSatellite = async (
  { db }: Pick<App, 'db'>,
  clientId: string,
  clientSecret: string,
): Promise<Satellite | undefined> => {
  const satellite = clientId ? await findSatellite(db, clientId) : undefined
  const digest = hash('sha256', clientSecret, 'hex')
  const proven = satellite && timingSafeEqual(Buffer.from(satellite.secretHash), Buffer.from(digest))
  return proven ? satellite : undefined
}

/** How an exchange is counted: for the satellite that proves itself. Nothing where none does. */
export const exchangePassages = async (app: App, _now: Date, body: unknown): Promise<Passage[]> => {
  const satellite = await findProvenSatellite(app, readText(body, 'clientId'), readText(body, 'clientSecret'))
  return satellite ? [{ gate: satelliteGate(satellite.clientId), limit: app.config.limits.satellite }] : []
}

/** How a refresh is counted that a satellite asks for: for what its token descends from, and for the satellite. */
export const refreshPassages = async (app: App, now: Date, body: unknown): Promise<Passage[]> => {
  const refreshToken = readText(body, 'refreshToken')
  // Only satellites' tokens lead to a grant; others are not worth the reading before the gate.
  if (!(await readRefreshToken(app, refreshToken))?.grant) return []
  const found = await findSession(app, refreshToken, now).catch((error: unknown) => {
    if (error instanceof Problem && error.errorCode === 'SESSION_REVOKED') return undefined
    throw error
  })
  if (!found?.grant || !found.item.clientId || !isOfFamily(found)) return []
  const { auth, satellite } = app.config.limits
  return [
    { gate: familyGate(found.grant), limit: auth },
    { gate: satelliteGate(found.item.clientId), limit: satellite },
  ]
}
