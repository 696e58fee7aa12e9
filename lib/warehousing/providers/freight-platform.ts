import { GrantRefused, readList, requestGrant } from '../../platform/outbound/request-grant.ts'
import { CALL_MS, type ProviderAccess, parseObject, shortenNames, type WizardProvider, withQuery } from './provider.ts'

const SCOPE = [
  'read_logistics_products',
  'read_logistics_orders',
  'write_logistics_orders',
  'read_logistics_warehouses',
  'read_logistics_events',
  'read_logistics_webhooks',
  'write_logistics_webhooks',
].join(' ')

const fetchGrant = ({ outbound, account }: ProviderAccess, form: Record<string, string>) => {
  const { tokenUrl: url, clientId, clientSecret } = account
  // The provider documents no client authentication here, so the secret is sent only if there is one.
  const client: Record<string, string> = clientSecret ? { client_id: clientId, client_secret: clientSecret } : {}
  return requestGrant(outbound, { url, timeoutMs: CALL_MS, form: { ...form, ...client } })
}

const MAX_PRODUCTS = 100

/** Flexport's logistics API. Its tokens do not expire; those with an expiry and a refresh token are renewed nevertheless. */
export const freightPlatform: WizardProvider = {
  name: 'freight_platform',
  needs: ['clientId'],
  defaults: {
    authorizeUrl: 'https://logistics-api.flexport.com/logistics/api/2024-07/oauth/authorize',
    tokenUrl: 'https://logistics-api.flexport.com/logistics/api/2024-07/oauth/token',
    apiUrl: 'https://logistics-api.flexport.com/logistics/api/2024-07',
  },
  requiredFields: [],
  selects: 'warehouses',
  rotatesTokens: true,

  authorizationUrl: ({ authorizeUrl, clientId }, state, redirectUri) =>
    withQuery(authorizeUrl, {
      response_type: 'code',
      client_id: clientId,
      scope: SCOPE,
      redirect_uri: redirectUri,
      state,
    }),

  async redeem(reach, { code, redirectUri }) {
    const redeemed = await fetchGrant(reach, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
    const account = redeemed.answer.logistics_account_id
    const known = typeof account === 'string' || typeof account === 'number'
    return { grant: redeemed, kept: known ? { logisticsAccountId: String(account).slice(0, 100) } : {} }
  },

  async refresh(reach, { refreshToken }) {
    if (!refreshToken) throw new GrantRefused('invalid_grant')
    return await fetchGrant(reach, { grant_type: 'refresh_token', refresh_token: refreshToken })
  },

  // The API has no list of warehouses, so they are collected from the stock of the newest products.
  async resources({ outbound, account: { apiUrl } }, accessToken) {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
    const url = `${apiUrl}/products?limit=${MAX_PRODUCTS}`
    const products = readList(await outbound.send({ url, headers, timeoutMs: CALL_MS }))
    const logisticsSkus = products.flatMap((product) => parseObject(product).logisticsSku ?? [])
    if (!logisticsSkus.length) return {}
    const answer = await outbound.send({
      method: 'POST',
      url: `${apiUrl}/products/warehouse`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ logisticsSkus }),
      timeoutMs: CALL_MS,
    })
    const details = readList(answer).flatMap((product) => parseObject(product).warehouseDetails ?? [])
    return shortenNames(details.map(parseObject).map(({ warehouseId }) => [warehouseId, warehouseId]))
  },
}
