import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

export const CONFLICT_STATES = ['open', 'resolved'] as const

const value = (description: string) =>
  Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'], description })

export const Conflict = resource('Conflict', '/api/data-exchange/conflicts/{id}', {
  id: ulid(),
  target: Type.String({
    description: 'Whom content is exchanged with',
    examples: ['commerce:///sales/channels/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
  }),
  variantId: ulid(),
  field: Type.String({
    description:
      'A JSON pointer; empty where the variant as a whole is gone there and changed here: the values are hashes then',
    examples: ['/prices/EUR'],
  }),
  base: value('What was exchanged last'),
  mine: value('What it is here'),
  theirs: value('What it is there'),
  status: oneOf(CONFLICT_STATES),
  detectedAt: timestamp(),
  resolvedAt: nullable(timestamp()),
})
export type Conflict = Static<typeof Conflict.fields>
