import { createHmac, createSign, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { consumeAssertion } from '../../lib/iam/external/link-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { client, send } from '../support/client.ts'
import { posted, RETURN, startOf } from './external-browser.ts'
import { laterBy, signedIn, verified } from './people.ts'
import { keysOf, type SamlUser, startIdp } from './saml-provider.ts'
import type { ResponseOptions } from './saml-response.ts'

const idp = await startIdp()
afterAll(() => idp.stop())

Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_SAML: JSON.stringify({ metadataUrl: idp.metadataUrl, emailsVerified: true }),
  SIGN_IN_RETURN_URIS: RETURN,
})
beforeEach(() => useApp(undefined))

let people = 0
const aUser = (fields: Partial<SamlUser> = {}): SamlUser => ({
  id: randomUUID(),
  email: `saml${++people}.${process.env.TABLE_NAME}@example.com`,
  ...fields,
})

const base64 = (xml: string) => Buffer.from(xml).toString('base64')
const post = (xml: string, state: string) => posted({ SAMLResponse: base64(xml), RelayState: state })

const begun = async () => {
  const { body } = await startOf('saml')
  return { url: body.authorizationUrl as string, state: body.state as string }
}

/** Runs a whole sign-in with a changed response. */
const signInWith = async (
  changes: Partial<ResponseOptions> = {},
  alter: (xml: string) => string = (xml) => xml,
  user = aUser(),
) => {
  const { url, state } = await begun()
  return await post(alter(await idp.respond(url, user, changes)), state)
}

/** Runs a whole sign-in with a provider whose clock is ahead of ours. */
const signInAheadBy = async (seconds: number, changes: Partial<ResponseOptions> = {}) => {
  const { url, state } = await begun()
  const { now } = Date
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000)
  onTestFinished(() => clock.mockRestore())
  const xml = await idp.respond(url, aUser(), changes)
  clock.mockRestore()
  return await post(xml, state)
}

/** Signs the assertion of a response again, by another algorithm. */
const signAgain = (xml: string, algorithm: string, sign: (data: string) => string) => {
  const changed = xml.replace(/(<SignatureMethod Algorithm=")[^"]+/, `$1${algorithm}`)
  const info = /<SignedInfo>[\s\S]*<\/SignedInfo>/.exec(changed)?.[0] ?? ''
  const canonical = info
    .replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">')
    .replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>')
  return changed.replace(/(<SignatureValue>)[^<]*/, `$1${sign(canonical)}`)
}

const refusal = { error: 'provider_failed', state: expect.any(String) }

describe('a SAML sign-in', () => {
  test('creates an account the first time and finds it later', async () => {
    const user = aUser()
    const first = await signInWith({}, undefined, user)
    expect([first.status, first.address]).toEqual([302, RETURN])
    const me = (await client(first.told.accessToken).get('/api/iam/me')).body
    expect(me).toMatchObject({ email: user.email, firstName: 'Grace', emailVerified: true, tenant: { role: 'owner' } })
    const again = await signInWith({}, undefined, { ...user, email: aUser().email })
    expect((await client(again.told.accessToken).get('/api/iam/me')).body.id).toBe(me.id)
  })

  test('accepts a response that is signed in addition to its assertion', async () => {
    expect((await signInWith({ signResponse: true })).told.accessToken).toBeDefined()
  })

  test("links a verified account only if the deployment trusts the provider's addresses", async () => {
    const known = await verified()
    const user = aUser({ email: known.email })
    const { config: settings } = app()
    const saml = JSON.stringify({ metadataUrl: idp.metadataUrl })
    useApp({ ...app(), config: { ...settings, signIn: { ...settings.signIn, saml } } })
    expect((await signInWith({}, undefined, user)).told.error).toBe('email_not_verified')
    useApp(undefined)
    const { told } = await signInWith({}, undefined, user)
    const me = (await client(told.accessToken).get('/api/iam/me')).body
    expect(me.id).toBe((await signedIn(known)).claims.sub)
  })

  test('sends the provider its entity id and the callback URL', async () => {
    const { url, state } = await begun()
    const { SAMLRequest = '', RelayState = '' } = Object.fromEntries(new URL(url).searchParams)
    const xml = inflateRawSync(Buffer.from(SAMLRequest, 'base64')).toString()
    const at = `${app().config.publicUrl}/auth/external/saml`
    expect(xml).toContain(`AssertionConsumerServiceURL="${at}/callback"`)
    expect(xml).toContain(`>${at}</saml:Issuer>`)
    expect(RelayState).toBe(state)
    expect(Buffer.byteLength(RelayState)).toBeLessThanOrEqual(80)
  })
})

