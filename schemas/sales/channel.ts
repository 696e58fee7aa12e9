import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource, valueResource } from '../resource.ts'
import { currency, id, input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'
import { NewSyncSettingsInput, SyncSettings, SyncSettingsInput } from './channels/sync-settings.ts'
import { OrderSettings, OrderSettingsInput } from './order-settings.ts'

/** `simulator` is a shop within the platform, for developers; it is refused unless the deployment enables it. */
export const CHANNEL_TYPES = ['manual', 'woocommerce', 'shopify', 'sylius', 'vendure', 'simulator'] as const
export type ChannelType = (typeof CHANNEL_TYPES)[number]

export const CHANNEL_STATES = ['active', 'paused', 'disconnected'] as const
export type ChannelState = (typeof CHANNEL_STATES)[number]

const stringMap = (options: object = {}) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 4096 },
    propertyNames: { type: 'string', pattern: '^\\w{1,64}$' },
    maxProperties: 20,
    ...options,
  })

const locale = (options: object = {}) =>
  Type.String({
    pattern: '^([A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*)$',
    maxLength: 35,
    title: 'a locale such as de_DE',
    examples: ['de_DE'],
    ...options,
  })

/** Responses have codes in upper case; requests may use lower case. */
const code = (letters: string) =>
  Type.String({
    minLength: 2,
    maxLength: 12,
    pattern: `^[${letters}0-9]+(-[${letters}0-9]+)*$`,
    title: '2 to 12 letters and digits with single hyphens between them',
    examples: ['WEB-DE'],
  })

const probed = {
  connected: Type.Boolean(),
  errorCode: nullable(Type.String({ examples: ['AUTH_FAILED'] })),
  errorMessage: nullable(Type.String()),
  checkedAt: timestamp(),
}
const ConnectionStatus = Type.Object({ ...probed, storeInfo: stringMap() })
export type ConnectionStatus = Static<typeof ConnectionStatus>

const connectorConfig = () =>
  stringMap({
    description:
      'Settings of the connector, such as `channel_code`. `notify_customer` (`false` or `true`; WooCommerce, Shopify): whether the shop mails its customers about parcels. `ship_at` (`last` or `first`; Sylius): the parcel with which the shop ships the order. `fulfilment_location_ids` (Shopify): ids of the locations from which the channel sends, joined by commas; by default all that belong to no other fulfilment service. `gift_card_fees` (WooCommerce): names of fees below 0 that are payments by gift card and no discounts, joined by commas, without case and outer space; a name that ends with `*` stands for all that begin with it, such as `Gift card*`. `backorder_policy` (`deny` or `allow`): whether the shop may sell more than is free; by default the setting `warehousing.backorderPolicy`. `stock_after_removal` (`zero` or `keep`): what becomes of the quantity of a variant that the channel no longer shows',
    examples: [{ channel_code: 'WEB', ship_at: 'last' }],
  })

const name = () => text(255, { examples: ['Web shop'] })

const fields = {
  id: ulid(),
  name: name(),
  code: code('A-Z'),
  type: oneOf(CHANNEL_TYPES),
  status: oneOf(CHANNEL_STATES),
  partnerId: nullable(ulid()),
  partnerName: nullable(Type.String()),
  merchantId: nullable(ulid()),
  sourcingPrincipal: nullable(Type.String()),
  pullAssortmentId: nullable(ulid()),
  pushAssortmentId: nullable(ulid()),
  defaultFulfilmentPolicyId: nullable(ulid()),
  defaultCurrency: nullable(currency()),
  supportedCurrencies: Type.Array(currency()),
  defaultLocale: nullable(locale()),
  supportedLocales: Type.Array(locale()),
  pricesIncludeTax: nullable(
    Type.Boolean({
      description: 'Whether the prices of the shop contain tax, as its catalog said last; null if it did not',
    }),
  ),
  hasWebhook: Type.Boolean(),
  deletable: Type.Boolean(),
  syncSettings: SyncSettings,
  orderSettings: OrderSettings,
  connectorConfig: connectorConfig(),
  connectionId: nullable(ulid()),
  /** Result of the last test, refusal or recovery of the connection; null if the channel has no shop or it was never tested. */
  connectionStatus: nullable(ConnectionStatus),
  webhookTopics: Type.Array(Type.String()),
  warnings: Type.Array(Type.Object({ code: oneOf(['SHOP_SHARED', 'ORDERS_MISSING']), message: Type.String() }), {
    description:
      'What to know about the channel. `SHOP_SHARED`: other channels are connected to the same shop, and the message says what follows. `ORDERS_MISSING`: the shop no longer has many open orders, and nothing is cancelled until somebody decides',
  }),
  lastSyncAt: nullable(
    timestamp({
      description:
        'Time at which a run of any type last succeeded: of orders, the catalog, stock, parcels or notes. Parcels and notes move it once a minute at most.',
    }),
  ),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}

