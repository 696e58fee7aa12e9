import type { Book } from './books.ts'
import { type Asked, formOf, noHeader, queryOf, Refused, type Said } from './request.ts'

export const AMAZON = { clientId: 'amzn1.sellerapps.app.local', clientSecret: 'local-amazon-secret' }

const MARKETPLACES = [
  { id: 'A1PA6795UKMFR9', name: 'Amazon.de', countryCode: 'DE', isParticipating: true },
  { id: 'A13V1IB3VIYZZH', name: 'Amazon.fr', countryCode: 'FR', isParticipating: true },
  { id: 'A1RKKUPIHCS9HS', name: 'Amazon.es', countryCode: 'ES', isParticipating: false },
]

/** Returns the URL of the browser after the seller has approved. */
export const approveAmazon = (asked: Asked, book: Book) => {
  const { application_id, state, redirect_uri } = queryOf(asked, 'application_id', 'state', 'redirect_uri')
  if (application_id !== AMAZON.clientId) throw new Refused(400, 'invalid_client', 'no such application')
  const code = book.approve({ client: AMAZON.clientId, redirectUri: redirect_uri as string })
  return {
    to: redirect_uri as string,
    with: { state: state as string, selling_partner_id: 'A3LOCALSELLER', spapi_oauth_code: code },
  }
}

export const amazonToken = (asked: Asked, book: Book): Said => {
  noHeader(asked, 'authorization')
  const grantType = new URLSearchParams(asked.body).get('grant_type')
  const client = ['client_id', 'client_secret'] as const
  const form =
    grantType === 'refresh_token'
      ? formOf(asked, 'grant_type', 'refresh_token', ...client)
      : formOf(asked, 'grant_type', 'code', 'redirect_uri', ...client)
  if (form.client_id !== AMAZON.clientId || form.client_secret !== AMAZON.clientSecret)
    throw new Refused(401, 'invalid_client', 'Client authentication failed')
  if (grantType !== 'refresh_token' && grantType !== 'authorization_code')
    throw new Refused(400, 'unsupported_grant_type', 'The grant type is not supported')
  const issued =
    grantType === 'refresh_token'
      ? book.renew(form.refresh_token as string)
      : book.redeem(form.code as string, { client: AMAZON.clientId, redirectUri: form.redirect_uri as string })
  if (!issued) throw new Refused(400, 'invalid_grant', 'The request has an invalid grant parameter')
  return { status: 200, body: { ...issued, token_type: 'bearer' } }
}

export const amazonMarketplaces = (asked: Asked, book: Book): Said => {
  noHeader(asked, 'authorization')
  const { 'x-amz-access-token': token, 'user-agent': agent = '' } = asked.headers
  const denied = (status: number, code: string) => ({ status, body: { errors: [{ code, message: 'Access denied' }] } })
  if (!/^\S+\/\S+ \(Language=/.test(agent)) return denied(400, 'InvalidInput')
  if (!book.isGood(String(token))) return denied(401, 'Unauthorized')
  const payload = MARKETPLACES.map(({ isParticipating, ...marketplace }) => ({
    marketplace,
    participation: { isParticipating, hasSuspendedListings: false },
    storeName: 'Local store',
  }))
  return { status: 200, body: { payload } }
}
