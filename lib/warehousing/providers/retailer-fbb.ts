import { GrantRefused, readObject, requestGrant } from '../../platform/outbound/request-grant.ts'
import { CALL_MS, type Kept, type ProviderAccess, shortenNames, type WizardProvider } from './provider.ts'

const MEDIA_TYPE = 'application/vnd.retailer.v10+json'

const fetchGrant = ({ outbound, account }: ProviderAccess, { clientId = '', clientSecret = '' }: Kept) =>
  requestGrant(outbound, {
    url: account.tokenUrl,
    timeoutMs: CALL_MS,
    form: { grant_type: 'client_credentials' },
    basic: { user: clientId, password: clientSecret },
  })

/** bol's Retailer API with the retailer's own keys, which give a new token every five minutes. */
export const retailerFbb: WizardProvider = {
  name: 'retailer_fbb',
  needs: [],
  defaults: { tokenUrl: 'https://login.bol.com/token', apiUrl: 'https://api.bol.com/retailer' },
  requiredFields: [
    { name: 'clientId', label: 'Client ID', type: 'text', required: 'true' },
    { name: 'clientSecret', label: 'Client secret', type: 'password', required: 'true' },
  ],
  selects: 'retailers',
  rotatesTokens: false,

  async redeem(access, { credentials }) {
    const { clientId = '', clientSecret = '' } = credentials
    const kept = { clientId, clientSecret }
    return { grant: await fetchGrant(access, kept), kept }
  },

  async refresh(access, _tokens, kept) {
    try {
      return await fetchGrant(access, kept)
    } catch (error) {
      // The keys belong to the retailer, so the connection ends if they are refused.
      throw error instanceof GrantRefused ? new GrantRefused('invalid_grant') : error
    }
  },

  async resources({ outbound, account: { apiUrl } }, accessToken) {
    const answer = await outbound.send({
      url: `${apiUrl}/retailers/current`,
      headers: { authorization: `Bearer ${accessToken}`, accept: MEDIA_TYPE },
      timeoutMs: CALL_MS,
    })
    const { retailerId, displayName, companyName } = readObject(answer)
    return shortenNames([[retailerId, displayName ?? companyName ?? retailerId]])
  },
}
