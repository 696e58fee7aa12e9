import * as oauth from 'oauth4webapi'
import { type App, lasting } from '../../platform/app/app.ts'
import type { DiscoveredProvider, ExternalPerson, OAuthProvider } from './provider.ts'
import { createProviderFetch } from './provider-fetch.ts'

/** Secrets stored until the provider redirects the browser back. */
export interface OAuthSecrets {
  verifier: string
  nonce: string
}

const DISCOVERY_CACHE_MS = 3600_000

const discovered = new WeakMap<App, Map<string, { as: oauth.AuthorizationServer; until: number }>>()

const isDiscovered = (provider: OAuthProvider): provider is DiscoveredProvider => 'issuer' in provider

const discoverServer = async (
  app: App,
  provider: OAuthProvider,
  options: object,
): Promise<oauth.AuthorizationServer> => {
  if (!isDiscovered(provider)) {
    const { authorizationUrl, tokenUrl, userinfoUrl } = provider
    return {
      issuer: new URL(authorizationUrl).origin,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
      userinfo_endpoint: userinfoUrl,
    }
  }
  const known = discovered.get(lasting(app)) ?? new Map()
  discovered.set(lasting(app), known)
  const before = known.get(provider.issuer)
  if (before && before.until > app.clock().getTime()) return before.as
  const issuer = new URL(provider.issuer)
  const response = await oauth.discoveryRequest(issuer, options)
  const as = await oauth.processDiscoveryResponse(issuer, response)
  known.set(provider.issuer, { as, until: app.clock().getTime() + DISCOVERY_CACHE_MS })
  return as
}

const prepareClient = async (app: App, provider: OAuthProvider) => {
  const options = {
    [oauth.customFetch]: createProviderFetch(app),
    [oauth.allowInsecureRequests]: app.config.outboundAllowPrivate,
  }
  return { as: await discoverServer(app, provider, options), client: { client_id: provider.clientId }, options }
}

/** Returns the URL to redirect the browser to, and the secrets to store until it comes back. */
export const beginOAuth = async (app: App, provider: OAuthProvider, redirectUri: string) => {
  const { as } = await prepareClient(app, provider)
  if (!as.authorization_endpoint) throw new Error('the provider has no authorization endpoint')
  const secrets: OAuthSecrets = { verifier: oauth.generateRandomCodeVerifier(), nonce: oauth.generateRandomNonce() }
  const url = new URL(as.authorization_endpoint)
  const openid = isDiscovered(provider)
  const scope = provider.scope ?? (openid ? 'openid email profile' : '')
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    ...(scope && { scope }),
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(openid && { nonce: secrets.nonce }),
  }))
    url.searchParams.set(name, value)
  return { secrets, url }
}

const readText = (value: unknown) => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && value.length > 0 && value.length <= 512 ? value : null
}

const readPerson = (issuer: string, claims: Record<string, unknown>, provider: OAuthProvider): ExternalPerson => {
  const subject = readText(claims[(!isDiscovered(provider) && provider.subject) || 'sub'])
  if (!subject) throw new Error('the provider does not say who signed in')
  const email = readText(claims.email)
  const verified =
    claims.email_verified === true || claims.email_verified === 'true' || provider.emailsVerified === true
  return { issuer, subject, email, emailVerified: verified, name: readText(claims.given_name) ?? readText(claims.name) }
}

/** Clocks of providers may be this much ahead. */
const MAX_AHEAD_SECONDS = 60

/** Checks what OpenID Connect leaves to the client: for whom the token is meant, and that it was issued before now. */
const checkClaims = (claims: oauth.IDToken, clientId: string, now: Date) => {
  if (claims.azp !== undefined && claims.azp !== clientId)
    throw new Error('the ID token is authorized for another client')
  if (claims.iat > now.getTime() / 1000 + MAX_AHEAD_SECONDS) throw new Error('the ID token is from the future')
}

/**
 * Accepts only signatures by a published key, whatever algorithms the provider advertises. Keys are cached, so those of
 * a provider that has just replaced them are asked for again.
 */
const checkSignature = async (as: oauth.AuthorizationServer, response: Response, options: object) => {
  try {
    await oauth.validateApplicationLevelSignature(as, response, options)
  } catch {
    // The cache belongs to the object, so a copy has none.
    await oauth.validateApplicationLevelSignature({ ...as }, response, options)
  }
}

/** Exchanges the code and identifies the person; throws if any part of the provider's response is not valid. */
export const finishOAuth = async (
  app: App,
  provider: OAuthProvider,
  { redirectUri, answer, secrets }: { redirectUri: string; answer: URLSearchParams; secrets: OAuthSecrets },
): Promise<ExternalPerson> => {
  const { as, client, options } = await prepareClient(app, provider)
  const secret = provider.clientSecret
  const byPost = as.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
  const authentication = secret
    ? (byPost || !isDiscovered(provider) ? oauth.ClientSecretPost : oauth.ClientSecretBasic)(secret)
    : oauth.None()
  const checked = oauth.validateAuthResponse(as, client, answer, oauth.skipStateCheck)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    authentication,
    checked,
    redirectUri,
    secrets.verifier,
    options,
  )
  if (!isDiscovered(provider)) {
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response)
    const url = new URL(provider.userinfoUrl)
    const headers = new Headers({ accept: 'application/json' })
    const userinfo = await oauth.protectedResourceRequest(tokens.access_token, 'GET', url, headers, null, options)
    if (userinfo.status !== 200) throw new Error(`the provider answered ${userinfo.status}`)
    return readPerson(as.issuer, Object(await userinfo.json()), provider)
  }
  const checks = { expectedNonce: secrets.nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, checks)
  await checkSignature(as, response, options)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims) throw new Error('the provider returned no ID token')
  checkClaims(claims, client.client_id, app.clock())
  if (claims.email !== undefined || !as.userinfo_endpoint) return readPerson(as.issuer, claims, provider)
  const userinfo = await oauth.userInfoRequest(as, client, tokens.access_token, options)
  const more = await oauth.processUserInfoResponse(as, client, claims.sub, userinfo)
  return readPerson(as.issuer, { ...claims, ...more, sub: claims.sub }, provider)
}
