import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
}

interface SignedRequest {
  method: string
  /** Path and query as they were received. */
  url: string
  headers: IncomingHttpHeaders
}

/** Codes with which S3 refuses a request. */
type SignatureFault = 'AccessDenied' | 'SignatureDoesNotMatch' | 'RequestTimeTooSkewed'

const ALGORITHM = 'AWS4-HMAC-SHA256'
const MAX_SKEW_MS = 15 * 60_000
const MAX_EXPIRY_SECONDS = 7 * 24 * 3600

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Reads `20261122T225900Z`. */
const readTime = (text: string) => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.map(Number) ?? []
  return year === undefined ? Number.NaN : Date.UTC(year, (month ?? 0) - 1, day, hour, minute, second)
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const readHeader = (headers: IncomingHttpHeaders, name: string) =>
  [headers[name] ?? ''].flat().join(',').trim().replace(/ +/g, ' ')

interface Claim {
  credential: string
  signedHeaders: string
  signature: string
  date: string
  payload: string
}

const readClaim = (query: URLSearchParams, headers: IncomingHttpHeaders): Claim | undefined => {
  if (query.get('X-Amz-Algorithm') === ALGORITHM)
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    }
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!signature) return undefined
  const [date, payload] = [readHeader(headers, 'x-amz-date'), readHeader(headers, 'x-amz-content-sha256')]
  return { credential, signedHeaders, signature, date, payload }
}

const computeSignature = (request: SignedRequest, claim: Claim, secret: string) => {
  const [path = '', search = ''] = request.url.split('?', 2)
  const query = [...new URLSearchParams(search)]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = claim.signedHeaders
    .split(';')
    .map((name) => `${name}:${readHeader(request.headers, name)}\n`)
    .join('')
  const canonical = [request.method, path, query, headers, claim.signedHeaders, claim.payload].join('\n')
  const [, day = '', region = '', service = '', end = ''] = claim.credential.split('/')
  const key = [region, service, end].reduce<Buffer>(sign, sign(`AWS4${secret}`, day))
  const scope = [day, region, service, end].join('/')
  return sign(key, [ALGORITHM, claim.date, scope, sha256(canonical)].join('\n'))
}

/** Verifies a signature of version 4, in the query or in a header, as S3 does. Returns the code of the refusal. */
export const findSignatureFault = (
  request: SignedRequest,
  { accessKeyId, secretAccessKey }: Credentials,
  now: number,
): SignatureFault | undefined => {
  const query = new URLSearchParams(request.url.split('?', 2)[1])
  const claim = readClaim(query, request.headers)
  if (!claim || claim.credential.split('/')[0] !== accessKeyId) return 'AccessDenied'
  if (!claim.signedHeaders.split(';').includes('host')) return 'AccessDenied'
  const at = readTime(claim.date)
  if (Number.isNaN(at)) return 'AccessDenied'
  const expected = computeSignature(request, claim, secretAccessKey)
  const given = Buffer.from(claim.signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'SignatureDoesNotMatch'
  const seconds = query.has('X-Amz-Signature') ? Number(query.get('X-Amz-Expires')) : MAX_SKEW_MS / 1000
  if (!(seconds >= 1 && seconds <= MAX_EXPIRY_SECONDS) || now > at + seconds * 1000) return 'AccessDenied'
  return at > now + MAX_SKEW_MS ? 'RequestTimeTooSkewed' : undefined
}
