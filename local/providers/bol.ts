import type { Book } from './books.ts'
import { type Asked, bearerOf, formOf, Refused, type Said } from './request.ts'

/** Credentials of a retailer, as created on the provider's pages. */
export const BOL = { clientId: 'local-retailer', clientSecret: 'local-bol-secret' }

const MEDIA_TYPE = 'application/vnd.retailer.v10+json'

export const bolToken = (asked: Asked, book: Book): Said => {
  const keys = Buffer.from(`${BOL.clientId}:${BOL.clientSecret}`).toString('base64')
  const { grant_type } = formOf(asked, 'grant_type')
  if (asked.headers.authorization !== `Basic ${keys}`) throw new Refused(401, 'invalid_client', 'unknown client')
  if (grant_type !== 'client_credentials') throw new Refused(400, 'unsupported_grant_type', 'not supported')
  return { status: 200, body: { ...book.issue('local-retailer'), token_type: 'Bearer', scope: 'RETAILER' } }
}

export const bolRetailer = (asked: Asked, book: Book): Said => {
  if (asked.headers.accept !== MEDIA_TYPE) return { status: 406, body: { status: 406, title: 'Not Acceptable' } }
  if (!book.isGood(bearerOf(asked))) return { status: 401, body: { status: 401, title: 'Unauthorized' } }
  return {
    status: 200,
    headers: { 'content-type': MEDIA_TYPE },
    body: { retailerId: '1234567', displayName: 'Local retailer', topRetailer: false },
  }
}
