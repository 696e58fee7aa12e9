import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { client } from '../support/client.ts'
import { challenged, codeOf, enrolPasskey, enrolTotp, here, readClaims, wrongCode } from './factors.ts'
import { ask, laterBy, type Person, refreshed, signedIn, verified } from './people.ts'

beforeEach(() => useApp(undefined))

/** A person with a passkey, signed in by password before it was added. */
const withPasskey = async () => {
  laterBy(0)
  const person = await verified()
  const before = await signedIn(person)
  return { ...person, before, ...(await enrolPasskey(before)) }
}
type Holder = Awaited<ReturnType<typeof withPasskey>>

const complete = async (person: Person & Pick<Holder, 'passkey'>, where: object = {}) => {
  const { mfaToken, passkeyOptions } = await challenged(person)
  const passkey = person.passkey.get(passkeyOptions as { challenge: string }, { ...here(), ...where })
  return await ask('mfa', { mfaToken, passkey })
}

const refusal = [401, 'INVALID_CREDENTIALS']
const outcome = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode]

describe('a passkey', () => {
  it('is added with options that exclude those of the account and require its user', async () => {
    const person = await withPasskey()
    const who = await refreshed(person.before)
    const { options } = (await who.post('/api/iam/mfa/passkeys/begin')).body
    expect(options).toMatchObject({
      rp: { id: here().rpId },
      attestation: 'none',
      excludeCredentials: [{ id: person.passkey.id }],
      authenticatorSelection: { userVerification: 'required' },
    })
    expect((await who.get('/api/iam/mfa/factors')).body.member).toMatchObject([{ type: 'passkey', name: 'Laptop' }])
  })

  it('completes a sign-in, again and again with a counter of 0', async () => {
    const person = await withPasskey()
    for (let round = 0; round < 2; round++) {
      const { status, body } = await complete(person)
      expect(status).toBe(200)
      expect(readClaims(body.accessToken).amr).toEqual(['pwd', 'pop', 'mfa'])
    }
  })

  it('is refused if its counter goes back', async () => {
    const person = await withPasskey()
    expect((await complete(person, { counter: 5 })).status).toBe(200)
    for (const counter of [5, 4, 0]) expect(outcome(await complete(person, { counter }))).toEqual(refusal)
    expect((await complete(person, { counter: 6 })).status).toBe(200)
  })

  it.each([
    ['another origin', { origin: 'https://phishing.example' }],
    ['a subdomain of the origin', { origin: 'http://app.localhost:3000' }],
    ['another port of the origin', { origin: 'http://localhost:3001' }],
    ['another domain of the relying party', { rpId: 'phishing.example' }],
    ['a user who was not verified', { isVerified: false }],
    ['the handle of another user', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
  ])('is refused with %s', async (_, where) => {
    const person = await withPasskey()
    expect(outcome(await complete(person, where))).toEqual(refusal)
    expect((await complete(person)).status).toBe(200)
  })

  it('answers each challenge once, and no other', async () => {
    const person = await withPasskey()
    const [one, two] = [await challenged(person), await challenged(person)]
    const passkey = person.passkey.get(one.passkeyOptions as { challenge: string }, here())
    expect(outcome(await ask('mfa', { mfaToken: two.mfaToken, passkey }))).toEqual(refusal)
    const answers = await Promise.all([1, 2, 3].map(() => ask('mfa', { mfaToken: one.mfaToken, passkey })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('of somebody else does not open the account', async () => {
    const [person, thief] = [await withPasskey(), await withPasskey()]
    expect(outcome(await complete({ ...person, passkey: thief.passkey }))).toEqual(refusal)
    const { mfaToken, passkeyOptions } = await challenged(person)
    const forged = thief.passkey.get(passkeyOptions as { challenge: string }, here())
    const passkey = { ...forged, id: person.passkey.id, rawId: person.passkey.id }
    expect(outcome(await ask('mfa', { mfaToken, passkey }))).toEqual(refusal)
  })

  it('still opens the account while somebody guesses codes', async () => {
    const person = await withPasskey()
    const { secret } = await enrolTotp(await refreshed(person.before))
    const { mfaToken } = await challenged(person)
    for (let i = 0; i < 6; i++) await ask('mfa', { mfaToken, code: wrongCode(secret, i) })
    expect((await ask('mfa', { mfaToken, code: codeOf(secret) })).status).toBe(429)
    expect((await complete(person)).status).toBe(200)
  })

  it('is not added twice, for another challenge, from another origin or by another session', async () => {
    laterBy(0)
    const person = await verified()
    const [who, other] = [await signedIn(person), await signedIn(person)]
    const begin = async () => (await who.post('/api/iam/mfa/passkeys/begin')).body
    const [one, two] = [await begin(), await begin()]
    const passkey = createAuthenticator()
    const confirm = (enrolment: string, options: never, where = here(), by: Pick<typeof who, 'post'> = who) =>
      by.post('/api/iam/mfa/passkeys/confirm', { enrolment, passkey: passkey.create(options, where), name: 'Key' })
    expect((await confirm(one.enrolment, two.options as never)).body.violations).toEqual([
      { propertyPath: 'passkey', message: 'must be a new passkey that answers the enrolment' },
    ])
    const phishing = { ...here(), origin: 'https://phishing.example' }
    expect((await confirm(one.enrolment, one.options as never, phishing)).status).toBe(400)
    expect((await confirm(one.enrolment, one.options as never, here(), other)).status).toBe(400)
    expect((await confirm(one.enrolment, one.options as never)).status).toBe(200)
    const shown = await refreshed(who)
    expect((await confirm(one.enrolment, one.options as never, here(), shown)).status).toBe(400)
    expect((await confirm(two.enrolment, two.options as never, here(), shown)).body.errorCode).toBe('ALREADY_EXISTS')
  })

  it('steps up with a challenge of this session, once', async () => {
    const person = await withPasskey()
    const other = await refreshed(await signedInAgain(person))
    const { challenge, options } = (await person.before.post('/api/iam/auth/step-up/passkey/begin')).body
    const passkey = person.passkey.get(options, here())
    expect((await other.post('/api/iam/auth/step-up', { challenge, passkey })).status).toBe(400)
    expect((await person.before.post('/api/iam/auth/step-up', { passkey })).body.violations).toEqual([
      { propertyPath: 'challenge', message: 'must be given with a passkey' },
    ])
    const { status, body } = await person.before.post('/api/iam/auth/step-up', { challenge, passkey })
    expect(status).toBe(200)
    expect(readClaims(body.accessToken).amr).toContain('mfa')
    expect((await person.before.post('/api/iam/auth/step-up', { challenge, passkey })).status).toBe(400)
    expect((await client(body.accessToken).get('/api/iam/me')).status).toBe(200)
  })
})

const signedInAgain = async (person: Holder) => {
  const { body } = await complete(person)
  return { refreshToken: body.refreshToken }
}
