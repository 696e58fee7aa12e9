const describeText = (description: string, schema: object = { type: 'string' }) => ({ description, schema })
const whole = { type: 'integer', minimum: 0 }

export const COMMON_HEADERS = {
  ETag: describeText('Revision of the resource, for `If-Match`'),
  Location: describeText('Address of the new resource, or the address to continue at', {
    type: 'string',
    format: 'uri-reference',
  }),
  'X-Request-Id': describeText('Id of the request, which is also in the log of the platform', {
    type: 'string',
    format: 'uuid',
  }),
  'X-RateLimit-Limit': describeText('Requests allowed per minute', whole),
  'X-RateLimit-Remaining': describeText('Requests remaining in this minute', whole),
  'X-RateLimit-Reset': describeText('End of this minute, in Unix seconds', whole),
  'Retry-After': describeText('Seconds to wait before trying again', { type: 'integer', minimum: 1 }),
  'Idempotency-Replayed': describeText('`true` if this is the response to an earlier request with the same key'),
  'WWW-Authenticate': describeText('`Bearer`, with the error if a token was sent'),
}

export const COMMON_PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique value of your choice, such as a UUID. Repeating the request with it returns the first response.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag that you read. The change is refused if the resource has changed since.',
    schema: { type: 'string' },
  },
}

const iri = { type: 'string', format: 'uri-reference' }
const describeConstant = (value: string) => ({ type: 'string', const: value })

/** The parts of a page that collections share. */
export const COLLECTION_PARTS = {
  CollectionSearch: {
    type: 'object',
    description: 'Query parameters of the collection',
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
  CollectionView: {
    type: 'object',
    description: 'This page and its neighbours; `previous` and `next` are present if they exist',
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
}

/** One page of a collection; `member` gets the schema of its members. */
export const COLLECTION_SCHEMA = {
  type: 'object',
  description: 'One page of a collection',
  properties: {
    '@context': describeConstant('/api/docs/contexts/Collection'),
    '@id': iri,
    '@type': describeConstant('Collection'),
    totalItems: { type: 'integer', minimum: 0, description: 'Number of members on all pages' },
    search: { $ref: '#/components/schemas/CollectionSearch' },
    view: { $ref: '#/components/schemas/CollectionView' },
    member: { type: 'array', items: {} },
  },
  required: ['@context', '@id', '@type', 'totalItems', 'search', 'view', 'member'],
  additionalProperties: false,
}
