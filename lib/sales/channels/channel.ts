import type { ChannelState, ChannelType, SalesChannel } from '../../../schemas/sales/channel.ts'
import type { SyncSettings, SyncSettingsInput } from '../../../schemas/sales/channels/sync-settings.ts'
import type { OrderSettings, OrderSettingsInput } from '../../../schemas/sales/order-settings.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'

export interface StoredChannel extends Omit<SalesChannel, keyof Stored | 'partnerName' | 'warnings'>, Stored, Due {
  /** Credentials of the shop, encrypted by the vault; null if the channel has none. */
  sealedCredentials: string | null
  /** The shop; channels that are connected to the same one share it. */
  shopId: Id
  /** Name of the shop's own channel that the credentials select; null if they select none. */
  shopChannel: string | null
  /** Currency in which the shop needs a price of each variant, as its catalog said last; null if it did not. */
  priceCurrency: string | null
  /** Time at which the shop first refused the credentials; nothing is synced until they are replaced. */
  authFailedAt: string | null
}

export const CHANNEL_MOVES = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  disconnect: { from: ['active', 'paused', 'disconnected'], to: 'disconnected' },
} as const satisfies Moves<ChannelState, string>

/** Returns true if channels of the type connect to a shop; a `manual` channel only receives imported orders. */
export const hasShop = (type: ChannelType): boolean => type !== 'manual'

/** Status of a channel whose shop has not been authorized by its owner yet. */
export const AUTHORIZATION_PENDING = {
  code: 'AUTHORIZATION_PENDING',
  message: 'The shop has not been authorized yet. Reconnect the channel and ask the owner of the shop to approve it.',
} as const

/** Returns true while the channel waits for the owner of its shop to authorize it for the first time. */
export const isAuthorizationPending = ({
  authFailedAt,
  connectionStatus,
}: Pick<StoredChannel, 'authFailedAt' | 'connectionStatus'>): boolean =>
  // A refused channel has the error of its shop as status.
  !!authFailedAt && connectionStatus?.errorCode === AUTHORIZATION_PENDING.code

/** Fills absent settings with their defaults. */
export const completeSyncSettings = (given: SyncSettingsInput | null | undefined): SyncSettings => ({
  autoImportEnabled: given?.autoImportEnabled ?? true,
  syncIntervalMinutes: given?.syncIntervalMinutes ?? 15,
  statusFilters: given?.statusFilters ? [...new Set(given.statusFilters)] : null,
  daysToLookBack: given?.daysToLookBack ?? 7,
  reconcileDays: given?.reconcileDays ?? null,
  reconcileApplies: given?.reconcileApplies ?? false,
})

/** Fills absent settings about orders with their defaults. */
export const completeOrderSettings = (given: OrderSettingsInput | null | undefined): OrderSettings => ({
  fulfilledPaymentStatuses: given?.fulfilledPaymentStatuses ? [...new Set(given.fulfilledPaymentStatuses)] : null,
  fulfilsPaymentTerms: given?.fulfilsPaymentTerms ?? false,
  onAccountPaymentMethods: [...new Set(given?.onAccountPaymentMethods ?? [])],
  cancelsRefunded: given?.cancelsRefunded ?? true,
  holdsUnexplained: given?.holdsUnexplained ?? false,
  sellerEarnsWhen: given?.sellerEarnsWhen ?? 'accepted',
  sellerCurrency: given?.sellerCurrency ?? 'order',
  sellerEarnsAfterDays: given?.sellerEarnsAfterDays ?? 0,
})

/** Schedules the next sync for `at`, or keeps an earlier one; removes the schedule if the channel is not to be synced. */
export const scheduleSync = (
  channel: Pick<StoredChannel, 'id' | 'type' | 'status' | 'syncSettings' | 'authFailedAt' | 'dueSk'>,
  at: Date,
): Required<Due> => {
  const { id, type, status, syncSettings, authFailedAt, dueSk } = channel
  const isSynced = status === 'active' && syncSettings.autoImportEnabled && !authFailedAt && hasShop(type)
  if (!isSynced) return { duePk: undefined, dueSk: undefined }
  const from = at.toISOString()
  return { duePk: getDuePartition('channel', id), dueSk: dueSk && dueSk < from ? dueSk : from }
}

/** Throws if the channel is disconnected. */
export const checkConnected = ({ status }: Pick<StoredChannel, 'status'>): void => {
  if (status === 'disconnected')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The channel is disconnected and cannot be used again. Create a new channel instead.',
    )
}

export const channelUri = (id: string) => `commerce:///sales/channels/${id}`
