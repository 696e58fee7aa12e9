import { GrantRefused, jsonOf, requestGrant } from '../../outbound/oauth.ts'
import { arrayIn, CALL_MS, listed, objectIn, type Reach, type WizardProvider, withQuery } from './provider.ts'

const SCOPE = [
  'read_logistics_products',
  'read_logistics_orders',
  'write_logistics_orders',
  'read_logistics_warehouses',
  'read_logistics_events',
  'read_logistics_webhooks',
  'write_logistics_webhooks',
].join(' ')

const grant = ({ outbound, account: { tokenUrl: url, clientId, clientSecret } }: Reach, form: Record<string, string>) =>
  requestGrant(outbound, {
    url,
    timeoutMs: CALL_MS,
    form: { ...form, client_id: clientId, client_secret: clientSecret },
  })

/** Flexport's logistics API. Its tokens have no end; one that says so and comes with a successor is renewed. */
export const freightPlatform: WizardProvider = {
  name: 'freight_platform',
  defaults: {
    authorizeUrl: 'https://logistics-api.flexport.com/logistics/api/2024-07/oauth/authorize',
    tokenUrl: 'https://logistics-api.flexport.com/logistics/api/2024-07/oauth/token',
    apiUrl: 'https://logistics-api.flexport.com/logistics/api/2024-07',
  },
  requiredFields: [],
  selects: 'warehouses',

  authorizationUrl: ({ authorizeUrl, clientId }, state, redirectUri) =>
    withQuery(authorizeUrl, {
      response_type: 'code',
      client_id: clientId,
      scope: SCOPE,
      redirect_uri: redirectUri,
      state,
    }),

  async redeem(reach, { code, redirectUri }) {
    const redeemed = await grant(reach, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
    const account = redeemed.answer.logistics_account_id
    const known = typeof account === 'string' || typeof account === 'number'
    return { grant: redeemed, kept: known ? { logisticsAccountId: String(account).slice(0, 100) } : {} }
  },

  async refresh(reach, { refreshToken }) {
    if (!refreshToken) throw new GrantRefused('invalid_grant')
    return await grant(reach, { grant_type: 'refresh_token', refresh_token: refreshToken })
  },

  async resources({ outbound, account: { apiUrl } }, accessToken) {
    const answer = await outbound.send({
      url: `${apiUrl}/warehouses`,
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      timeoutMs: CALL_MS,
    })
    const warehouses = arrayIn(jsonOf(answer).warehouses).map(objectIn)
    return listed(warehouses.map(({ id, name }) => [id, name]))
  },
}