export const SalesChannel = resource('SalesChannel', '/api/sales/channels/{id}', fields)
export type SalesChannel = Static<typeof SalesChannel.fields>

const credentials = () =>
  stringMap({
    writeOnly: true,
    examples: [{ store_url: 'https://shop.example', consumer_key: 'ck_1', consumer_secret: 'cs_1' }],
  })

export const ConnectChannelInput = input({
  name: name(),
  code: code('A-Za-z'),
  type: oneOf(CHANNEL_TYPES),
  credentials: credentials(),
  syncSettings: Type.Optional(nullable(NewSyncSettingsInput)),
  orderSettings: Type.Optional(nullable(OrderSettingsInput)),
  connectorConfig: Type.Optional(connectorConfig()),
  partnerId: Type.Optional(nullable(id())),
})

export const UpdateChannelInput = input(
  {
    name: Type.Optional(name()),
    syncSettings: Type.Optional(nullable(SyncSettingsInput)),
    orderSettings: Type.Optional(nullable(OrderSettingsInput)),
    connectorConfig: Type.Optional(connectorConfig()),
    defaultFulfilmentPolicyId: Type.Optional(
      nullable(
        id({ description: "The policy that routes the channel's orders; null for the tenant's default policy" }),
      ),
    ),
  },
  { minProperties: 1 },
)

const MAX_SUPPORTED = 200

export const SetCurrenciesInput = input(
  {
    defaultCurrency: Type.Optional(nullable(currency())),
    supportedCurrencies: Type.Optional(nullable(Type.Array(currency(), { maxItems: MAX_SUPPORTED }))),
    clearDefaultCurrency: Type.Optional(Type.Boolean({ description: 'False unless it is given' })),
  },
  { minProperties: 1 },
)

export const SetLocalesInput = input(
  {
    defaultLocale: Type.Optional(nullable(locale())),
    supportedLocales: Type.Optional(nullable(Type.Array(locale(), { maxItems: MAX_SUPPORTED }))),
    clearDefaultLocale: Type.Optional(Type.Boolean({ description: 'False unless it is given' })),
  },
  { minProperties: 1 },
)

export const LINK_DIRECTIONS = ['pull', 'push'] as const
export type LinkDirection = (typeof LINK_DIRECTIONS)[number]

export const BindCatalogLinkInput = input({ assortmentId: id(), direction: oneOf(LINK_DIRECTIONS) })

/** Null and blank values keep the stored credential. */
export const UpdateCredentialsInput = input({
  credentials: Type.Unsafe<Record<string, string | null>>({
    ...credentials(),
    additionalProperties: { type: ['string', 'null'], maxLength: 4096 },
  }),
})

export const ChannelWithConnection = Type.Object({
  channel: SalesChannel.schema,
  connectionStatus: nullable(ConnectionStatus),
})

export const TestChannelConnectionInput = input({
  type: oneOf(CHANNEL_TYPES),
  credentials: credentials(),
  connectorConfig: Type.Optional(connectorConfig()),
})

export const ChannelConnectionTest = valueResource('ConnectionTest', {
  ...probed,
  storeInfo: stringMap(),
})

export const ChannelDiscovery = resource('ChannelDiscovery', '/api/sales/connections/{connectionId}/store-channels', {
  connectionId: ulid(),
  channels: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      enabled: Type.Boolean(),
      locales: Type.Array(Type.String()),
      defaultLocale: nullable(Type.String()),
      currencies: Type.Array(Type.String()),
      defaultCurrency: nullable(Type.String()),
    }),
  ),
})

export const ChannelAuthorization = valueResource('ChannelAuthorization', {
  id: ulid(),
  channelId: ulid(),
  authorizationUrl: Type.String({ format: 'uri' }),
  state: Type.String(),
  expiresInSeconds: Type.Integer(),
})
