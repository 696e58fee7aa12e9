import { hash } from 'node:crypto'
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { App } from '../../platform/app/app.ts'
import { checkPlainXml, readIdpMetadata } from './idp-metadata.ts'
import type { ExternalPerson, SamlProvider } from './provider.ts'

/** Stored until the provider sends the browser back: id and time of the request that it must answer. */
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

const createSamlClient = async (
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

/** The library's cache of open requests. It holds only the request stored with the state. */
const createRequestCache = (stored: SamlSecrets): CacheProvider => ({
  async saveAsync(request, at) {
    Object.assign(stored, { request, at })
    return { value: at, createdAt: Date.parse(at) }
  },
  getAsync: async (request) => (request === stored.request ? stored.at : null),
  removeAsync: async (request) => request,
})

/** Returns the URL to redirect the browser to, and the secrets to store until it comes back. */
export const beginSaml = async (app: App, provider: SamlProvider, redirectUri: string) => {
  const secrets: SamlSecrets = { request: '', at: '' }
  const { saml } = await createSamlClient(app, provider, redirectUri, createRequestCache(secrets))
  const url = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}))
  return { secrets, url }
}

interface Confirmation {
  $?: { Method?: string }
  SubjectConfirmationData?: { $?: { Recipient?: string; InResponseTo?: string; NotOnOrAfter?: string } }[]
}

interface Assertion {
  $: { ID?: string }
  Subject?: { SubjectConfirmation?: Confirmation[] }[]
}

/** The library checks the values of a confirmation only if they are present; this requires them and their recipient. */
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
  const attributes: Record<string, unknown> = Object(profile.attributes)
  const values = names.map((name) => [attributes[name]].flat()[0])
  return values.find((value): value is string => typeof value === 'string' && value.length <= 512) ?? null
}

/** Returns the person and a digest of the assertion's id, so that it works once; throws if the response is not valid. */
export const finishSaml = async (
  app: App,
  provider: SamlProvider,
  { redirectUri, response, secrets }: { redirectUri: string; response: string; secrets: SamlSecrets },
): Promise<{ person: ExternalPerson; assertion: string }> => {
  const xml = Buffer.from(response, 'base64').toString('utf8')
  checkPlainXml(xml)
  if (/Algorithm\s*=\s*["'][^"']*(sha1|md5|hmac)/i.test(xml)) throw new Error('the signature algorithm is too weak')
  const { saml, entityId } = await createSamlClient(app, provider, redirectUri, createRequestCache(secrets))
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
  const assertion = profile?.getAssertion?.()?.Assertion as Assertion | undefined
  if (!profile || !assertion?.$.ID) throw new Error('there is no assertion')
  if (profile.issuer !== entityId) throw new Error('another issuer made the assertion')
  const confirmations = assertion.Subject?.[0]?.SubjectConfirmation ?? []
  if (!confirmations.some(isConfirmedFor(redirectUri, secrets.request, app.clock())))
    throw new Error('the assertion is not for this request')
  if (!profile.nameID || profile.nameIDFormat === TRANSIENT) throw new Error('the subject has no permanent name')
  const email = readAttribute(profile, EMAILS) ?? (profile.nameIDFormat === EMAIL_FORMAT ? profile.nameID : null)
  const verified = readAttribute(profile, ['email_verified', 'emailVerified'])
  return {
    person: {
      issuer: entityId,
      subject: profile.nameID,
      email,
      emailVerified: provider.emailsVerified === true || verified === 'true',
      name: readAttribute(profile, NAMES),
    },
    assertion: hash('sha256', JSON.stringify([entityId, assertion.$.ID]), 'hex'),
  }
}
