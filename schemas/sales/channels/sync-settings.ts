import type { Static } from 'typebox'
import * as Type from 'typebox'
import { input, nullable, optional, text } from '../../types.ts'

const autoImportEnabled = (options: object = {}) => Type.Boolean({ ...options })
const syncIntervalMinutes = (options: object = {}) => Type.Integer({ minimum: 1, maximum: 10_080, ...options })
const reconcileApplies = (options: object = {}) =>
  Type.Boolean({ ...options, description: 'Whether the daily run mends what differs, or only reports it' })
const daysToLookBack = (options: object = {}) => Type.Integer({ minimum: 1, maximum: 365, ...options })

const syncSettings = {
  autoImportEnabled: autoImportEnabled({ default: true }),
  syncIntervalMinutes: syncIntervalMinutes({ default: 15 }),
  statusFilters: nullable(
    Type.Array(text(50), {
      minItems: 1,
      maxItems: 50,
      description:
        "Statuses, in the platform's words, in which syncs and webhooks import new orders; null: all. Statuses of one kind, such as those of the payment, are alternatives, and each kind that has any must fit. An order that its shop does not call paid and to be shipped is held until it does, unless its status is named here: so name `on-hold` to sell on account, and statuses of your own. Cancelled and refunded orders are always imported, and imported orders are updated whatever their status. An order that another status excludes is imported when it changes to one of these, so a channel that relies on webhooks needs a topic of changes, such as `order.updated`",
      examples: [['processing']],
    }),
  ),
  daysToLookBack: daysToLookBack({ default: 7, description: 'How far the first sync looks back, unlike webhooks' }),
  reconcileDays: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 31,
      description:
        'Once a day, after a sync, the orders of this many days before are compared with the shop, as `POST /api/sales/channels/{channelId}/reconcile` does; null: never',
      examples: [7],
    }),
  ),
  reconcileApplies: reconcileApplies({ default: false }),
}
export const SyncSettings = Type.Object(syncSettings)
export type SyncSettings = Static<typeof SyncSettings>

export const SyncSettingsInput = input(optional(syncSettings))
export type SyncSettingsInput = Static<typeof SyncSettingsInput>

/** Has no defaults in the schema, since settings of the tenant provide them. */
export const NewSyncSettingsInput = input(
  optional({
    autoImportEnabled: autoImportEnabled({ description: 'Default: the setting `integrations.autoImportEnabled`' }),
    syncIntervalMinutes: syncIntervalMinutes({
      description: 'Default: the setting `integrations.syncIntervalMinutes`',
    }),
    statusFilters: syncSettings.statusFilters,
    daysToLookBack: daysToLookBack({ description: 'Default: the setting `integrations.daysToLookBack`' }),
    reconcileDays: syncSettings.reconcileDays,
    reconcileApplies: syncSettings.reconcileApplies,
  }),
)
