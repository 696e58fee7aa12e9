import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { amount, currency, nullable, oneOf, timestamp, ulid } from '../types.ts'

export const ATTENTION_KINDS = [
  'held_orders',
  'missing_orders',
  'incidents',
  'unanswered_orders',
  'failing_custodians',
  'failed_syncs',
  'different_orders',
  'drift',
  'conflicts',
  'channel_webhooks',
  'custodian_webhooks',
  'webhook_endpoints',
  'unsettled_charges',
  'unbilled_orders',
  'bills',
  'bank_entries',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

const Entry = Type.Object({
  kind: oneOf(ATTENTION_KINDS, {
    description:
      '`held_orders`: orders wait for a decision. `missing_orders`: a shop no longer has open orders. `incidents`: something keeps orders from being fulfilled. `unanswered_orders`: a custodian neither accepts nor refuses orders. `failing_custodians`: a system of a custodian does not answer, and so many orders are open there. `failed_syncs`: runs that failed and that no later one made good. `different_orders`: runs found orders that differ from their shop. `drift`: a shop shows other content than it should. `conflicts`: fields that changed on both sides. `channel_webhooks`, `custodian_webhooks`: webhooks from which nothing followed. `webhook_endpoints`: deliveries that an endpoint of yours did not take. `unsettled_charges`: charges that no settlement has. `unbilled_orders`: accepted orders that no invoice has. `bills`: bills to review or to approve. `bank_entries`: bank entries to match or to confirm',
  }),
  count: Type.Integer({ minimum: 0 }),
  oldestAt: nullable(timestamp({ description: 'Since when the oldest of them waits; null if nobody noted it' })),
  ref: Type.String({
    description: 'Address of the list that has them, with its filter',
    examples: ['/api/sales/orders?status=held'],
  }),
  subject: nullable(
    Type.String({
      description: 'Resource to which they belong, such as a channel',
      examples: ['commerce:///sales/channels/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
    }),
  ),
  name: nullable(Type.String({ description: 'Name of this resource', examples: ['Web shop'] })),
  reason: nullable(
    Type.String({
      description:
        'What they have in common: the reason of incidents, the type of runs, the state, or the last failure',
      examples: ['no_stock'],
    }),
  ),
  partnerId: nullable(ulid({ description: 'Partner with whom they are settled or billed' })),
  currency: nullable(currency()),
  amount: nullable(amount({ description: 'Sum of the amounts, where they have some' })),
})
export type AttentionEntry = Static<typeof Entry>

export const Attention = resource('Attention', '/api/workspace/attention', {
  entries: Type.Array(Entry, { description: 'What waits for longest comes first' }),
  generatedAt: timestamp(),
})
export type Attention = Static<typeof Attention.fields>
