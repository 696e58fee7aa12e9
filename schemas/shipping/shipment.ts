import type { Static } from 'typebox'
import * as Type from 'typebox'
import { addressMembers } from '../address.ts'
import { country } from '../country.ts'
import { DeliveryAddress } from '../fulfilment/fulfilment-order.ts'
import { resource } from '../resource.ts'
import { id, input, moment, momentOrDate, nullable, oneOf, optional, text, timestamp, ulid, uuid } from '../types.ts'
import { TRACKING_FLAGS, TRACKING_STATES } from './tracking.ts'

export const MAX_SHIPMENT_LINES = 200

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

const ShipmentEvent = Type.Object({
  occurredAt: timestamp(),
  state: nullable(oneOf(TRACKING_STATES, { description: 'State that it tells; null if it tells none' })),
  flag: nullable(oneOf(TRACKING_FLAGS)),
  description: orNull({ examples: ['The parcel left the sorting centre'] }),
  place: orNull({ examples: ['Hamburg'] }),
})

const ProofOfDelivery = Type.Object({
  signedBy: orNull({ examples: ['A. Lovelace'] }),
  note: orNull({ examples: ['Left with the neighbour'] }),
  at: timestamp(),
})

export const LABEL_STATES = ['requested', 'offered', 'bought', 'voiding', 'void', 'failed', 'uploaded'] as const
export type LabelState = (typeof LABEL_STATES)[number]
export const LABEL_FORMATS = ['PDF', 'PNG', 'ZPL'] as const

const LABEL_STATE_HELP =
  '`offered`: the price is chosen, and the purchase or its answer is awaited. `voiding`: the refund is awaited. `uploaded`: a person brought it.'

const ShipmentLabel = Type.Object({
  status: oneOf(LABEL_STATES, { description: LABEL_STATE_HELP }),
  custodianId: nullable(
    uuid({ description: 'The shipping_api custodian through which it is bought; null if it was uploaded' }),
  ),
  format: oneOf(LABEL_FORMATS),
  price: nullable(Type.Object({ amount: Type.Integer(), currency: Type.String() })),
  documentId: nullable(ulid({ description: 'Its file; see `GET /api/document/documents/{id}/download`' })),
  boughtAt: nullable(timestamp()),
  message: orNull({ description: 'Why it failed, or what is awaited' }),
  warnings: Type.Array(Type.String({ examples: ['The company was shortened to 35 characters.'] }), {
    description: 'What of the addresses is not on the label as it is, because the carrier takes no more',
  }),
})

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
  trackingUrl: orNull({ description: "The carrier's page about the parcel" }),
  trackingPageUrl: Type.String({
    description:
      'Your page for the buyer, about all parcels of the order. It needs no token, and ends ninety days after the last change.',
    examples: ['https://api.example/track/…'],
  }),
  lines: Type.Array(
    Type.Object({ variantId: nullable(ulid()), sku: Type.String(), name: orNull(), quantity: Type.Integer() }),
  ),
  deliveryAddress: nullable(DeliveryAddress),
  customerNote: orNull({ description: 'What the customer wrote for whoever packs and delivers the order' }),
  handedOverAt: nullable(timestamp()),
  promisedBy: orNull({ description: 'A time, or a day in the destination' }),
  deliveredAt: nullable(timestamp()),
  reversedAt: nullable(
    timestamp({
      description:
        'When the hand-off of the parcel was reversed. The parcel is cancelled then, and no later news changes it',
    }),
  ),
  events: Type.Array(ShipmentEvent, { description: 'In the order in which they happened' }),
  label: nullable(ShipmentLabel),
  proofOfDelivery: nullable(ProofOfDelivery),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Shipment = Static<typeof Shipment.fields>

/** Texts that people may give, or take back with null. */
const details = {
  carrier: nullable(
    text(100, { description: 'A name or a code; see `GET /api/shipping/carriers`', examples: ['DHL'] }),
  ),
  service: nullable(text(100, { examples: ['Paket'] })),
  trackingNumber: nullable(text(100, { examples: ['00340434161094042557'] })),
  trackingUrl: nullable(
    Type.String({
      pattern: '^https://[^\\s]{1,2000}$',
      maxLength: 2000,
      title: 'an https URL',
      examples: ['https://carrier.example/track/00340434161094042557'],
      description: "Defaults to the carrier's link for the number",
    }),
  ),
  promisedBy: nullable(momentOrDate({ description: 'A time, or a day in the destination', examples: ['2026-03-31'] })),
}

