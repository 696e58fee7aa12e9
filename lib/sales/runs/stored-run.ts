import type { SyncRun } from '../../../schemas/sales/sync.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredRun extends Omit<SyncRun, keyof Stored>, Stored {
  /** Number of records that are kept of the run. */
  recorded: number
  /** Subject of the run, if it is not about its whole channel. */
  shipmentId?: Id
  returnId?: Id
}

export const syncRunUri = ({ channelId, id }: Pick<StoredRun, 'channelId' | 'id'>): string =>
  `commerce:///sales/channels/${channelId}/sync-runs/${id}`

/** Fields of a run that has just begun. */
export const NEW_RUN = {
  status: null,
  itemsSynced: 0,
  itemsFailed: 0,
  itemsUnchanged: 0,
  itemsSkipped: 0,
  itemsPending: 0,
  itemsFound: 0,
  itemsTruncated: false,
  recorded: 0,
  trouble: null,
  durationSeconds: null,
  completedAt: null,
  errorMessage: null,
  errorCode: null,
  errorCategory: null,
} as const satisfies Partial<StoredRun>
