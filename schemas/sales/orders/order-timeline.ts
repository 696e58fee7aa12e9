import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../../resource.ts'
import { TRACKING_STATES } from '../../shipping/tracking.ts'
import { actorType, amount, nullable, oneOf, timestamp, ulid } from '../../types.ts'

/** Steps of an order and of what follows from it. Each names its noun and what became of it. */
export const TIMELINE_STEPS = [
  ...(['order.imported', 'order.accepted', 'order.held', 'order.rejected', 'order.cancelled'] as const),
  ...(['order.put_on_hold', 'order.released', 'order.changed', 'order.payment_changed', 'order.refunded'] as const),
  'order.noted',
  ...(['fulfilment_order.planned', 'fulfilment_order.sent', 'fulfilment_order.accepted'] as const),
  ...(['fulfilment_order.refused', 'fulfilment_order.cancel_requested', 'fulfilment_order.cancel_accepted'] as const),
  ...(['fulfilment_order.cancel_refused', 'fulfilment_order.put_on_hold', 'fulfilment_order.released'] as const),
  ...(['fulfilment_order.started', 'fulfilment_order.closed', 'fulfilment_order.cancelled'] as const),
  'fulfilment_order.reopened',
  ...(['fulfilment.handed_over', 'fulfilment.reversed'] as const),
  ...(['incident.raised', 'incident.changed', 'incident.resolved'] as const),
  ...TRACKING_STATES.map((state) => `shipment.${state}` as const),
  ...([
    'shop.told',
    'shop.skipped',
    'shop.failed',
    'shop.withdrawn',
    'shop.refund_noted',
    'shop.refund_failed',
  ] as const),
  ...(['return.requested', 'return.authorized', 'return.rejected', 'return.received', 'return.joined'] as const),
  ...(['return.resolved', 'return.cancelled'] as const),
  ...(['invoice.drafted', 'invoice.released', 'invoice.issued'] as const),
  ...(['credit_note.drafted', 'credit_note.issued', 'credit_note.applied', 'credit_note.cancelled'] as const),
  ...(['credit_note.deleted', 'mail.queued', 'mail.sent', 'mail.partly_sent', 'mail.failed'] as const),
] as const
export type TimelineStep = (typeof TIMELINE_STEPS)[number]

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

const DETAILS = {
  custodianName: orNull({ description: 'The custodian of a fulfilment order', examples: ['Hamburg East'] }),
  carrier: orNull({ examples: ['DHL'] }),
  trackingNumber: orNull({ examples: ['00340434161094042557'] }),
  pieces: nullable(Type.Integer({ description: 'Pieces that are planned, or were handed over', examples: [3] })),
  code: orNull({
    description:
      'What the step is about in a word: the reason of an incident, the outcome of a fulfilment order, the payment status, the resolution of a return, or the error of a shop',
    examples: ['out_of_stock'],
  }),
  amount: nullable(amount({ description: 'What was refunded, in minor units' })),
  currency: orNull({ examples: ['EUR'] }),
  number: orNull({ description: 'The number of an invoice, a credit note or a return', examples: ['INV-2026-00042'] }),
  revision: nullable(Type.Integer({ description: 'The revision of the order, which has what changed' })),
  fields: nullable(
    Type.Array(Type.String(), { description: 'Members of the order that changed', examples: [['shippingAddress']] }),
  ),
}

export const TimelineDetails = Type.Object(DETAILS)
export type TimelineDetails = Static<typeof TimelineDetails>

export const OrderTimelineEntry = valueResource('OrderTimelineEntry', {
  orderId: ulid(),
  at: timestamp({ description: 'The time of the step' }),
  step: oneOf(TIMELINE_STEPS, { description: 'What happened, and to what' }),
  resourceUri: Type.String({
    description: 'What it happened to; `commerce:///` stands for `/api/`',
    examples: ['commerce:///fulfilment/orders/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
  }),
  causeUri: orNull({
    description:
      'The sync run, the webhook delivery or the rule set that caused it; null if a person did, or the platform in its course',
    examples: ['commerce:///sales/acceptance-rule-sets/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
  }),
  actorType: actorType(),
  actorId: nullable(ulid({ description: 'Who did it; null for the platform and those who told it' })),
  details: TimelineDetails,
})
export type OrderTimelineEntry = Static<typeof OrderTimelineEntry.fields>
