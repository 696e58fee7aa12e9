import type { Book } from './books.ts'
import { type Asked, bearerOf, formOf, noHeader, queryOf, Refused, type Said } from './request.ts'

export const FLEXPORT = { clientId: 'local-flexport', clientSecret: 'local-flexport-secret' }

const SCOPES =
  /^((read|write)_logistics_(products|inbounds|orders|orders_b2b|bundles|parcels|returns|webhooks|reports|freight)|read_logistics_(warehouses|events))$/

const WAREHOUSES = [
  { id: 'WH-NJ', name: 'Newark, NJ' },
  { id: 'WH-CA', name: 'Ontario, CA' },
]

export const approveFlexport = (asked: Asked, book: Book) => {
  const names = ['response_type', 'client_id', 'scope', 'redirect_uri', 'state']
  const { response_type, client_id, scope = '', redirect_uri, state } = queryOf(asked, ...names)
  if (response_type !== 'code') throw new Refused(400, 'unsupported_response_type', 'only code')
  if (client_id !== FLEXPORT.clientId) throw new Refused(400, 'invalid_client', 'no such client')
  const scopes = scope.split(' ')
  if (!scopes.every((each) => SCOPES.test(each)) || !scopes.includes('read_logistics_warehouses'))
    throw new Refused(400, 'invalid_scope', 'an unknown scope, or not enough')
  const code = book.approve({ client: FLEXPORT.clientId, redirectUri: redirect_uri as string })
  return { to: redirect_uri as string, with: { code, state: state as string } }
}

export const flexportToken = (asked: Asked, book: Book): Said => {
  noHeader(asked, 'authorization')
  const grantType = new URLSearchParams(asked.body).get('grant_type')
  const client = ['client_id', 'client_secret'] as const
  const form =
    grantType === 'refresh_token'
      ? formOf(asked, 'grant_type', 'refresh_token', ...client)
      : formOf(asked, 'grant_type', 'code', 'redirect_uri', ...client)
  if (form.client_id !== FLEXPORT.clientId || form.client_secret !== FLEXPORT.clientSecret)
    throw new Refused(401, 'invalid_client', 'unknown client')
  if (grantType !== 'refresh_token' && grantType !== 'authorization_code')
    throw new Refused(400, 'unsupported_grant_type', 'the grant type is not supported')
  const issued =
    grantType === 'refresh_token'
      ? book.renew(form.refresh_token as string)
      : book.redeem(form.code as string, { client: FLEXPORT.clientId, redirectUri: form.redirect_uri as string })
  if (!issued) throw new Refused(400, 'invalid_grant', 'the grant is not valid')
  return { status: 200, body: { ...issued, token_type: 'Bearer', logistics_account_id: 4711 } }
}

export const flexportWarehouses = (asked: Asked, book: Book): Said =>
  book.isGood(bearerOf(asked)) ? { status: 200, body: { warehouses: WAREHOUSES } } : { status: 401, body: {} }
