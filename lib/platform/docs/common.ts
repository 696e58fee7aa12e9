const text = (description: string, schema: object = { type: 'string' }) => ({ description, schema })
const whole = { type: 'integer', minimum: 0 }

export const HEADERS = {
  ETag: text('The revision of the resource; for `If-Match`'),
  Location: text('Where the new resource is, or where to go on', { type: 'string', format: 'uri-reference' }),
  'X-Request-Id': text('The id of the request; our log has it', { type: 'string', format: 'uuid' }),
  'X-RateLimit-Limit': text('Requests that a minute has', whole),
  'X-RateLimit-Remaining': text('Requests that are left in this minute', whole),
  'X-RateLimit-Reset': text('When the minute ends, in Unix seconds', whole),
  'Retry-After': text('Seconds to wait before trying again', { type: 'integer', minimum: 1 }),
  'Idempotency-Replayed': text('`true` where this is the answer to an earlier request with the same key'),
  'WWW-Authenticate': text('`Bearer`, with the error where a token was given'),
}

export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A value of your own, such as a UUID. Repeating the request with it gives the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag that you read; the change is refused where the resource has moved on.',
    schema: { type: 'string' },
  },
}

const iri = { type: 'string', format: 'uri-reference' }
const constant = (value: string) => ({ type: 'string', const: value })

export const COLLECTION_SCHEMA = {
  type: 'object',
  description: 'One page of a collection.',
  properties: {
    '@context': constant('/api/docs/contexts/Collection'),
    '@id': iri,
    '@type': constant('Collection'),
    totalItems: { type: 'integer', minimum: 0, description: 'Members on all pages together' },
    search: {
      type: 'object',
      description: 'The query parameters that the collection takes',
      properties: {
        '@type': constant('IriTemplate'),
        template: { type: 'string' },
        variableRepresentation: constant('BasicRepresentation'),
        mapping: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              '@type': constant('IriTemplateMapping'),
              variable: { type: 'string' },
              property: { type: 'string' },
              required: { type: 'boolean' },
            },
            required: ['@type', 'variable', 'property', 'required'],
            additionalProperties: false,
          },
        },
      },
      required: ['@type', 'template', 'variableRepresentation', 'mapping'],
      additionalProperties: false,
    },
    view: {
      type: 'object',
      description: 'This page and its neighbours; `previous` and `next` only where there is one',
      properties: {
        '@id': iri,
        '@type': constant('PartialCollectionView'),
        first: iri,
        last: iri,
        previous: iri,
        next: iri,
      },
      required: ['@id', '@type', 'first', 'last'],
      additionalProperties: false,
    },
    member: { type: 'array' },
  },
  required: ['@context', '@id', '@type', 'totalItems', 'search', 'view', 'member'],
}
