import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { input, moment, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'

export const SERVICE_ACCOUNT_STATES = ['active', 'disabled'] as const
export type ServiceAccountState = (typeof SERVICE_ACCOUNT_STATES)[number]

const KEY_TYPES = ['secret', 'public_key'] as const
export const KEY_ALGORITHMS = ['ES256', 'EdDSA', 'RS256'] as const
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number]

const MAX_NETWORKS = 20
const MAX_OVERLAP_HOURS = 168
export const DEFAULT_OVERLAP_HOURS = 24

const EXAMPLE_SCOPES = ['inventory:stock_item:read', 'sales:order:read']

const scopeName = () =>
  Type.String({
    maxLength: 100,
    pattern: '^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$',
    title: 'a scope of the form module:resource:action',
  })

const fields = {
  name: text(100, { examples: ['Warehouse reports'] }),
  description: nullable(text(1000, { examples: ['Reads stock and orders every night'] })),
  scopes: Type.Array(scopeName(), {
    minItems: 1,
    maxItems: 200,
    description: 'Scopes that you hold yourself; those that need a person are refused',
    examples: [EXAMPLE_SCOPES],
  }),
  networks: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: MAX_NETWORKS,
    description: 'Networks (CIDR) from which it may be used, IPv4 or IPv6; empty for all',
    examples: [['203.0.113.0/24', '2001:db8::/32']],
  }),
  expiresAt: nullable(moment({ description: 'End of its use; null for none', examples: ['2027-03-31T00:00:00Z'] })),
}

const { name, scopes, ...others } = fields

export const CreateServiceAccountInput = input({ name, scopes, ...optional(others) })
export type CreateServiceAccountInput = Static<typeof CreateServiceAccountInput>

export const UpdateServiceAccountInput = input(optional(fields), { minProperties: 1 })
export type UpdateServiceAccountInput = Static<typeof UpdateServiceAccountInput>

const key = {
  id: ulid(),
  type: oneOf(KEY_TYPES),
  algorithm: nullable(oneOf(KEY_ALGORITHMS, { description: 'Algorithm of a public key; null for a secret' })),
  createdAt: timestamp(),
  expiresAt: nullable(timestamp({ description: 'Set once a newer key replaces it' })),
}

export const ServiceAccount = resource('ServiceAccount', '/api/iam/service-accounts/{id}', {
  id: ulid({ description: 'Also its `client_id`' }),
  name: fields.name,
  description: nullable(Type.String()),
  status: oneOf(SERVICE_ACCOUNT_STATES),
  scopes: Type.Array(Type.String(), { examples: [EXAMPLE_SCOPES] }),
  networks: Type.Array(Type.String(), { examples: [['203.0.113.0/24']] }),
  expiresAt: nullable(timestamp()),
  sponsorId: ulid({ description: 'Identity of the member who answers for it and whose role bounds its scopes' }),
  keys: Type.Array(
    Type.Object(
      { ...key, lastUsedAt: nullable(timestamp({ description: 'Time of the last token, at most an hour too early' })) },
      { additionalProperties: false },
    ),
    { description: 'The valid keys, oldest first; at most two' },
  ),
  lastUsedAt: nullable(timestamp({ description: 'Time of the last token, at most an hour too early' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

const bytes = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 1400, pattern: '^[\\w-]+$', title: 'text in base64url', ...options })

export const PublicKeyInput = input(
  {
    kty: oneOf(['EC', 'OKP', 'RSA']),
    alg: oneOf(KEY_ALGORITHMS, { description: 'The only algorithm that is accepted with this key' }),
    crv: Type.Optional(oneOf(['P-256', 'Ed25519'])),
    x: Type.Optional(bytes()),
    y: Type.Optional(bytes()),
    n: Type.Optional(bytes({ description: 'Modulus of an RSA key of 2,048 to 8,192 bits' })),
    e: Type.Optional(bytes({ maxLength: 8 })),
    kid: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    use: Type.Optional(oneOf(['sig'])),
  },
  {
    examples: [
      {
        kty: 'EC',
        alg: 'ES256',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
    ],
  },
)
export type PublicKeyInput = Static<typeof PublicKeyInput>

export const AddKeyInput = input({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_HOURS,
      default: DEFAULT_OVERLAP_HOURS,
      description: 'Hours for which the key before this one stays valid',
    }),
  ),
  publicKey: Type.Optional(PublicKeyInput),
})
export type AddKeyInput = Static<typeof AddKeyInput>

/** Keys begin so, then have an id, 30 random characters and a checksum; secret scanners search for this pattern. */
export const KEY_PATTERN = 'ent_sk_[0-7][0-9A-HJKMNP-TV-Z]{25}[0-9A-Za-z]{36}'

export const AddedKey = Type.Object(
  {
    ...key,
    clientId: ulid({ description: 'Id of the service account' }),
    secret: nullable(
      Type.String({
        description: `The key. It is shown only this once. Matches \`${KEY_PATTERN}\`. Null for a public key.`,
        examples: ['ent_sk_<id><secret><checksum>'],
      }),
    ),
  },
  { additionalProperties: false },
)

const parameter = (maxLength: number, options: object = {}) => Type.Optional(Type.String({ maxLength, ...options }))

/** Parameters of the token endpoint. RFC 6749 demands that others are ignored. */
export const TokenRequest = Type.Object({
  grant_type: Type.String({ enum: ['client_credentials'], examples: ['client_credentials'] }),
  scope: parameter(8000, { description: 'Scopes separated by spaces; all of the service account by default' }),
  client_id: parameter(64, { description: 'Id of the service account', examples: ['01JNBV8ZK4T6Q9WD3E5RXH7M2C'] }),
  client_secret: parameter(200, { writeOnly: true, examples: ['ent_sk_<id><secret><checksum>'] }),
  client_assertion_type: parameter(200, { description: '`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`' }),
  client_assertion: parameter(8000, { writeOnly: true, description: 'A signed JWT (RFC 7523)' }),
})
export type TokenRequest = Static<typeof TokenRequest>

export const ServiceAccountToken = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Unsafe<string>({ type: 'string', const: 'Bearer' }),
    expires_in: Type.Integer({ description: 'Lifetime in seconds', examples: [900] }),
    scope: Type.String({ description: 'Scopes of the token', examples: [EXAMPLE_SCOPES.join(' ')] }),
  },
  { additionalProperties: false },
)

const list = (description: string) => Type.Array(Type.String(), { description })

/** Metadata of the authorization server (RFC 8414). */
export const AuthorizationServer = Type.Object(
  {
    issuer: Type.String(),
    token_endpoint: Type.String(),
    jwks_uri: Type.String(),
    response_types_supported: list('Empty: there is no authorization endpoint'),
    grant_types_supported: list('Grants of the token endpoint'),
    token_endpoint_auth_methods_supported: list('Ways in which a client proves who it is'),
    token_endpoint_auth_signing_alg_values_supported: list('Algorithms of assertions'),
    scopes_supported: list('All scopes that a service account can have'),
    service_documentation: Type.String(),
  },
  { additionalProperties: false },
)
