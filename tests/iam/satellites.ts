import { createHash, randomBytes } from 'node:crypto'
import { addSatellite } from '../../lib/iam/satellites/satellite-registry.ts'
import { app } from '../../lib/platform/app/app.ts'
import { client, send } from '../support/client.ts'
import { nextAddress } from './external-browser.ts'
import type { SignedIn } from './people.ts'

export const REDIRECT = 'https://shop.example/signed-in?from=entrepot'
let made = 0
export const aSatellite = async () => {
  const clientId = `shop-${++made}`
  return { clientId, clientSecret: await addSatellite(app(), clientId, [REDIRECT, 'https://shop.example/']) }
}
type Satellite = Awaited<ReturnType<typeof aSatellite>>

export const aVerifier = () => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export const authorize = (who: Pick<SignedIn, 'post'>, clientId: string, verifier: string, redirectUri = REDIRECT) =>
  who.post('/api/iam/satellite/authorize', { clientId, redirectUri, codeChallenge: challengeOf(verifier) })

export const exchange = (body: object) =>
  send('POST', '/api/v1/iam/auth/satellite/token', { body, from: nextAddress() })

/** Authorizes the satellite; returns its exchange request and its tokens. */
export const joined = async (who: Pick<SignedIn, 'post'>, satellite?: Satellite) => {
  const { clientId, clientSecret } = satellite ?? (await aSatellite())
  const codeVerifier = aVerifier()
  const { body } = await authorize(who, clientId, codeVerifier)
  const sent = { code: body.code as string, clientId, clientSecret, codeVerifier }
  const answer = await exchange(sent)
  const { accessToken, refreshToken } = answer.body
  return { sent, answer, ...client(accessToken), refreshToken: refreshToken as string }
}
