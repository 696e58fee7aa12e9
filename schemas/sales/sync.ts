import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { date, input, nullable, oneOf, timestamp, ulid } from '../types.ts'

export const SYNC_RESULTS = ['success', 'failed'] as const
export type SyncResult = (typeof SYNC_RESULTS)[number]

export const SYNC_TYPES = [
  'orders',
  'products',
  'products_push',
  'inventory_push',
  'fulfilments',
  'refund_notes',
  'reconcile',
] as const

export const RECORD_ACTIONS = ['created', 'updated', 'unchanged', 'skipped', 'failed', 'accepted', 'found'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]

/** The kinds of differences between an order here and in its shop. */
export const FINDINGS = ['missing_here', 'different', 'missing_in_shop'] as const
export type Finding = (typeof FINDINGS)[number]

/** Reason for which somebody should look at a run: its work still fails, or a difference that it found was not mended. */
export const RUN_TROUBLES = ['failed', 'differs'] as const
export type RunTrouble = (typeof RUN_TROUBLES)[number]

/** The ways to end a difference. */
export const MENDS = ['import', 'apply', 'mark'] as const
export type Mend = (typeof MENDS)[number]

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
    itemsFound: count(
      'Orders that differ from their shop, as a run of the type `reconcile` found, mended ones included',
    ),
    durationSeconds: nullable(Type.Number()),
    startedAt: timestamp(),
    completedAt: nullable(timestamp()),
    errorMessage: orNull(),
    errorCode: orNull({ examples: ['AUTH_FAILED'] }),
    errorCategory: orNull({ examples: ['authentication'] }),
    trouble: nullable(
      oneOf(RUN_TROUBLES, {
        description:
          'Why somebody should look at the run. `failed`: it failed, and nothing has done the same with success since; later failures of the same are not marked. `differs`: it found orders that differ from their shop, and neither it nor a later run of these days mended them',
      }),
    ),
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
  action: oneOf(RECORD_ACTIONS, { description: '`found`: a difference that the run only reports' }),
  finding: nullable(
    oneOf(FINDINGS, {
      description:
        'How an order differs from its shop, in runs of the type `reconcile`. `missing_here`: only the shop has it. `different`: it is another one there. `missing_in_shop`: the shop does not have it',
    }),
  ),
  mend: nullable(
    oneOf(MENDS, {
      description:
        'What ends the difference. `import`: the order is imported. `apply`: what the shop says of it is applied here, its deletion included. `mark`: it stays as it is, and no later run reports it until it changes',
    }),
  ),
  errorCode: orNull({ examples: ['INVALID_ARGUMENT'] }),
  errorMessage: orNull(),
  occurredAt: timestamp(),
  changes: Type.Array(Type.Object({ field: Type.String(), from: orNull(), to: orNull() })),
})
export type SyncRecord = Static<typeof SyncRecord.fields>

export const ReconcileInput = input({
  from: date({ description: 'First day, in the time zone of the tenant' }),
  to: date({ description: 'Last day' }),
  apply: Type.Optional(Type.Boolean({ default: false, description: 'Also mend what differs' })),
})
