import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid, uuid } from '../types.ts'

export const FULFILMENT_ORDER_STATES = ['open', 'on_hold', 'in_progress', 'closed', 'cancelled'] as const
export type FulfilmentOrderState = (typeof FULFILMENT_ORDER_STATES)[number]

/** What the custodian knows of a fulfilment order and answered. */
export const FULFILMENT_REQUEST_STATES = [
  'unsent',
  'sending',
  'sent',
  'accepted',
  'refused',
  'cancel_requested',
  'cancel_accepted',
  'cancel_refused',
] as const
export type FulfilmentRequestState = (typeof FULFILMENT_REQUEST_STATES)[number]

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

/** Where the parcels go, as the shop's order says it. */
export const DeliveryAddress = Type.Object({
  name: orNull(),
  line1: orNull(),
  line2: orNull(),
  city: orNull(),
  postalCode: orNull(),
  region: orNull(),
  countryCode: orNull(),
})
export type DeliveryAddress = Static<typeof DeliveryAddress>

const pieces = (description: string) => Type.Integer({ description })

export const FulfilmentOrderLine = Type.Object({
  id: ulid(),
  orderLine: nullable(Type.Integer({ description: 'Index of the line in the sales order; null without one' })),
  variantId: ulid(),
  sku: Type.String(),
  name: orNull(),
  ordered: pieces('Pieces that the custodian is asked for'),
  allocated: pieces('Pieces that are reserved and neither handed over nor cancelled'),
  handedOver: pieces('Pieces that left the custodian'),
  cancelled: pieces('Pieces that will not be fulfilled by this fulfilment order'),
})
export type FulfilmentOrderLine = Static<typeof FulfilmentOrderLine>

export const FulfilmentOrder = resource('FulfilmentOrder', '/api/fulfilment/orders/{id}', {
  id: ulid(),
  reference: Type.String({
    description: 'The name under which the custodian knows the order',
    examples: ['FO-01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
  }),
  salesOrderId: nullable(ulid()),
  orderNumber: Type.String({ examples: ['DE-100045'] }),
  channelId: nullable(ulid()),
  custodianId: uuid(),
  custodianName: Type.String(),
  status: oneOf(FULFILMENT_ORDER_STATES),
  outcome: nullable(oneOf(['full', 'short'], { description: 'Of a closed order: whether all pieces left' })),
  request: oneOf(FULFILMENT_REQUEST_STATES),
  requestMessage: orNull({ description: 'Why the custodian refused, holds or does not answer' }),
  holds: Type.Array(
    Type.Object({
      id: ulid(),
      reason: Type.String(),
      note: orNull(),
      actorId: nullable(ulid()),
      createdAt: timestamp(),
    }),
  ),
  serviceLevel: orNull({ examples: ['express'] }),
  deliveryAddress: nullable(DeliveryAddress),
  lines: Type.Array(FulfilmentOrderLine),
  closedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type FulfilmentOrder = Static<typeof FulfilmentOrder.fields>
