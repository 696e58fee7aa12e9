import type { Static } from 'typebox'
import * as Type from 'typebox'
import { MAX_SERIAL_PIECES } from '../inventory/stock-item.ts'
import { resource } from '../resource.ts'
import {
  actorType,
  amount,
  currency,
  id,
  input,
  moment,
  nullable,
  oneOf,
  text,
  timestamp,
  ulid,
  uuid,
} from '../types.ts'

export const RETURN_STATES = ['requested', 'authorized', 'rejected', 'received', 'resolved', 'cancelled'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

export const CONDITIONS = ['sellable', 'opened', 'damaged', 'defective', 'wrong_item', 'unknown'] as const

export const DISPOSITIONS = ['restock', 'quarantine', 'write_off'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

export const RESOLUTIONS = ['refunded', 'replaced', 'closed_without_refund'] as const

export const MAX_RETURN_LINES = 50
/** Each line of a receipt may change a stock item, and all of them are changed in one transaction. */
export const MAX_RECEIPT_LINES = 15

const MAX_PIECES = 1_000_000
const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))
const orNullTime = () => nullable(timestamp())
const pieces = (description: string) => Type.Integer({ minimum: 0, description })
export const returnedQuantity = () => Type.Integer({ minimum: 1, maximum: MAX_PIECES, examples: [1] })

const ReturnLine = Type.Object({
  id: ulid(),
  fulfilmentOrderId: nullable(ulid({ description: 'Null until an unannounced return is joined to its order' })),
  fulfilmentOrderLineId: nullable(ulid()),
  orderLine: nullable(Type.Integer({ description: 'Index of the line in the sales order; null without one' })),
  variantId: ulid(),
  sku: Type.String({ examples: ['TEA-GREEN-100'] }),
  name: orNull(),
  reason: orNull({ examples: ['Wrong size'] }),
  requested: pieces('Pieces that are to come back'),
  received: pieces('Pieces that came back'),
  restocked: pieces('Received pieces that are on the shelf again'),
  quarantined: pieces('Received pieces that are kept apart until somebody decides'),
  writtenOff: pieces('Received pieces that cannot be sold any more'),
})
export type ReturnLine = Static<typeof ReturnLine>

const receiptLine = {
  lineId: ulid(),
  quantity: Type.Integer(),
  condition: oneOf(CONDITIONS),
  disposition: oneOf(DISPOSITIONS),
}

export const returnedSerialNumbers = () =>
  Type.Array(text(255, { examples: ['SN-0001'] }), {
    minItems: 1,
    maxItems: MAX_SERIAL_PIECES,
    description: 'The serial units that came back, one for each piece; without it, those that left first',
  })

const Receipt = Type.Object({
  id: ulid(),
  receivedAt: timestamp(),
  actorId: nullable(ulid()),
  actorType: actorType(),
  note: orNull(),
  lines: Type.Array(Type.Object({ ...receiptLine, serialNumbers: Type.Optional(nullable(returnedSerialNumbers())) })),
})
export type Receipt = Static<typeof Receipt>

