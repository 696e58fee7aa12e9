const describeText = (description: string, schema: object = { type: 'string' }) => ({ description, schema })
const whole = { type: 'integer', minimum: 0 }

export const COMMON_HEADERS = {
  ETag: describeText('The revision of the resource; for `If-Match`'),
  Location: describeText('Where the new resource is, or where to go on', { type: 'string', format: 'uri-reference' }),
  'X-Request-Id': describeText('The id of the request; our log has it', { type: 'string', format: 'uuid' }),
  'X-RateLimit-Limit': describeText('Requests that a minute has', whole),
  'X-RateLimit-Remaining': describeText('Requests that are left in this minute', whole),
  'X-RateLimit-Reset': describeText('When the minute ends, in Unix seconds', whole),
  'Retry-After': describeText('Seconds to wait before trying again', { type: 'integer', minimum: 1 }),
  'Idempotency-Replayed': describeText('`true` where this is the answer to an earlier request with the same key'),
  'WWW-Authenticate': describeText('`Bearer`, with the error where a token was given'),
}

export const COMMON_PARAMETERS = {
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
const describeConstant = (value: string) => ({ type: 'string', const: value })

export const COLLECTION_SCHEMA = {
  type: 'object',
  description: 'One page of a collection.',
  properties: {
    '@context': describeConstant('/api/docs/contexts/Collection'),
    '@id': iri,
    '@type': describeConstant('Collection'),
    totalItems: { type: 'integer', minimum: 0, description: 'Members on all pages together' },
    search: {
      type: 'object',
      description: 'The query parameters that the collection takes',
      properties: {
        '@type': describeConstant('IriTemplate'),
        template: { type: 'string' },
        variableRepresentation: describeConstant('BasicRepresentation'),
        mapping: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              '@type': describeConstant('IriTemplateMapping'),
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
        '@type': describeConstant('PartialCollectionView'),
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
