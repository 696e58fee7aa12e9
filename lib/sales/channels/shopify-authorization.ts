import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { type Grant, GrantRefused, requestGrant } from '../../platform/outbound/oauth.ts'
import { Problem } from '../../platform/problem.ts'
import { openDeploymentSecret } from '../../platform/vault/deployment-secret.ts'

/** The platform's app at Shopify, its secret opened. */
export interface ShopifyApp {
  clientId: string
  clientSecret: string
}

const SCOPES = [
  'read_orders',
  'write_orders',
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_locales',
  'read_publications',
  'write_publications',
].join()

/** The shop's host by which Shopify knows it. */
export const getShopHost = ({ store_url = '' }: Readonly<Record<string, string>>): string => new URL(store_url).host

export const readShopifyApp = async ({ config, vault }: Pick<App, 'config' | 'vault'>): Promise<ShopifyApp> => {
  const { clientId, clientSecret } = config.shopify
  if (!clientId || !clientSecret) throw new Problem('PROVIDER_NOT_CONFIGURED', 'This deployment has no app at Shopify.')
  return { clientId, clientSecret: await openDeploymentSecret(vault, 'SHOPIFY_CLIENT_SECRET', clientSecret) }
}

/** The page on which the shop's owner says yes. */
export const buildAuthorizationUrl = (
  { clientId }: ShopifyApp,
  storeUrl: string,
  state: string,
  redirectUri: string,
): string => {
  const url = new URL('/admin/oauth/authorize', storeUrl)
  const asked = { client_id: clientId, scope: SCOPES, redirect_uri: redirectUri, state }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

const SIGNED_SECONDS = 90

/** Whether Shopify wrote this query, and just now. */
export const isSigned = (query: Readonly<Record<string, string>>, { clientSecret }: ShopifyApp, now: Date): boolean => {
  const { hmac = '', signature: _signature, ...rest } = query
  const text = Object.keys(rest)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(rest[name] as string)}`)
    .join('&')
  const expected = createHmac('sha256', clientSecret).update(text).digest()
  const given = /^[0-9a-f]{64}$/.test(hmac) ? Buffer.from(hmac, 'hex') : Buffer.alloc(0)
  const age = Math.abs(now.getTime() / 1000 - Number(rest.timestamp))
  return given.length === expected.length && timingSafeEqual(given, expected) && age <= SIGNED_SECONDS
}

const GRANT_MS = 6_000

const grant = async (app: App, storeUrl: string, form: Record<string, string>): Promise<Grant> => {
  const { clientId, clientSecret } = await readShopifyApp(app)
  return await requestGrant(app.outbound, {
    url: new URL('/admin/oauth/access_token', storeUrl).href,
    timeoutMs: GRANT_MS,
    form: { client_id: clientId, client_secret: clientSecret, ...form },
  })
}

/** Exchanges what the browser brought for tokens that end and can be renewed. */
export const redeemShopify = (app: App, storeUrl: string, code: string): Promise<Grant> =>
  grant(app, storeUrl, { code, expiring: '1' })

export const refreshShopify = async (
  app: App,
  { store_url = '' }: Readonly<Record<string, string>>,
  { refreshToken }: { refreshToken: string | null },
): Promise<Grant> => {
  if (!refreshToken) throw new GrantRefused('invalid_grant')
  return await grant(app, store_url, { grant_type: 'refresh_token', refresh_token: refreshToken })
}
