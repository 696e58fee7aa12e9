import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Address, addressMembers } from '../address.ts'
import { COUNTRY_PATTERN, COUNTRY_TITLE } from '../country.ts'
import { resource } from '../resource.ts'
import { actorType, id, input, moment, nullable, oneOf, text, timestamp, ulid, uuid } from '../types.ts'

export const FULFILMENT_ORDER_STATES = ['open', 'on_hold', 'in_progress', 'closed', 'cancelled'] as const
export type FulfilmentOrderState = (typeof FULFILMENT_ORDER_STATES)[number]

/** States of a fulfilment order at its custodian, and the custodian's answers. */
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

/** Address of the parcels, as the shop's order says it, with the buyer's phone and e-mail where it has none of its own. */
export const DeliveryAddress = Address
export type DeliveryAddress = Address

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
  isTest: Type.Boolean({ description: 'True for a test order of a shop, which simulated custodians send' }),
  custodianId: uuid(),
  custodianName: Type.String(),
  status: oneOf(FULFILMENT_ORDER_STATES),
  outcome: nullable(oneOf(['full', 'short'], { description: 'Of a closed order: whether all pieces left' })),
  request: oneOf(FULFILMENT_REQUEST_STATES),
  requestMessage: orNull({ description: 'Why the custodian refused, holds or does not answer' }),
  warnings: Type.Array(Type.String({ examples: ['The company was shortened to 60 characters.'] }), {
    description: 'What the custodian was not told as it is, because its system takes no more',
  }),
  mismatch: orNull({
    description:
      'What the system of the custodian tells and does not fit the order. Nothing is sent again because of it; while the order is open, you hand its pieces over or close it short',
    examples: ['Hamburg East sent 2 × TEA-CUP, which are not open in the order. It was to send 2 × TEA-KIT'],
  }),
  holds: Type.Array(
    Type.Object({
      id: ulid(),
      reason: Type.String(),
      note: orNull(),
      actorId: nullable(ulid()),
      actorType: actorType(),
      createdAt: timestamp(),
    }),
  ),
  isManual: Type.Boolean({
    description: 'True if people work the order over the API, since its custodian has no system',
  }),
  serviceLevel: orNull({ examples: ['express'] }),
  deliveryAddress: nullable(DeliveryAddress),
  customerNote: orNull({
    description: 'What the customer wrote for whoever packs and delivers the order',
    examples: ['Please deliver to the neighbour'],
  }),
  lines: Type.Array(FulfilmentOrderLine),
  closedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type FulfilmentOrder = Static<typeof FulfilmentOrder.fields>

export const MAX_LINES = 1000
const MAX_PARCELS = 3
const MAX_PIECES = 1_000_000_000

const quantity = () => Type.Integer({ minimum: 1, maximum: MAX_PIECES, examples: [2] })

const LinePieces = input({ lineId: id({ description: 'Id of a line of the fulfilment order' }), quantity: quantity() })
export type LinePieces = Static<typeof LinePieces>

const pieceList = () => Type.Array(LinePieces, { minItems: 1, maxItems: MAX_LINES })

const maybe = (maxLength: number, options: object = {}) =>
  Type.Optional(nullable(Type.String({ maxLength, ...options })))

const AddressInput = input({
  ...addressMembers,
  countryCode: maybe(2, { pattern: COUNTRY_PATTERN, title: COUNTRY_TITLE, examples: ['DE'] }),
})

export const CreateFulfilmentOrderInput = input(
  {
    custodianId: id(),
    salesOrderId: Type.Optional(id({ description: 'The sales order; without it the fulfilment order stands alone' })),
    lines: Type.Optional(
      Type.Array(
        input({
          orderLine: Type.Optional(
            Type.Integer({ minimum: 0, maximum: MAX_LINES, description: 'Index of a line of the sales order' }),
          ),
          variantId: Type.Optional(
            id({
              description:
                'The variant of an order that stands alone. With a sales order, the one to send for a line whose id in the shop and SKU name two variants',
            }),
          ),
          quantity: quantity(),
        }),
        {
          minItems: 1,
          maxItems: MAX_LINES,
          description: 'Without it, all pieces of the sales order that nobody fulfils yet',
        },
      ),
    ),
    orderNumber: Type.Optional(text(255, { description: 'Shown to people, if the order stands alone' })),
    deliveryAddress: Type.Optional(AddressInput),
    customerNote: Type.Optional(nullable(text(5000))),
    serviceLevel: Type.Optional(nullable(text(100, { examples: ['express'] }))),
  },
  {
    examples: [
      {
        custodianId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        lines: [{ variantId: '01K9ZB4A7M2C5X8V1B6N3Q0W4E', quantity: 2 }],
        deliveryAddress: { name: 'Ada Lovelace', line1: 'Speicherstadt 1', city: 'Hamburg', countryCode: 'DE' },
      },
    ],
  },
)
export type CreateFulfilmentOrderInput = Static<typeof CreateFulfilmentOrderInput>

export const CancelFulfilmentOrderInput = input({
  reason: text(500, { examples: ['The customer moved'] }),
  reroute: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True if the pieces that are cancelled shall be fulfilled all the same. The sales order is then planned again, as it is now, by the fulfilment policy of its channel. This custodian is not excluded: if it is still the best, the pieces go to a new fulfilment order there; suspend it first, or use `reassign`, if they must not. Excluded are custodians that refused the sales order or closed it short. Without a policy, or if nobody can fulfil the pieces, a routing incident says why. An order without a sales order is only cancelled.',
    }),
  ),
})

export const HoldInput = input({
  reason: text(100, { examples: ['address'] }),
  note: maybe(500, { examples: ['The house number is missing'] }),
})

export const ReleaseInput = input({ holdId: id({ description: 'The hold to release; the others remain' }) })

export const SplitInput = input({ lines: pieceList() })

export const ReassignInput = input({ custodianId: id() })

export const CloseShortInput = input({
  reason: text(500, { examples: ['The last one is broken'] }),
  lines: Type.Optional(pieceList()),
})

export const HandOverInput = input({
  parcels: Type.Array(
    input({
      carrier: maybe(100, { examples: ['DHL'] }),
      service: maybe(100),
      trackingNumber: maybe(100, { examples: ['00340434161094042557'] }),
      trackingUrl: maybe(2000, { pattern: '^https?://', title: 'an http or https address' }),
      lines: Type.Optional(pieceList()),
    }),
    {
      minItems: 1,
      maxItems: MAX_PARCELS,
      description: 'A parcel without `lines` holds everything that is left',
      examples: [[{ carrier: 'DHL', trackingNumber: '00340434161094042557' }]],
    },
  ),
  handedOverAt: Type.Optional(moment()),
})
export type HandOverInput = Static<typeof HandOverInput>
