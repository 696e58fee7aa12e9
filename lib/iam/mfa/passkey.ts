import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { App } from '../../platform/app/app.ts'
import { type Id, toUuid } from '../../platform/id.ts'
import type { Identity } from '../identity-store.ts'
import type { PasskeyFactor } from '../mfa.ts'

const RP_NAME = 'Entrepot'
const TIMEOUT_MS = 300_000
/** EdDSA, ES256 and RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257]

type Using = Pick<App, 'config'>
export type PasskeyResponse = AuthenticationResponseJSON
export type NewPasskeyResponse = RegistrationResponseJSON

/** The library is large and few requests need it, so it is loaded here. */
const load = () => import('@simplewebauthn/server')

const toHandle = (identity: Id) => Buffer.from(toUuid(identity).replaceAll('-', ''), 'hex')

const listDescriptors = (passkeys: readonly PasskeyFactor[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] as never[] }))

/** Builds the options for `navigator.credentials.create`; they contain a new challenge. */
export const buildCreationOptions = async (
  { config }: Using,
  { id, email, firstName }: Identity,
  passkeys: readonly PasskeyFactor[],
) => {
  const { generateRegistrationOptions } = await load()
  return await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: config.passkeys.rpId,
    userID: new Uint8Array(toHandle(id)),
    userName: email,
    userDisplayName: firstName,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: listDescriptors(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** Builds the options for `navigator.credentials.get`; they contain a new challenge. */
export const buildRequestOptions = async ({ config }: Using, passkeys: readonly PasskeyFactor[]) => {
  const { generateAuthenticationOptions } = await load()
  return await generateAuthenticationOptions({
    rpID: config.passkeys.rpId,
    timeout: TIMEOUT_MS,
    allowCredentials: listDescriptors(passkeys),
    userVerification: 'required',
  })
}

const expectations = ({ config }: Using, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...config.passkeys.origins],
  expectedRPID: config.passkeys.rpId,
  requireUserVerification: true,
})

/** Returns what is stored of a new passkey; undefined if the response does not prove it. */
export const verifyNewPasskey = async (using: Using, response: NewPasskeyResponse, challenge: string) => {
  const { verifyRegistrationResponse } = await load()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...expectations(using, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    const transports = response.response.transports ?? []
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  } catch {
    // The library reports every flaw of the response by throwing.
    return undefined
  }
}

/**
 * Returns the passkey with its new counter; undefined if the response does not prove it. A counter that goes back shows a
 * copied key, unless it is always 0, as with passkeys that are synced between devices.
 */
export const verifyPasskey = async (
  using: Using,
  identity: Id,
  passkeys: readonly PasskeyFactor[],
  response: PasskeyResponse,
  challenge: string,
): Promise<PasskeyFactor | undefined> => {
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id)
  const { userHandle } = response.response
  if (!passkey || (userHandle && userHandle !== toHandle(identity).toString('base64url'))) return undefined
  const { verifyAuthenticationResponse } = await load()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...expectations(using, challenge),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? { ...passkey, counter: authenticationInfo.newCounter } : undefined
  } catch {
    // The library reports every flaw of the response by throwing.
    return undefined
  }
}
