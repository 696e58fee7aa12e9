import { hash } from 'node:crypto'
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { App } from '../../platform/app/app.ts'
import type { ExternalPerson, SamlProvider } from './provider.ts'
import { checkPlainXml, readIdpMetadata } from './saml-metadata.ts'

/** What is kept back until the provider sends the browser back: which request its answer must be to, and when it was. */
export interface SamlSecrets {
  request: string
  at: string
}

const SKEW_MS = 30_000
const REQUEST_MS = 600_000
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const EMAILS = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const NAMES = [
  'givenName',
  'firstName',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
]

const getEntityId = (redirectUri: string, { entityId }: SamlProvider) =>
  entityId ?? redirectUri.replace(/\/callback$/, '')

const createSamlPartner = async (
  app: App,
  provider: SamlProvider,
  redirectUri: string,
  cacheProvider: CacheProvider,
) => {
  const { entityId, signInUrl, certificates } = await readIdpMetadata(app, provider.metadataUrl)
  const issuer = getEntityId(redirectUri, provider)
  const saml = new SAML({
    issuer,
    audience: issuer,
    callbackUrl: redirectUri,
    entryPoint: signInUrl,
    idpIssuer: entityId,
    idpCert: certificates,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_MS,
    acceptedClockSkewMs: SKEW_MS,
    cacheProvider,
  })
  return { saml, entityId }
}

/** The only request that an answer may be to is the one kept behind the state, so that is all there is to look up. */
const createRequestCache = (kept: Partial<SamlSecrets>): CacheProvider => ({
  async saveAsync(request, at) {
    Object.assign(kept, { request, at })
    return { value: at, createdAt: Date.parse(at) }
  },
  getAsync: async (request) => (request === kept.request ? (kept.at ?? null) : null),
  removeAsync: async (request) => request,
})

/** Where the browser is to go, and what must be kept back meanwhile. */
export const beginSaml = async (app: App, provider: SamlProvider, redirectUri: string) => {
  const kept: Partial<SamlSecrets> = {}
  const { saml } = await createSamlPartner(app, provider, redirectUri, createRequestCache(kept))
  const url = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}))
  return { secrets: kept as SamlSecrets, url }
}

interface Confirmation {
  $?: { Method?: string }
  SubjectConfirmationData?: { $?: { Recipient?: string; InResponseTo?: string; NotOnOrAfter?: string } }[]
}

interface Assertion {
  $: { ID?: string }
  Subject?: { SubjectConfirmation?: Confirmation[] }[]
}

/** The library looks at what is in a confirmation; that these members are there at all, and for us, is looked at here. */
const isConfirmedFor = (redirectUri: string, request: string, now: Date) => (confirmation: Confirmation) => {
  const { Recipient, InResponseTo, NotOnOrAfter } = confirmation.SubjectConfirmationData?.[0]?.$ ?? {}
  return (
    confirmation.$?.Method === BEARER &&
    Recipient === redirectUri &&
    InResponseTo === request &&
    Date.parse(NotOnOrAfter ?? '') + SKEW_MS > now.getTime()
  )
}

const readAttribute = (profile: Profile, names: readonly string[]) => {
  const said = (profile.attributes ?? {}) as Record<string, unknown>
  const values = names.map((name) => [said[name]].flat()[0])
  return (values.find((value) => typeof value === 'string' && value.length <= 512) as string | undefined) ?? null
}

/** Who signed in, and what the assertion is called so that it counts once; throws where it is not as it must be. */
export const finishSaml = async (
  app: App,
  provider: SamlProvider,
  { redirectUri, response, secrets }: { redirectUri: string; response: string; secrets: SamlSecrets },
): Promise<{ person: ExternalPerson; assertion: string }> => {
  const xml = Buffer.from(response, 'base64').toString('utf8')
  checkPlainXml(xml)
  if (/Algorithm\s*=\s*["'][^"']*(sha1|md5|hmac)/i.test(xml)) throw new Error('the signature is of a weak kind')
  const { saml, entityId } = await createSamlPartner(app, provider, redirectUri, createRequestCache(secrets))
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
  const assertion = profile?.getAssertion?.()?.Assertion as Assertion | undefined
  if (!profile || !assertion?.$.ID) throw new Error('there is no assertion')
  if (profile.issuer !== entityId) throw new Error('the assertion is of another issuer')
  const confirmations = assertion.Subject?.[0]?.SubjectConfirmation ?? []
  if (!confirmations.some(isConfirmedFor(redirectUri, secrets.request, app.clock())))
    throw new Error('the assertion is not for this request')
  if (!profile.nameID || profile.nameIDFormat === TRANSIENT) throw new Error('the subject has no lasting name')
  const email = readAttribute(profile, EMAILS) ?? (profile.nameIDFormat === EMAIL_FORMAT ? profile.nameID : null)
  const said = readAttribute(profile, ['email_verified', 'emailVerified'])
  return {
    person: {
      issuer: entityId,
      subject: profile.nameID,
      email,
      emailVerified: provider.emailsVerified === true || said === 'true',
      name: readAttribute(profile, NAMES),
    },
    assertion: hash('sha256', JSON.stringify([entityId, assertion.$.ID]), 'hex'),
  }
}