export const Return = resource('Return', '/api/fulfilment/returns/{id}', {
  id: ulid(),
  returnNumber: Type.String({ examples: ['RET-2026-00012'] }),
  status: oneOf(RETURN_STATES),
  salesOrderId: nullable(ulid()),
  orderNumber: orNull({
    description: 'Null as long as nobody knows the order of an unannounced parcel',
    examples: ['DE-100045'],
  }),
  isUnannounced: Type.Boolean({ description: 'True for a parcel that came back without a return that expected it' }),
  sender: orNull({ description: 'Who sent an unannounced parcel, as it says', examples: ['Ada Lovelace'] }),
  channelId: nullable(ulid()),
  shipmentId: nullable(ulid({ description: 'The parcel that could not be delivered; null for any other return' })),
  custodianId: nullable(uuid({ description: 'The custodian that the goods are sent to; null before authorization' })),
  custodianName: orNull({ examples: ['Hamburg East'] }),
  reason: orNull({ examples: ['Wrong size'] }),
  lines: Type.Array(ReturnLine),
  carrier: orNull({ examples: ['DHL'] }),
  trackingNumber: orNull({ examples: ['00340434161094042557'] }),
  labelUrl: orNull({ description: 'The address at which the customer finds the label for the parcel' }),
  receipts: Type.Array(Receipt, { description: 'The pieces that came back, in the order of receipt' }),
  rejectionReason: orNull(),
  resolution: nullable(oneOf(RESOLUTIONS)),
  resolutionNote: orNull(),
  refundAmount: nullable(amount({ description: 'The amount that was refunded to the customer, in minor units' })),
  currency: nullable(currency({ description: 'Currency of `refundAmount`' })),
  refundReference: orNull({ examples: ['re_3NqX'] }),
  creditNoteId: nullable(ulid({ description: 'The draft credit note that was made from the lines' })),
  authorizedAt: orNullTime(),
  rejectedAt: orNullTime(),
  receivedAt: orNullTime(),
  resolvedAt: orNullTime(),
  cancelledAt: orNullTime(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Return = Static<typeof Return.fields>

const reason = () => text(500, { examples: ['Wrong size'] })

export const RequestReturnInput = input(
  {
    salesOrderId: Type.Optional(nullable(id())),
    fulfilmentOrderId: Type.Optional(nullable(id())),
    reason: Type.Optional(nullable(reason())),
    lines: Type.Array(
      Type.Object(
        {
          sku: text(255, { examples: ['TEA-GREEN-100'] }),
          quantity: returnedQuantity(),
          reason: Type.Optional(nullable(reason())),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_RETURN_LINES },
    ),
  },
  {
    examples: [
      {
        salesOrderId: '01K9ZB4A7M2C5X8V1B6N3Q0W4E',
        reason: 'Wrong size',
        lines: [{ sku: 'TEA-GREEN-100', quantity: 1 }],
      },
    ],
  },
)
export type RequestReturnInput = Static<typeof RequestReturnInput>

export const AuthorizeReturnInput = input({
  custodianId: Type.Optional(
    nullable(id({ description: 'The custodian that gets the goods; default: the custodian that they came from' })),
  ),
  carrier: Type.Optional(nullable(text(100, { examples: ['DHL'] }))),
  trackingNumber: Type.Optional(nullable(text(100, { examples: ['00340434161094042557'] }))),
  labelUrl: Type.Optional(
    nullable(
      Type.String({
        maxLength: 2048,
        pattern: '^https://[^\\s\\p{C}]+$',
        title: 'a URL that begins with https://',
        examples: ['https://labels.example.com/r/00340434161094042557.pdf'],
      }),
    ),
  ),
})
export type AuthorizeReturnInput = Static<typeof AuthorizeReturnInput>

export const RejectReturnInput = input({ reason: text(500, { examples: ['The return period has ended'] }) })

export const ReceiveReturnInput = input({
  receivedAt: Type.Optional(nullable(moment({ description: 'Default: now' }))),
  note: Type.Optional(nullable(text(1000))),
  lines: Type.Array(
    Type.Object(
      {
        ...receiptLine,
        lineId: id(),
        quantity: returnedQuantity(),
        serialNumbers: Type.Optional(nullable(returnedSerialNumbers())),
      },
      { additionalProperties: false },
    ),
    {
      minItems: 1,
      maxItems: MAX_RECEIPT_LINES,
      description: 'A line may be named several times, with different conditions and dispositions',
    },
  ),
})
export type ReceiveReturnInput = Static<typeof ReceiveReturnInput>

export const ResolveReturnInput = input({
  resolution: oneOf(RESOLUTIONS),
  note: Type.Optional(nullable(text(1000))),
  refundAmount: Type.Optional(
    nullable(
      amount({
        minimum: 0,
        examples: [3990],
        description: 'At most what the sales order costs, less what its other returns refunded',
      }),
    ),
  ),
  currency: Type.Optional(
    nullable(currency({ description: 'The currency of the sales order, which is the default; required without one' })),
  ),
  refundReference: Type.Optional(nullable(text(255, { examples: ['re_3NqX'] }))),
  invoiceId: Type.Optional(
    nullable(
      id({ description: 'An invoice that bills the order: creates a draft credit note for the pieces that came back' }),
    ),
  ),
})
export type ResolveReturnInput = Static<typeof ResolveReturnInput>

export const ReturnSlipInput = input({
  locale: Type.Optional(
    nullable(
      Type.String({
        maxLength: 35,
        pattern: '^[A-Za-z]{2,3}([_-][A-Z][a-z]{3})?([_-]([A-Z]{2}|[0-9]{3}))?$',
        title: 'a locale such as de_DE',
        examples: ['de_DE'],
        description: 'Language of the slip; default: the locale of the tenant',
      }),
    ),
  ),
})
