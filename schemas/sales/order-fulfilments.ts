import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

/** Stages of publishing a parcel to the shop. */
export const PUBLICATION_STATES = ['waiting', 'sending', 'published', 'skipped', 'held', 'failed', 'withdrawn'] as const
export type PublicationState = (typeof PUBLICATION_STATES)[number]

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

const tracking = {
  carrier: orNull({ examples: ['DHL'] }),
  trackingNumber: orNull({ examples: ['00340434161094042557'] }),
  trackingUrl: orNull(),
}

const ShopFulfilment = Type.Object({
  externalId: Type.String({ description: 'Id of the fulfilment in the shop' }),
  ...tracking,
  trackingNumber: orNull({
    description: 'Several numbers, such as those of two boxes, are joined by a comma',
    examples: ['00340434161094042557'],
  }),
  lines: Type.Array(Type.Object({ sku: orNull({ examples: ['TEA-GREEN-100'] }), quantity: Type.Integer() }), {
    description: 'Empty if the shop does not tell which pieces are in it',
  }),
})

const ParcelInShop = Type.Object({
  shipmentId: ulid(),
  status: oneOf(PUBLICATION_STATES, {
    description:
      '`held` until the channel can be used, `waiting` for the next attempt, `skipped` if the shop needs nothing, `withdrawn` once the shop does not show a parcel that was cancelled or whose hand-off was reversed',
  }),
  externalIds: Type.Array(Type.String(), { description: "Ids of the shop's fulfilments with the parcel" }),
  trackingNumber: tracking.trackingNumber,
  attempts: Type.Integer({ minimum: 0, description: 'Attempts in a row that failed' }),
  nextAttemptAt: nullable(timestamp()),
  errorCode: orNull({ examples: ['STORE_UNAVAILABLE'] }),
  message: orNull({
    description: 'Why the shop does not show the parcel, or still does, or what it does not show of it',
  }),
  publishedAt: nullable(timestamp()),
  syncRunId: nullable(ulid({ description: 'The sync run that is in progress' })),
})

export const OrderFulfilments = resource('OrderFulfilments', '/api/sales/orders/{id}/fulfilments', {
  id: ulid({ description: 'Id of the order' }),
  channelId: ulid(),
  supported: Type.Boolean({ description: 'False if parcels cannot be published to the shop of the channel' }),
  fulfilments: nullable(
    Type.Array(ShopFulfilment, {
      description:
        'Fulfilments of the order as the shop shows them now; null if the shop has no such order or cannot be asked',
    }),
  ),
  parcels: Type.Array(ParcelInShop, { description: 'Parcels that the platform has published or will publish' }),
})
