import { readObject, requestGrant } from '../../platform/outbound/request-grant.ts'
import {
  CALL_MS,
  type ProviderAccess,
  parseList,
  parseObject,
  shortenNames,
  type WizardProvider,
  withQuery,
} from './provider.ts'

const fetchGrant = (
  { outbound, account: { tokenUrl: url, clientId, clientSecret } }: ProviderAccess,
  form: Record<string, string>,
) =>
  requestGrant(outbound, {
    url,
    timeoutMs: CALL_MS,
    form: { ...form, client_id: clientId, client_secret: clientSecret },
  })

/** Amazon's Selling Partner API with Login with Amazon. An authorization is valid for one region, Europe by default. */
export const fbaMarketplace: WizardProvider = {
  name: 'fba_marketplace',
  needs: ['clientId', 'clientSecret'],
  defaults: {
    authorizeUrl: 'https://sellercentral-europe.amazon.com/apps/authorize/consent',
    tokenUrl: 'https://api.amazon.com/auth/o2/token',
    apiUrl: 'https://sellingpartnerapi-eu.amazon.com',
  },
  requiredFields: [],
  selects: 'marketplaces',
  // Login with Amazon returns the same refresh token again.
  rotatesTokens: false,

  authorizationUrl: ({ authorizeUrl, clientId }, state, redirectUri) =>
    withQuery(authorizeUrl, { application_id: clientId, state, redirect_uri: redirectUri }),

  async redeem(reach, { code, credentials: { sellingPartnerId }, redirectUri }) {
    const redeemed = await fetchGrant(reach, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
    return { grant: redeemed, kept: sellingPartnerId ? { sellingPartnerId } : {} }
  },

  refresh: (reach, { refreshToken }) =>
    fetchGrant(reach, { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }),

  async resources({ outbound, account: { apiUrl } }, accessToken) {
    const answer = await outbound.send({
      url: `${apiUrl}/sellers/v1/marketplaceParticipations`,
      headers: {
        'x-amz-access-token': accessToken,
        'user-agent': 'Entrepot/1.0 (Language=TypeScript)',
        accept: 'application/json',
      },
      timeoutMs: CALL_MS,
    })
    const entries = parseList(readObject(answer).payload).map(parseObject)
    const open = entries.filter(({ participation }) => parseObject(participation).isParticipating !== false)
    return shortenNames(open.map(({ marketplace }) => [parseObject(marketplace).id, parseObject(marketplace).name]))
  },
}