describe('provider metadata', () => {
  const changed: Record<string, (xml: string) => string> = {
    'declares a document type': (xml) => `<!DOCTYPE x [<!ENTITY a "a">]>${xml.replace(/^<\?xml.*?\?>/, '')}`,
    'has no certificate': (xml) => xml.replace(/<X509Certificate>[\s\S]*?<\/X509Certificate>/, ''),
    'has a certificate for encryption only': (xml) => xml.replace('use="signing"', 'use="encryption"'),
    'has no address for a redirect': (xml) => xml.replaceAll('bindings:HTTP-Redirect', 'bindings:SOAP'),
    'has no name': (xml) => xml.replace(/entityID="[^"]*"/, ''),
    'is a page': () => '<html><body><p>Sign in</body></html>',
    'is too large': (xml) => `${xml}${' '.repeat(300_000)}`,
  }

  test.each(Object.entries(changed))('that %s is refused', async (_, change) => {
    useApp(makeApp(readConfig()))
    idp.changes.metadata = change
    const { status, body } = await startOf('saml')
    delete idp.changes.metadata
    expect([status, body.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
    expect((await startOf('saml')).status).toBe(200)
  })
})

describe('a SAML response is refused', () => {
  const evil = 'administrator'

  test('if nothing in it is signed', async () => {
    expect((await signInWith({ signAssertion: false })).told).toEqual(refusal)
  })

  test('if it is signed but its assertion is not', async () => {
    expect((await signInWith({ signAssertion: false, signResponse: true })).told).toEqual(refusal)
  })

  test('if its key is not in the metadata, even if it includes a certificate', async () => {
    expect((await signInWith(keysOf('foreign'))).told).toEqual(refusal)
  })

  test('if the signature algorithm is weak', async () => {
    expect((await signInWith({ signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' })).told).toEqual(refusal)
  })

  test('if it is signed with the public certificate as the secret of an HMAC', async () => {
    const { key, cert } = keysOf('idp')
    const byRsa = (data: string) => createSign('sha256').update(data).sign(key, 'base64')
    const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
    expect((await signInWith({}, (xml) => signAgain(xml, rsa, byRsa))).told.accessToken).toBeDefined()
    for (const hash of ['sha1', 'sha256', 'sha512'])
      for (const secret of [cert, cert.trim(), cert.replace(/-----[^-]+-----|\s/g, '')]) {
        const byHmac = (data: string) => createHmac(hash, secret).update(data).digest('base64')
        for (const family of ['http://www.w3.org/2000/09/xmldsig#', 'http://www.w3.org/2001/04/xmldsig-more#'])
          expect((await signInWith({}, (xml) => signAgain(xml, `${family}hmac-${hash}`, byHmac))).told).toEqual(refusal)
      }
  })

  test('if it is not valid yet or has expired, by more than clocks may differ', async () => {
    expect((await signInAheadBy(20)).told.accessToken).toBeDefined()
    expect((await signInAheadBy(60)).told).toEqual(refusal)
    expect((await signInAheadBy(-5, { lifetimeInSeconds: 1 })).told.accessToken).toBeDefined()
    expect((await signInAheadBy(-60, { lifetimeInSeconds: 1 })).told).toEqual(refusal)
  })

  test('if the assertion was altered after it was signed', async () => {
    const user = aUser()
    const altered = await signInWith({}, (xml) => xml.replaceAll(user.id, evil), user)
    expect(altered.told).toEqual(refusal)
  })

  test('if parts of it are missing', async () => {
    for (const part of [/<Signature[\s\S]*?<\/Signature>/, /<saml:Assertion[\s\S]*<\/saml:Assertion>/])
      expect((await signInWith({}, (xml) => xml.replace(part, ''))).told).toEqual(refusal)
  })

  const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] as string
  const evilOf = (assertion: string, user: SamlUser) =>
    assertion
      .replace(/<Signature[\s\S]*?<\/Signature>/, '')
      .replace(/ ID="[^"]+"/, ' ID="_evil"')
      .replaceAll(user.id, evil)

  const signatureIn = (xml: string) => /<Signature[\s\S]*?<\/Signature>/.exec(xml)?.[0] ?? ''
  /** Splits the response into its signature and the signed rest. */
  const takenApart = (xml: string) => {
    const signature = signatureIn(xml.replace(assertionIn(xml), ''))
    return { signature, original: xml.replace(signature, '') }
  }
  const evilAnswerOf = (xml: string, user: SamlUser) =>
    xml.replace(assertionIn(xml), evilOf(assertionIn(xml), user)).replace(/ ID="[^"]+"/, ' ID="_evilanswer"')

  // These include the eight known attacks XSW1 to XSW8.
  const wrappings: Record<string, (xml: string, user: SamlUser) => string> = {
    'an answer that carries the signed one in its signature': (xml, user) => {
      const { signature, original } = takenApart(xml)
      const carrying = signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)
      return evilAnswerOf(xml, user).replace(signature, carrying)
    },
    'an answer that carries the signed one beside its signature': (xml, user) => {
      const { signature, original } = takenApart(xml)
      return evilAnswerOf(xml, user).replace(signature, `${original}${signature}`)
    },
    'the signature of the signed one, which is left at the end without it': (xml, user) => {
      const signed = assertionIn(xml)
      const [signature, bare] = [signatureIn(signed), signed.replace(signatureIn(signed), '')]
      const evilOne = evilOf(signed, user).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
      return xml.replace(signed, `${evilOne}${bare}`)
    },
    'the signature of the signed one, which lies right in it': (xml, user) => {
      const signed = assertionIn(xml)
      const [signature, bare] = [signatureIn(signed), signed.replace(signatureIn(signed), '')]
      const carrying = signature.replace('</Signature>', `${bare}</Signature>`)
      return xml.replace(signed, evilOf(signed, user).replace('</saml:Issuer>', `</saml:Issuer>${carrying}`))
    },
    'the extensions of the answer, under the id of the signed one': (xml, user) => {
      const signed = assertionIn(xml)
      const [id] = / ID="[^"]+"/.exec(signed) as unknown as [string]
      const twin = evilOf(signed, user).replace(' ID="_evil"', id)
      return xml.replace('<samlp:Status>', `<samlp:Extensions>${twin}</samlp:Extensions><samlp:Status>`)
    },
    'before the signed one': (xml, user) =>
      xml.replace(assertionIn(xml), `${evilOf(assertionIn(xml), user)}${assertionIn(xml)}`),
    'after the signed one': (xml, user) =>
      xml.replace(assertionIn(xml), `${assertionIn(xml)}${evilOf(assertionIn(xml), user)}`),
    'around the signed one': (xml, user) => {
      const signed = assertionIn(xml)
      const around = evilOf(signed, user).replace('</saml:Assertion>', `${signed}</saml:Assertion>`)
      return xml.replace(signed, around)
    },
    'with the same id as the signed one': (xml, user) => {
      const signed = assertionIn(xml)
      const [id] = / ID="[^"]+"/.exec(signed) as unknown as [string]
      return xml.replace(signed, `${evilOf(signed, user).replace(' ID="_evil"', id)}${signed}`)
    },
    'with the signed one hidden in its signature': (xml, user) => {
      const signed = assertionIn(xml)
      const signature = /<Signature[\s\S]*?<\/Signature>/.exec(signed)?.[0] as string
      const original = signed.replace(signature, '')
      const carrying = signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)
      return xml.replace(signed, evilOf(signed, user).replace('</saml:Issuer>', `</saml:Issuer>${carrying}`))
    },
    'with the signed one moved to the extensions of the answer': (xml, user) => {
      const signed = assertionIn(xml)
      const moved = `<samlp:Extensions>${signed}</samlp:Extensions>`
      return xml.replace(signed, evilOf(signed, user)).replace('<samlp:Status>', `${moved}<samlp:Status>`)
    },
  }

  test.each(Object.entries(wrappings))('if another assertion is wrapped: %s', async (_, wrap) => {
    const user = aUser()
    for (const changes of [{}, { signResponse: true }]) {
      const arrived = await signInWith(changes, (xml) => wrap(xml, user), user)
      expect(arrived.told).toEqual(refusal)
    }
  })

  test('if a comment splits the name', async () => {
    const user = aUser()
    const cut = `${user.id.slice(0, 8)}<!---->${user.id.slice(8)}`
    const { told } = await signInWith({}, (xml) => xml.replace(user.id, cut), user)
    const whole = await signInWith({}, undefined, user)
    const who = async (token: string | undefined) => (await client(token).get('/api/iam/me')).body.id
    // Comments are not signed, so the whole name may be accepted, but never a part of it.
    if (told.accessToken) expect(await who(told.accessToken)).toBe(await who(whole.told.accessToken))
    else expect(told).toEqual(refusal)
  })

  test('if it declares a document type or entities', async () => {
    const type = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    expect((await signInWith({}, (xml) => `${type}${xml}`)).told).toEqual(refusal)
  })

  test.each([
    ['for another audience', { audience: 'https://somebody.example' }],
    ['for another recipient', { recipient: 'https://somebody.example/acs' }],
    ['for no recipient', { recipient: undefined }],
    ['to another request', { inResponseTo: '_anotherrequest' }],
    ['to no request', { inResponseTo: undefined }],
    ['of another issuer', { issuer: 'urn:another.example' }],
    ['that has expired', { lifetimeInSeconds: -120 }],
    [
      'for somebody without a lasting name',
      { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
  ])('where it is %s', async (_, changes) => {
    expect((await signInWith(changes)).told).toEqual(refusal)
  })

  test.each([
    ['another', {}],
    ['none', { inResponseTo: undefined }],
  ])(
    'where only its unsigned cover says that it is to this request, and its assertion names %s',
    async (_, changes) => {
      const [{ url, state }, earlier] = [await begun(), await begun()]
      const IN_RESPONSE_TO = / InResponseTo="[^"]+"/
      const [ours = ''] = IN_RESPONSE_TO.exec(await idp.respond(url, aUser())) ?? []
      const xml = await idp.respond(earlier.url, aUser(), changes)
      const cover = /<samlp:Response[^>]*>/.exec(xml)?.[0] as string
      const renamed = cover.replace(IN_RESPONSE_TO, '').replace('>', `${ours}>`)
      expect((await post(xml.replace(cover, renamed), state)).told).toEqual(refusal)
    },
  )

  test('if it is not XML, not a SAML response, or empty', async () => {
    for (const xml of ['', 'x', '<a/>', '<samlp:Response/>', '<'.repeat(10_000)])
      expect((await post(xml, (await begun()).state)).told).toEqual(refusal)
    expect((await posted({ RelayState: (await begun()).state })).told).toEqual(refusal)
  })
})

describe('a used SAML response', () => {
  test('is refused with its own state and with a new one', async () => {
    const { url, state } = await begun()
    const xml = await idp.respond(url, aUser())
    expect((await post(xml, state)).told.accessToken).toBeDefined()
    expect((await post(xml, state)).told).toEqual({ error: 'invalid_state' })
    expect((await post(xml, (await begun()).state)).told).toEqual(refusal)
  })

  test('is refused by every other instance too', async () => {
    const { url, state } = await begun()
    const xml = await idp.respond(url, aUser())
    expect((await post(xml, state)).told.accessToken).toBeDefined()
    useApp(makeApp(readConfig()))
    expect((await post(xml, state)).told).toEqual({ error: 'invalid_state' })
    expect((await post(xml, (await begun()).state)).told).toEqual(refusal)
  })

  test('works once if two instances receive it at the same time', async () => {
    const { url, state } = await begun()
    const xml = await idp.respond(url, aUser())
    const first = post(xml, state)
    useApp(makeApp(readConfig()))
    const both = await Promise.all([first, post(xml, state)])
    expect(both.filter(({ told }) => told.accessToken)).toHaveLength(1)
  })

  test('works once if two responses carry the same assertion', async () => {
    const digest = randomUUID()
    const spend = () =>
      runInUnit(app().db, { tenant: undefined, actor: null, now: new Date() }, async (unit) =>
        consumeAssertion(unit, digest, () => new Error('seen before')),
      )
    await spend()
    await expect(spend()).rejects.toThrow('seen before')
  })
})

describe('a SAML state', () => {
  test('expires after ten minutes and is refused if altered or issued for another kind', async () => {
    const { url, state } = await begun()
    const xml = await idp.respond(url, aUser())
    for (const other of ['', 'x', `${state}A`, state.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))])
      expect((await post(xml, other)).told).toEqual({ error: 'invalid_state' })
    laterBy(601)
    expect((await post(xml, state)).told).toEqual({ error: 'invalid_state' })
  })

  test('is not accepted in a POST to another kind', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await send('POST', '/auth/external/oidc/callback', { body: 'state=x', headers })
    expect(answer.status).toBe(404)
    const json = await send('POST', '/auth/external/saml/callback', { body: {} })
    expect(json.status).toBe(415)
    const huge = `SAMLResponse=${'A'.repeat(300_000)}`
    expect((await send('POST', '/auth/external/saml/callback', { body: huge, headers })).status).toBe(413)
  })
})
