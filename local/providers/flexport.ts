import type { Book } from './books.ts'
import { type Asked, bearerOf, formOf, noHeader, queryOf, Refused, type Said } from './request.ts'

/** The token endpoint does not check a client secret. */
export const FLEXPORT = { clientId: 'local-flexport', clientSecret: '' }

const SCOPES =
  /^((read|write)_logistics_(products|inbounds|orders|orders_b2b|bundles|parcels|returns|webhooks|reports|freight)|read_logistics_(warehouses|events))$/

const PRODUCTS: Record<string, string[]> = { DSKU1: ['WH-NJ', 'WH-CA'], DSKU2: ['WH-CA'] }

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
  const form =
    grantType === 'refresh_token'
      ? formOf(asked, 'grant_type', 'refresh_token')
      : formOf(asked, 'grant_type', 'code', 'redirect_uri')
  if (grantType !== 'refresh_token' && grantType !== 'authorization_code')
    throw new Refused(400, 'unsupported_grant_type', 'the grant type is not supported')
  const issued =
    grantType === 'refresh_token'
      ? book.renew(form.refresh_token as string)
      : book.redeem(form.code as string, { client: FLEXPORT.clientId, redirectUri: form.redirect_uri as string })
  if (!issued) throw new Refused(400, 'invalid_grant', 'the grant is not valid')
  return { status: 200, body: { ...issued, token_type: 'Bearer', logistics_account_id: 4711 } }
}

const guarded = (asked: Asked, book: Book, body: () => unknown): Said =>
  book.isGood(bearerOf(asked)) ? { status: 200, body: body() } : { status: 401, body: {} }

export const flexportProducts = (asked: Asked, book: Book): Said => {
  const { limit } = queryOf(asked, 'limit')
  if (!(Number(limit) <= 100)) throw new Refused(400, 'invalid_request', 'limit is at most 100')
  return guarded(asked, book, () =>
    Object.keys(PRODUCTS).map((logisticsSku) => ({ logisticsSku, name: 'Local product' })),
  )
}

export const flexportWarehouses = (asked: Asked, book: Book): Said =>
  guarded(asked, book, () => {
    if (asked.headers['content-type'] !== 'application/json') throw new Refused(415, 'unsupported', 'JSON is wanted')
    const { logisticsSkus } = JSON.parse(asked.body) as { logisticsSkus: string[] }
    return logisticsSkus.map((logisticsSku) => ({
      logisticsSku,
      warehouseDetails: (PRODUCTS[logisticsSku] ?? []).map((warehouseId) => ({ warehouseId, available: 7 })),
    }))
  })
