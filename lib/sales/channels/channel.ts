import type {
  ChannelState,
  ChannelType,
  SalesChannel,
  SyncSettings,
  SyncSettingsInput,
} from '../../../schemas/sales/channel.ts'
import { Problem } from '../../platform/problem.ts'
import type { Moves } from '../../platform/states.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'

export interface StoredChannel extends Omit<SalesChannel, keyof Stored | 'partnerName'>, Stored, Due {
  /** The store's credentials under the vault; null where there are none. */
  sealedCredentials: string | null
  /** Since when the store refuses the credentials; nothing is synced until there are others. */
  authFailedAt: string | null
}

export const CHANNEL_MOVES = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  disconnect: { from: ['active', 'paused', 'disconnected'], to: 'disconnected' },
} as const satisfies Moves<ChannelState, string>

/** Whether the type stands for a store that can be reached; `manual` takes what is imported and asks nobody. */
export const hasStore = (type: ChannelType): boolean => type !== 'manual'

/** The owner of the shop has not agreed yet, so nobody was refused. */
export const AUTHORIZATION_PENDING = {
  code: 'AUTHORIZATION_PENDING',
  message: 'The shop has not been authorized yet. Reconnect the channel and have the owner of the shop agree.',
} as const

/** True while the channel waits for the owner of its shop to agree for the first time. */
export const isAuthorizationPending = ({
  authFailedAt,
  connectionStatus,
}: Pick<StoredChannel, 'authFailedAt' | 'connectionStatus'>): boolean =>
  // A channel that was refused has what its store said; those connected earlier have nothing while they wait.
  !!authFailedAt && (!connectionStatus || connectionStatus.errorCode === AUTHORIZATION_PENDING.code)

/** Settings as given, the members that are absent at their defaults. */
export const completeSyncSettings = (given: SyncSettingsInput | null | undefined): SyncSettings => ({
  autoImportEnabled: given?.autoImportEnabled ?? true,
  syncIntervalMinutes: given?.syncIntervalMinutes ?? 15,
  statusFilters: given?.statusFilters ? [...new Set(given.statusFilters)] : null,
  daysToLookBack: given?.daysToLookBack ?? 7,
})

/** Where the channel stands among those to be synced. What is about to be synced earlier than asked for stays so. */
export const scheduleSync = (
  channel: Pick<StoredChannel, 'id' | 'type' | 'status' | 'syncSettings' | 'authFailedAt' | 'dueSk'>,
  at: Date,
): Required<Due> => {
  const { id, type, status, syncSettings, authFailedAt, dueSk } = channel
  const waits = status === 'active' && syncSettings.autoImportEnabled && !authFailedAt && hasStore(type)
  if (!waits) return { duePk: undefined, dueSk: undefined }
  const from = at.toISOString()
  return { duePk: getDuePartition('channel', id), dueSk: dueSk && dueSk < from ? dueSk : from }
}

/** Refuses what a disconnected channel no longer takes: it is kept for its history alone. */
export const checkConnected = ({ status }: Pick<StoredChannel, 'status'>): void => {
  if (status === 'disconnected')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The channel is disconnected, which is for good.')
}

export const channelUri = (id: string) => `commerce:///sales/channels/${id}`
