import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

export const NUMBERED = ['invoice', 'credit_note', 'settlement', 'return', 'self_billing'] as const
export type Numbered = (typeof NUMBERED)[number]

const Explained = Type.Object({
  number: Type.String(),
  documentId: ulid(),
  why: oneOf(['chosen', 'skipped', 'cancelled'], {
    description:
      '`chosen`: given by the issuer, outside the sequence; `skipped`: chosen before the sequence reached it; `cancelled`: the document was cancelled and keeps its number',
  }),
  reason: nullable(Type.String()),
})

const Sequence = Type.Object({
  sequence: Type.String({ description: 'The number pattern, filled except for {seq}' }),
  last: Type.Integer({ description: 'The last number assigned; the first is 1' }),
  numbers: Type.Integer({ description: 'Count of assigned and skipped numbers' }),
  missing: Type.Array(Type.Integer(), { description: 'Numbers without an explanation; the first hundred' }),
})

export const NumberAudit = resource('NumberAudit', '/api/billing/number-audit', {
  series: oneOf(NUMBERED),
  year: Type.Integer(),
  isComplete: nullable(
    Type.Boolean({
      description: 'True if every sequence has all numbers from 1 to its last one; null if there is no sequence',
    }),
  ),
  sequences: Type.Array(Sequence),
  explained: Type.Array(Explained, {
    description: 'Every number that does not belong to a live document of its sequence',
  }),
  auditedAt: timestamp(),
})
