import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'

const ISSUER = 'Entrepot'
const PERIOD_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
/**
 * Steps beside the current one whose codes are accepted: the last one, for slow typing and clocks that run late, and the
 * next one, for clocks that run ahead. RFC 6238, section 6, allows for both.
 */
const OTHER_STEPS = [-1, 1]

const buildContext = (identity: Id) => ({ tenant: 'platform', subject: identity, purpose: 'totp-secret' })

/** The library is loaded here, since few requests need it. */
const openGenerator = async (secret?: string) => {
  const { Secret, TOTP } = await import('otpauth')
  const key = secret === undefined ? new Secret({ size: SECRET_BYTES }) : Secret.fromBase32(secret)
  return new TOTP({ issuer: ISSUER, secret: key, digits: DIGITS, period: PERIOD_SECONDS, algorithm: 'SHA1' })
}

/** Creates a secret in Base32, and the URI that authenticator apps read from a QR code. */
export const createTotpSecret = async (label: string): Promise<{ secret: string; uri: string }> => {
  const generator = await openGenerator()
  generator.label = label
  return { secret: generator.secret.base32, uri: generator.toString() }
}

/** Returns the time step of the code; undefined if the code is wrong, or not newer than the step used last. */
export const findTotpStep = async (
  secret: string,
  code: string,
  now: Date,
  lastStep: number,
): Promise<number | undefined> => {
  const generator = await openGenerator(secret)
  const current = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS)
  const steps = [0, ...OTHER_STEPS].map((distance) => current + distance)
  return steps.find((step) => {
    const expected = Buffer.from(generator.generate({ timestamp: step * PERIOD_SECONDS * 1000 }))
    const given = Buffer.from(code)
    return step > lastStep && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

export const sealTotpSecret = ({ vault }: Pick<App, 'vault'>, identity: Id, secret: string): Promise<string> =>
  vault.seal(secret, buildContext(identity))

export const openTotpSecret = ({ vault }: Pick<App, 'vault'>, identity: Id, sealed: string): Promise<string> =>
  vault.open(sealed, buildContext(identity))
