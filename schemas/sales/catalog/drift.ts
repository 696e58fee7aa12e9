import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { amount, currency, nullable, oneOf, timestamp, ulid } from '../../types.ts'

/** `changed_in_shop`: nothing changed here, but the shop was seen to show something else, which a publish keeps. */
export const DRIFT_STATES = ['never_pushed', 'drifted', 'in_sync', 'changed_in_shop'] as const
export type DriftState = (typeof DRIFT_STATES)[number]

const row = {
  variantId: ulid(),
  variantName: Type.String(),
  productName: Type.String(),
  sku: Type.String(),
  currentHash: Type.String({ description: 'Hash of the content that the channel should show now' }),
  headHash: nullable(Type.String({ description: 'Hash of the content that the platform confirmed last' })),
  contentVersion: Type.Integer({ description: 'Number of times that the platform confirmed a push' }),
  driftState: oneOf(DRIFT_STATES),
  lastPushedAt: nullable(timestamp()),
  changedInShop: Type.Array(Type.String({ examples: ['/description'] }), {
    description: 'JSON pointers of what the shop was seen to have changed since it confirmed it; a publish keeps them',
  }),
  shopState: nullable(
    oneOf(['draft', 'disabled', 'archived', 'missing'], {
      description:
        'Why the shop does not sell the variant, `missing` if it does not have it any more; null if it does. A publish creates a missing one again, and an import links the one that took its place',
    }),
  ),
  sale: nullable(
    Type.Object(
      { currency: currency(), amount: amount() },
      {
        description:
          'Price of a sale that ran in the shop when the variant was read last; null if none did. A publish neither ends nor changes it',
      },
    ),
  ),
  alsoSoldAs: Type.Array(Type.Object({ externalProductId: Type.String(), externalVariantId: Type.String() }), {
    description:
      'Other variants of the shop that have the same SKU. The shop goes on selling them, and is told neither their content nor their quantities',
  }),
}

export const DriftRow = resource('DriftRow', '/api/sales/channels/{channelId}/catalog/variants/{variantId}/diff', {
  channelId: ulid(),
  ...row,
})
export type DriftRow = Static<typeof DriftRow.fields>

export const ChannelDriftSummary = resource('ChannelDriftSummary', '/api/sales/channels/{channelId}/catalog/drift', {
  channelId: ulid(),
  driftedCount: Type.Integer({ description: 'Variants whose content differs from what the platform confirmed last' }),
  neverPushedCount: Type.Integer({ description: 'Variants that the platform has never confirmed' }),
  changedInShopCount: Type.Integer({
    description: 'Variants of which only the shop changed something, as an import or a search for conflicts saw',
  }),
  items: Type.Array(Type.Object(row), {
    description: 'The first variants of both counts; list the rows for all of them',
  }),
})

export const CatalogPlan = resource('CatalogPlan', '/api/sales/channels/{channelId}/catalog/plan', {
  channelId: ulid(),
  planHash: nullable(
    Type.String({ description: 'Hash of the whole plan, for `planHash` of a publish; null if the plan is too large' }),
  ),
  createCount: Type.Integer(),
  updateCount: Type.Integer(),
  refusedCount: Type.Integer({
    description: 'Variants that the shop refused, which are not sent again until they change',
  }),
  conflictedCount: Type.Integer({
    description: 'Variants in conflict, which are withheld until the conflict is resolved',
  }),
  items: Type.Array(
    Type.Object({
      ...row,
      action: oneOf(['create', 'update', 'refused', 'conflicted']),
      warnings: Type.Array(Type.String(), {
        description:
          'Reasons why the shop will refuse the variant, and what buyers will not see any more if it does not',
        examples: [['The variant has no price in EUR, the currency of the shop.']],
      }),
    }),
    { description: 'The first variants of the plan' },
  ),
})

const value = () => Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] })

export const VariantDiff = resource(
  'VariantDiff',
  '/api/sales/channels/{channelId}/catalog/variants/{variantId}/diff',
  {
    variantId: ulid(),
    channelId: ulid(),
    status: oneOf(['no_baseline', 'in_sync', 'drifted', 'changed_in_shop']),
    changedInShop: Type.Array(Type.String(), {
      description: 'JSON pointers of what the shop was seen to have changed since it confirmed it',
    }),
    fields: Type.Array(
      Type.Object({
        path: Type.String({ description: 'A JSON pointer', examples: ['/prices/EUR'] }),
        op: oneOf(['add', 'remove', 'replace']),
        from: value(),
        to: value(),
      }),
    ),
  },
)

const counts = {
  inSync: Type.Integer(),
  drifted: Type.Integer(),
  neverPushed: Type.Integer(),
  changedInShop: Type.Integer(),
}

export const SyncHealth = resource('SyncHealth', '/api/sales/channels/sync-health', {
  id: Type.Unsafe<string>({ type: 'string', const: 'sync-health' }),
  totals: Type.Object(counts),
  channels: Type.Array(Type.Object({ channelId: ulid(), channelName: Type.String(), ...counts })),
})
