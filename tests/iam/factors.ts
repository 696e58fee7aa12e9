import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { client } from '../support/client.ts'
import { anOwner, ask, laterBy, type Person, refreshed, type SignedIn, signedIn, verified } from './people.ts'

/** Computes the code that an authenticator app shows `steps` time steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app().clock().getTime() + steps * 30_000 })

/** A six-digit code that the app shows neither now nor a step earlier. */
export const wrongCode = (secret: string, number = 0) => {
  const right = [codeOf(secret), codeOf(secret, -1)]
  for (let code = number; ; code += 1000) {
    const text = String(code % 1_000_000).padStart(6, '0')
    if (!right.includes(text)) return text
  }
}

/** Adds an authenticator app. Its first code is used, so the clock moves to the next one. */
export const enrolTotp = async (who: Pick<SignedIn, 'post'>, name = 'Phone', seconds = 30) => {
  const begun = await who.post('/api/iam/mfa/totp/begin')
  expect(begun.status, begun.text).toBe(201)
  const { enrolment, secret } = begun.body
  const { status, body, text } = await who.post('/api/iam/mfa/totp/confirm', {
    enrolment,
    code: codeOf(secret),
    name,
  })
  expect(status, text).toBe(200)
  laterBy(seconds)
  return { secret: secret as string, factor: body.id as Id, recoveryCodes: body.recoveryCodes as string[] }
}

/** The pages on which passkeys may be used. */
export const here = () => ({ origin: app().config.passkeys.origins[0] as string, rpId: app().config.passkeys.rpId })

export const enrolPasskey = async (who: Pick<SignedIn, 'post'>, name = 'Laptop') => {
  const passkey = createAuthenticator()
  const { body: begun } = await who.post('/api/iam/mfa/passkeys/begin')
  const { status, body, text } = await who.post('/api/iam/mfa/passkeys/confirm', {
    enrolment: begun.enrolment,
    passkey: passkey.create(begun.options, here()),
    name,
  })
  expect(status, text).toBe(200)
  return { passkey, factor: body.id as Id, recoveryCodes: body.recoveryCodes as string[] | null }
}

/** A person with an authenticator app, signed in by password before it was added. */
export const withTotp = async () => {
  laterBy(0)
  const person = await verified()
  const before = await signedIn(person)
  return { ...person, before, ...(await enrolTotp(before)) }
}

/** An owner with an authenticator app, whose session has shown it. */
export const anOwnerWithTotp = async () => {
  laterBy(0)
  const owner = await anOwner()
  const factor = await enrolTotp(owner)
  return { ...owner, ...(await refreshed(owner)), ...factor }
}

/** Begins a sign-in of an account with a second factor. */
export const challenged = async ({ email, password }: Person) => {
  const { status, body, text } = await ask('login', { email, password })
  expect(status, text).toBe(200)
  expect(body.accessToken).toBeUndefined()
  return body as {
    mfaToken: string
    expiresIn: number
    factors: string[]
    passkeyOptions: { challenge: string } | null
  }
}

/** Signs in with a password and the current code. */
export const signedInWithCode = async (person: Person & { secret: string }) => {
  const { mfaToken } = await challenged(person)
  const { status, body, text } = await ask('mfa', { mfaToken, code: codeOf(person.secret) })
  expect(status, text).toBe(200)
  laterBy(30)
  return { ...client(body.accessToken), ...(body as { accessToken: string; refreshToken: string }) }
}

export const readClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
