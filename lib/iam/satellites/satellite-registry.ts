import { hash, randomBytes } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { invalid } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { changeSatelliteSecret, deleteSatellite, listSatellites, putSatellite } from '../satellite-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

const runAsOperator = ({ db, clock }: Using, work: (unit: Unit) => Promise<void>) =>
  runInUnit(db, { tenant: undefined, actor: null, now: clock() }, work)

const generateSecret = () => {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: hash('sha256', secret, 'hex') }
}

/** Redirect URIs are compared as text, so they must be spelled as browsers spell them. */
const isRedirectUri = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, href } = new URL(text)
  const safe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  return safe && !username && !password && !text.includes('#') && href === text
}

/** Registers the satellite. Returns its secret, of which only the hash is stored. */
export const addSatellite = async (using: Using, clientId: string, redirectUris: readonly string[]) => {
  const invalidUris = redirectUris.filter((uri) => !isRedirectUri(uri))
  const violations = [
    ...(NAME.test(clientId)
      ? []
      : [{ propertyPath: clientId, message: 'must have only the characters a to z, 0 to 9 and hyphens' }]),
    ...invalidUris.map((uri) => ({
      propertyPath: uri,
      message: 'must be an https address with a path and without a fragment',
    })),
    ...(redirectUris.length ? [] : [{ propertyPath: 'redirectUris', message: 'must have at least one entry' }]),
  ]
  if (violations.length) throw invalid(...violations)
  const { secret, secretHash } = generateSecret()
  const createdAt = using.clock().toISOString()
  await runAsOperator(using, async (unit) => putSatellite(unit, { clientId, secretHash, redirectUris, createdAt }))
  return secret
}

/** Replaces the secret and returns the new one. */
export const renewSatelliteSecret = async (using: Using, clientId: string) => {
  const { secret, secretHash } = generateSecret()
  await runAsOperator(using, async (unit) => changeSatelliteSecret(unit, clientId, secretHash))
  return secret
}

/** Removes the satellite; its codes and refresh tokens stop working. */
export const removeSatellite = (using: Using, clientId: string): Promise<void> =>
  runAsOperator(using, async (unit) => deleteSatellite(unit, clientId))

export const describeSatellites = async ({ db }: Using) =>
  (await listSatellites(db)).map(({ clientId, redirectUris, createdAt }) => ({ clientId, redirectUris, createdAt }))
