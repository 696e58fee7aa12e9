import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

export const CONFLICT_STATES = ['open', 'resolved'] as const

const value = (description: string) =>
  Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'], description })

export const Conflict = resource(
  'Conflict',
  '/api/data-exchange/conflicts/{id}',
  {
    id: ulid(),
    target: Type.String({
      description: 'Resource URI of the other side of the exchange',
      examples: ['commerce:///sales/channels/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
    }),
    variantId: ulid(),
    field: Type.String({
      description:
        'JSON pointer of the field. Empty if the other side deleted the variant while it changed here; the values are hashes then.',
      examples: ['/prices/EUR'],
    }),
    base: value('Value at the last exchange'),
    mine: value('Current value here'),
    theirs: value('Current value on the other side'),
    status: oneOf(CONFLICT_STATES),
    detectedAt: timestamp(),
    resolvedAt: nullable(timestamp()),
  },
  REVISED,
)
export type Conflict = Static<typeof Conflict.fields>
