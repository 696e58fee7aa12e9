import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

export const SYNC_RESULTS = ['success', 'failed'] as const
export type SyncResult = (typeof SYNC_RESULTS)[number]

export const SYNC_TYPES = [
  'orders',
  'products',
  'products_push',
  'inventory_push',
  'fulfilments',
  'refund_notes',
] as const

export const RECORD_ACTIONS = ['created', 'updated', 'unchanged', 'skipped', 'failed', 'accepted'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))
const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })

export const SyncRun = resource(
  'SyncRun',
  '/api/sales/channels/{channelId}/sync-runs/{id}',
  {
    id: ulid(),
    channelId: ulid(),
    type: Type.String({ examples: [...SYNC_TYPES] }),
    status: nullable(oneOf(SYNC_RESULTS, { description: 'Null while the run is in progress' })),
    itemsSynced: count('Items created or updated'),
    itemsFailed: count(),
    itemsUnchanged: count(),
    itemsSkipped: count('Items skipped on purpose; the records have the reasons'),
    itemsPending: count('Items found but not processed yet'),
    durationSeconds: nullable(Type.Number()),
    startedAt: timestamp(),
    completedAt: nullable(timestamp()),
    errorMessage: orNull(),
    errorCode: orNull({ examples: ['AUTH_FAILED'] }),
    errorCategory: orNull({ examples: ['authentication'] }),
    itemsTruncated: Type.Boolean({
      description: 'True if only some of the records are kept; the counts include all items',
    }),
  },
  REVISED,
)
export type SyncRun = Static<typeof SyncRun.fields>

export const SyncRecord = resource('SyncRecord', '/api/sales/channels/{channelId}/sync-runs/{syncId}/records/{id}', {
  id: ulid(),
  syncId: ulid(),
  externalId: orNull(),
  resourceUri: orNull({ examples: ['commerce:///sales/orders/01K9ZB4A7M2C5X8V1B6N3Q0W4E'] }),
  label: orNull({ examples: ['DE-100045'] }),
  kind: Type.String({ examples: ['order'] }),
  action: oneOf(RECORD_ACTIONS),
  errorCode: orNull({ examples: ['INVALID_ARGUMENT'] }),
  errorMessage: orNull(),
  occurredAt: timestamp(),
  changes: Type.Array(Type.Object({ field: Type.String(), from: orNull(), to: orNull() })),
})
export type SyncRecord = Static<typeof SyncRecord.fields>
