import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid, uuid } from '../types.ts'
import { TRACKING_FLAGS, TRACKING_STATES } from './tracking.ts'

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

export const Shipment = resource('Shipment', '/api/shipping/shipments/{id}', {
  id: ulid(),
  fulfilmentOrderId: nullable(ulid()),
  salesOrderId: nullable(ulid()),
  orderNumber: orNull({ examples: ['DE-100045'] }),
  channelId: nullable(ulid()),
  custodianId: nullable(uuid()),
  custodianName: orNull(),
  status: oneOf(TRACKING_STATES),
  flags: Type.Array(oneOf(TRACKING_FLAGS)),
  carrier: orNull({ examples: ['DHL'] }),
  service: orNull(),
  trackingNumber: orNull({ examples: ['00340434161094042557'] }),
  trackingUrl: orNull(),
  lines: Type.Array(
    Type.Object({ variantId: nullable(ulid()), sku: Type.String(), name: orNull(), quantity: Type.Integer() }),
  ),
  handedOverAt: nullable(timestamp()),
  promisedBy: orNull({ description: 'A time, or a day in the destination' }),
  deliveredAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Shipment = Static<typeof Shipment.fields>
