import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Grant, GrantRefused, requestGrant } from '../../platform/outbound/request-grant.ts'
import { Problem } from '../../platform/problem.ts'
import { openDeploymentSecret } from '../../platform/vault/deployment-secret.ts'
import type { Credentials } from '../connector.ts'
import type { Deployment, OAuthApp } from '../shop-oauth.ts'

/** The deployment's app at Shopify, with its secret opened. */
interface ShopifyApp {
  clientId: string
  clientSecret: string
}

const SCOPES = [
  'read_orders',
  'write_orders',
  'read_customers',
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_locales',
  'read_publications',
  'write_publications',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_third_party_fulfillment_orders',
  'write_third_party_fulfillment_orders',
  'read_payment_terms',
  'read_shopify_payments_disputes',
].join()

const readShopifyApp = async ({ config, vault }: Deployment): Promise<ShopifyApp> => {
  const { clientId, clientSecret } = config.shopify
  if (!clientId || !clientSecret) throw new Problem('PROVIDER_NOT_CONFIGURED', 'This deployment has no app at Shopify.')
  return { clientId, clientSecret: await openDeploymentSecret(vault, 'SHOPIFY_CLIENT_SECRET', clientSecret) }
}

/** Returns the URL of the page on which the shop's owner authorizes the app. */
export const buildAuthorizationUrl = async (
  deployment: Deployment,
  { store_url }: Credentials,
  { state, redirectUri }: { state: string; redirectUri: string },
): Promise<string> => {
  const { clientId } = await readShopifyApp(deployment)
  const url = new URL('/admin/oauth/authorize', store_url)
  const query = { client_id: clientId, scope: SCOPES, redirect_uri: redirectUri, state }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const MAX_SIGNATURE_AGE_SECONDS = 90

/** Returns true if the query was signed with this secret at most 90 seconds ago. */
export const isSigned = (query: Readonly<Record<string, string>>, clientSecret: string, now: Date): boolean => {
  const { hmac = '', signature: _signature, ...rest } = query
  const text = Object.entries(rest)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const expected = createHmac('sha256', clientSecret).update(text).digest()
  const given = /^[0-9a-f]{64}$/.test(hmac) ? Buffer.from(hmac, 'hex') : Buffer.alloc(0)
  const age = Math.abs(now.getTime() / 1000 - Number(rest.timestamp))
  return given.length === expected.length && timingSafeEqual(given, expected) && age <= MAX_SIGNATURE_AGE_SECONDS
}

/** Returns true if Shopify signed the query with which the browser came back. */
export const isSignedCallback = async (
  deployment: Deployment,
  query: Readonly<Record<string, string>>,
  now: Date,
): Promise<boolean> => isSigned(query, (await readShopifyApp(deployment)).clientSecret, now)

const GRANT_TIMEOUT_MS = 6_000

const grant = async (app: OAuthApp, { store_url }: Credentials, form: Record<string, string>): Promise<Grant> => {
  const { clientId, clientSecret } = await readShopifyApp(app)
  return await requestGrant(app.outbound, {
    url: new URL('/admin/oauth/access_token', store_url).href,
    timeoutMs: GRANT_TIMEOUT_MS,
    form: { client_id: clientId, client_secret: clientSecret, ...form },
  })
}

/** Exchanges the code of a callback for tokens that expire and can be refreshed. */
export const redeem = (app: OAuthApp, credentials: Credentials, code: string): Promise<Grant> =>
  grant(app, credentials, { code, expiring: '1' })

/** Exchanges a refresh token for new tokens. Throws `GrantRefused` if there is none. */
export const refresh = async (app: OAuthApp, credentials: Credentials, refreshToken: string | null): Promise<Grant> => {
  if (!refreshToken) throw new GrantRefused('invalid_grant')
  return await grant(app, credentials, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

/** Returns the secrets of the app under which webhooks may be signed now: the merchant's own, or the deployment's. */
export const readAppSecrets = async (
  { config, vault }: Deployment,
  { client_secret: ofMerchant }: Credentials,
): Promise<string[]> => {
  if (ofMerchant) return [ofMerchant]
  const { clientSecret, previousClientSecret } = config.shopify
  return await Promise.all([
    openDeploymentSecret(vault, 'SHOPIFY_CLIENT_SECRET', clientSecret),
    openDeploymentSecret(vault, 'SHOPIFY_PREVIOUS_CLIENT_SECRET', previousClientSecret),
  ])
}
