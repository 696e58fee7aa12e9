import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import middy from '@middy/core'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'
import { getValidator } from '../../lib/platform/http/request/validators.ts'

// The baseline for the platform's cold starts: one minimal function that does everything for a fast start.

const ROUTE = 'POST /api/partner/partners'

const maybe = (maxLength: number) => ({ type: ['string', 'null'], minLength: 1, maxLength, pattern: '\\S' })
const country = { type: ['string', 'null'], pattern: '^[A-Z]{2}$' }
const BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S' },
    countryCode: country,
    defaultCurrency: { type: ['string', 'null'], pattern: '^[A-Z]{3}$' },
    taxId: maybe(50),
    address: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: { line1: maybe(255), city: maybe(255), postalCode: maybe(20), countryCode: country },
    },
    billingContact: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['email'],
      properties: { name: maybe(255), email: { type: 'string', format: 'email', maxLength: 254 } },
    },
  },
}

/** Endpoints for which the bundle compiles validators. */
export const endpoints = { create: { route: ROUTE, body: BODY } }

interface Request {
  event: { headers: Record<string, string>; body: string; claims: JWTPayload; input: Record<string, unknown> }
  response: { statusCode: number; headers: Record<string, string>; body: string }
}

const { PUBLIC_JWK = '', PUBLIC_URL = 'http://localhost:3000', TABLE_NAME = 'entrepot-dev' } = process.env
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}))
let key: ReturnType<typeof importJWK> | undefined

const verifying = async ({ event }: Request) => {
  key ??= importJWK(JSON.parse(PUBLIC_JWK), 'ES256')
  const token = event.headers.authorization?.slice(7) ?? ''
  event.claims = (await jwtVerify(token, await key, { issuer: PUBLIC_URL, audience: PUBLIC_URL })).payload
}

const validating = async ({ event }: Request) => {
  event.input = JSON.parse(event.body)
  const found = getValidator(ROUTE, 'body', BODY as never)
  const validate = found instanceof Promise ? await found : found
  if (!validate(event.input)) throw new Error('not valid')
}

const crossOrigin = ({ response }: Request) => {
  response.headers['Access-Control-Allow-Origin'] = '*'
}

const secure = ({ response }: Request) => {
  response.headers['Strict-Transport-Security'] = 'max-age=63072000; includeSubDomains'
  response.headers['X-Content-Type-Options'] = 'nosniff'
  response.headers['Referrer-Policy'] = 'no-referrer'
}

const create = async ({ claims, input }: Request['event']) => {
  const partner = { id: randomUUID(), ...input }
  await db.send(
    new PutCommand({ TableName: TABLE_NAME, Item: { pk: `T#${claims.tid}#partner`, sk: partner.id, ...partner } }),
  )
  return { statusCode: 201, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(partner) }
}

export const handler = middy()
  .before(verifying as never)
  .before(validating as never)
  .after(crossOrigin as never)
  .after(secure as never)
  .handler(create as never)
