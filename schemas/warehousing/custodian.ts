import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource, valueResource } from '../resource.ts'
import { id, input, nullable, oneOf, text, timestamp, uuid } from '../types.ts'

export const CUSTODIAN_TYPES = [
  'internal',
  'fba_marketplace',
  'retailer_fbb',
  'fulfilment_api_a',
  'fulfilment_api_b',
  'freight_platform',
  'shipping_api',
  'custom',
  'simulator',
] as const
export type CustodianType = (typeof CUSTODIAN_TYPES)[number]

export const CUSTODIAN_STATES = ['active', 'suspended', 'disconnected'] as const
export type CustodianState = (typeof CUSTODIAN_STATES)[number]

export const CAPABILITIES = [
  'tenant_picks_warehouse',
  'provider_picks_warehouse',
  'list_inventory',
  'push_inventory',
  'cancel_order',
  'webhook_receipt',
  'label_generation',
] as const
export type Capability = (typeof CAPABILITIES)[number]

export const CREDENTIALS = [
  'publicKey',
  'secretKey',
  'integrationId',
  'apiKey',
  'accountId',
  'accessToken',
  'channelId',
  'webhookSecret',
] as const

const credential = (description: string) => Type.Optional(nullable(text(4096, { writeOnly: true, description })))

const EXAMPLE = { accessToken: 'token-from-the-provider', channelId: '1042' }

/** Credentials, which are stored encrypted and never shown. */
export const ConnectionConfigInput = input(
  {
    publicKey: credential(
      'Of `shipping_api`: the id of the EasyPost carrier account whose prices are used, which starts with `ca_`, or `any`',
    ),
    secretKey: credential('Of `shipping_api`: the API key of EasyPost'),
    integrationId: credential(
      'Of a `custom` custodian: the https address of its system, which receives signed requests; without one, people work its orders. Of `shipping_api`: `easypost`. Of `fulfilment_api_a` and `fulfilment_api_b`: the id of the ShipBob centre or ShipHero warehouse that the tenant picks; an account with only one needs none. Of a `simulator`: its settings as a query, such as `step_seconds=5&lost_percent=10`.',
    ),
    apiKey: credential('Of `fulfilment_api_b`: the refresh token of a ShipHero user'),
    accountId: credential(
      'Of `fulfilment_api_b`: the id of the ShipHero account whose orders are placed. Of a `simulator`: the seed from which everything follows',
    ),
    accessToken: credential('Of `fulfilment_api_a`: a personal access token of ShipBob'),
    channelId: credential('Of `fulfilment_api_a`: the number of the ShipBob channel'),
    webhookSecret: credential(
      'Signs webhooks to the platform and, of a `custom` custodian, the requests to its system, as Standard Webhooks says: `whsec_` and a key in base64, or any text of 24 characters or more. Of ShipBob, ShipHero and EasyPost it is the secret of their webhook, of Flexport the token that it sends as `X-Webhook-Token`, of bol the public key as `/subscriptions/signature-keys` returns it.',
    ),
  },
  { examples: [EXAMPLE] },
)
export type ConnectionConfig = Static<typeof ConnectionConfigInput>

const name = () => text(255, { examples: ['Hamburg East'] })
const capability = () => oneOf(CAPABILITIES)

export const Custodian = resource('Custodian', '/api/warehousing/custodians/{id}', {
  id: uuid(),
  partnerId: uuid(),
  partnerName: Type.String(),
  type: oneOf(CUSTODIAN_TYPES),
  name: name(),
  status: oneOf(CUSTODIAN_STATES),
  enabledCapabilities: Type.Array(capability()),
  connectionConfigured: Type.Boolean(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Custodian = Static<typeof Custodian.fields>

export const CreateCustodianInput = input(
  {
    partnerId: id(),
    type: oneOf(CUSTODIAN_TYPES),
    name: name(),
    enabledCapabilities: Type.Optional(Type.Array(capability(), { maxItems: 50 })),
    connectionConfig: Type.Optional(nullable(ConnectionConfigInput)),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        type: 'fulfilment_api_a',
        name: 'Hamburg East',
        enabledCapabilities: ['list_inventory', 'push_inventory'],
        connectionConfig: EXAMPLE,
      },
    ],
  },
)

export const OnboardPartnerInput = input({ partnerId: id(), type: oneOf(CUSTODIAN_TYPES), name: name() })

export const CapabilityInput = input({ capability: capability() })

export const UpdateConnectionConfigInput = input({ connectionConfig: ConnectionConfigInput })

/** `custodianId` refers to a custodian whose stored credentials are tested. */
export const TestConnectionInput = input(
  {
    type: oneOf(CUSTODIAN_TYPES),
    connectionConfig: input({ ...ConnectionConfigInput.properties, custodianId: Type.Optional(nullable(id())) }),
  },
  { examples: [{ type: 'custom', connectionConfig: { apiKey: 'key-of-the-warehouse' } }] },
)

export const ConnectionTest = valueResource('CustodianConnectionTest', {
  id: Type.Unsafe<string>({ type: 'string', const: 'test-connection' }),
  ok: Type.Boolean(),
  code: Type.String(),
  message: Type.String(),
})

export const CapabilityCatalog = resource('CapabilityCatalog', '/api/warehousing/custodians/capability-catalog', {
  id: Type.Unsafe<string>({ type: 'string', const: 'default' }),
  catalog: Type.Unsafe<Record<string, Capability[]>>({
    type: 'object',
    additionalProperties: Type.Array(capability()),
  }),
})