const GivenLine = input({
  sku: text(255, { examples: ['TEA-GREEN-100'] }),
  name: Type.Optional(nullable(text(500))),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
})

const GivenAddress = input({
  ...addressMembers,
  countryCode: Type.Optional(nullable(country())),
})

export const CreateShipmentInput = input(
  {
    ...optional(details),
    fulfilmentOrderId: Type.Optional(
      id({
        description: 'Without one the shipment stands for itself; with one, order, custodian and address come from it',
      }),
    ),
    orderNumber: Type.Optional(text(255, { examples: ['DE-100045'] })),
    lines: Type.Optional(
      Type.Array(GivenLine, {
        maxItems: MAX_SHIPMENT_LINES,
        description: 'With a fulfilment order, SKUs of its lines; by default all that is not cancelled',
      }),
    ),
    deliveryAddress: Type.Optional(GivenAddress),
  },
  {
    examples: [
      {
        orderNumber: 'DE-100045',
        carrier: 'DHL',
        trackingNumber: '00340434161094042557',
        promisedBy: '2026-03-31',
        lines: [{ sku: 'TEA-GREEN-100', name: 'Green tea, 100 g', quantity: 2 }],
        deliveryAddress: { name: 'Ada Lovelace', line1: 'Kanalstraße 7', city: 'Hamburg', countryCode: 'DE' },
      },
    ],
  },
)
export type CreateShipmentInput = Static<typeof CreateShipmentInput>

export const UpdateShipmentInput = input(optional(details), { minProperties: 1 })
export type UpdateShipmentInput = Static<typeof UpdateShipmentInput>

export const CancelShipmentInput = input({ reason: Type.Optional(text(500, { examples: ['Packed twice'] })) })

/** States that a person can report; a shipment is cancelled by an operation of its own. */
const REPORTED_STATES = TRACKING_STATES.filter((state) => state !== 'created' && state !== 'cancelled')

export const AddShipmentEventInput = input(
  {
    state: Type.Optional(oneOf(REPORTED_STATES)),
    flag: Type.Optional(oneOf(TRACKING_FLAGS)),
    occurredAt: Type.Optional(moment({ description: 'Default: now' })),
    description: Type.Optional(text(500)),
    place: Type.Optional(text(255, { examples: ['Hamburg'] })),
    signedBy: Type.Optional(text(255, { description: 'Who signed for the parcel; only with `delivered`' })),
  },
  { minProperties: 1, examples: [{ state: 'delivered', signedBy: 'A. Lovelace', place: 'Hamburg' }] },
)
export type AddShipmentEventInput = Static<typeof AddShipmentEventInput>

export const RenderDeliveryNoteInput = input({
  locale: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2}([_-][A-Z]{2})?$',
      title: 'a locale such as de_DE',
      description: 'Language of the delivery note; by default that of your settings',
      examples: ['de_DE'],
    }),
  ),
})

const side = () => Type.Integer({ minimum: 1, maximum: 5000 })

const SenderAddress = input({
  ...addressMembers,
  line1: text(255),
  city: text(255),
  countryCode: country(),
})

export const BuyLabelInput = input(
  {
    custodianId: id({ description: 'An active shipping_api custodian that has `label_generation` enabled' }),
    weightGrams: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1200] }),
    sizeMillimetres: Type.Optional(nullable(input({ length: side(), width: side(), height: side() }))),
    carrier: Type.Optional(nullable(text(100, { description: 'By default the lowest price decides' }))),
    service: Type.Optional(nullable(text(100))),
    format: Type.Optional(oneOf(LABEL_FORMATS, { default: 'PDF' })),
    from: Type.Optional(SenderAddress),
  },
  { description: '`from` defaults to the company name and the legal address in your settings.' },
)
export type BuyLabelInput = Static<typeof BuyLabelInput>

export const MAX_LABEL_BYTES = 1024 * 1024

export const UploadLabelInput = input({
  file: Type.String({
    minLength: 8,
    maxLength: Math.ceil(MAX_LABEL_BYTES / 3) * 4,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    title: 'a file in Base64',
    description: 'PDF, PNG or ZPL, at most 1 MiB; its content tells which',
    examples: ['XlhBXkZPNTAsNTBeRkRERS0xMDAwNDVeRlNeWFo='],
  }),
})
export type UploadLabelInput = Static<typeof UploadLabelInput>
