import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

export const NUMBERED = ['invoice', 'credit_note', 'settlement'] as const
export type Numbered = (typeof NUMBERED)[number]

const Explained = Type.Object({
  number: Type.String(),
  documentId: ulid(),
  why: oneOf(['chosen', 'skipped', 'cancelled'], {
    description:
      'chosen: given by whoever issued it, out of no sequence; skipped: chosen before the sequence came to it; cancelled: given and kept',
  }),
  reason: nullable(Type.String()),
})

const Sequence = Type.Object({
  sequence: Type.String({ description: 'The pattern, filled but for {seq}' }),
  last: Type.Integer({ description: 'The last one that was given; the first is 1' }),
  numbers: Type.Integer({ description: 'How many were given or skipped' }),
  missing: Type.Array(Type.Integer(), { description: 'What would have to be explained; the first hundred' }),
})

export const NumberAudit = resource('NumberAudit', '/api/billing/number-audit', {
  series: oneOf(NUMBERED),
  year: Type.Integer(),
  isComplete: Type.Boolean({ description: 'Every number from 1 to the last one of each sequence is there' }),
  sequences: Type.Array(Sequence),
  explained: Type.Array(Explained, { description: 'Every number that is not that of a live document of the sequence' }),
  auditedAt: timestamp(),
})
