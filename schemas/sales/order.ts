import type { Static } from 'typebox'
import * as Type from 'typebox'
import { addressMembers, Address as ShownAddress } from '../address.ts'
import { COUNTRY_TITLE, OPTIONAL_COUNTRY_PATTERN } from '../country.ts'
import { FULFILMENT_STATUSES } from '../fulfilment/fulfilment-status.ts'
import { resource, valueResource } from '../resource.ts'
import { amount, currency, input, moment, nullable, oneOf, text, timestamp, ulid } from '../types.ts'
import { LineRow, maybe, partsOfOrder, partsOfRow } from './order-parts.ts'

export const ORDER_STATES = ['accepted', 'held', 'rejected', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const MAX_ORDERS = 500
export const MAX_ORDER_LINES = 1000

const Customer = Type.Object({ name: maybe(255), email: maybe(254), phone: maybe(50) })

const Address = Type.Object({
  ...addressMembers,
  countryCode: maybe(2, { pattern: OPTIONAL_COUNTRY_PATTERN, title: COUNTRY_TITLE, examples: ['DE'] }),
})

/** Shops take notes of this length. */
const MAX_NOTE_LENGTH = 5000

const SERVICE_LEVEL = 'Shipping method that the customer chose, as the shop names it: its code, or else its name'

const fields = {
  externalOrderId: text(255, { description: 'Id of the order on the platform', examples: ['100045'] }),
  currency: currency(),
  total: amount({ minimum: 0, description: 'Total in minor units', examples: [2580] }),
}

const may = {
  number: maybe(255, {
    description: 'Order number shown to people; defaults to the external id',
    examples: ['DE-100045'],
  }),
  status: maybe(100, {
    description: 'Status of the order on the platform; `cancelled`, also spelled `canceled`, cancels it',
    examples: ['processing'],
  }),
  modifiedAt: Type.Optional(
    nullable(moment({ description: 'Time at which the platform last changed the order; the latest version counts' })),
  ),
  placedAt: Type.Optional(nullable(moment())),
  customer: Type.Optional(nullable(Customer)),
  shippingAddress: Type.Optional(nullable(Address)),
  billingAddress: Type.Optional(nullable(Address)),
  serviceLevel: maybe(255, { description: SERVICE_LEVEL, examples: ['express'] }),
  customerNote: maybe(MAX_NOTE_LENGTH, {
    description: 'What the customer wrote for whoever packs and delivers the order',
    examples: ['Please deliver to the neighbour'],
  }),
  isTest: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          'True for an order that nobody pays; it is skipped unless the connectorConfig of the channel has `test_orders`',
      }),
    ),
  ),
  lineItems: Type.Optional(nullable(Type.Array(LineRow, { maxItems: MAX_ORDER_LINES }))),
  ...partsOfRow,
}

/** An order in the format of an import. Further members are stored with the payload, where rules can refer to them. */
export const OrderRow = Type.Object({ ...fields, ...may })
export type OrderRow = Static<typeof OrderRow>

const TAGS = 'Words of your own, by which orders are found'

/** What people write for each other; no customer and no custodian sees it. */
const note = nullable(
  Type.String({
    minLength: 1,
    maxLength: MAX_NOTE_LENGTH,
    description: 'What your members write about the order for each other',
    examples: ['Called on Monday, pays on delivery'],
  }),
)

/** Members that only people write. */
export const ofPeople = {
  note: Type.Optional(note),
  tags: Type.Optional(Type.Array(text(50), { maxItems: 20, description: TAGS, examples: [['trade fair']] })),
}

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

export const Order = resource('Order', '/api/sales/orders/{id}', {
  id: ulid(),
  channelId: ulid(),
  externalOrderId: fields.externalOrderId,
  number: Type.String({ examples: ['DE-100045'] }),
  status: oneOf(ORDER_STATES),
  platformStatus: orNull({ examples: ['processing'] }),
  currency: currency(),
  total: amount(),
  placedAt: nullable(timestamp()),
  customer: nullable(Type.Object({ name: orNull(), email: orNull(), phone: orNull() })),
  customerId: nullable(
    ulid({
      description:
        'The customer that the order belongs to; null if it names nobody. One that was merged names the customer it is part of',
    }),
  ),
  shippingAddress: nullable(ShownAddress),
  billingAddress: nullable(ShownAddress),
  serviceLevel: orNull({ description: `${SERVICE_LEVEL}; null if it is not known`, examples: ['express'] }),
  customerNote: orNull({ description: 'What the customer wrote for whoever packs and delivers the order' }),
  holdReason: orNull({
    description: 'Why somebody put the order on hold, so that nothing more of it is sent; null if nobody did',
    examples: ['The customer wants to add something'],
  }),
  note,
  tags: Type.Array(Type.String(), { description: TAGS, examples: [['trade fair']] }),
  isTest: Type.Boolean({
    description:
      'True for an order that nobody pays: it is not billed, charged or counted, and simulated custodians send it',
  }),
  ...partsOfOrder,
  lineItemCount: Type.Integer({ description: 'Lists show the first 50 lines of an order' }),
  totals: Type.Object(
    {
      lines: amount(),
      shipping: amount(),
      discount: amount({ description: 'How much discounts have lowered the others' }),
      tax: nullable(amount({ description: 'Tax that the others contain; null if the shop does not tell it' })),
    },
    { description: 'Sums of the parts' },
  ),
  decidedBy: nullable(
    Type.Object({
      ruleSetId: nullable(ulid({ description: 'Null if no rule set decided' })),
      reason: Type.String({ examples: ['High value: total gt 100000'] }),
    }),
  ),
  cancellationReason: orNull({
    description: 'Why the order was cancelled; null unless it was',
    examples: ['The shop calls the order "refunded": all of it was refunded'],
  }),
  platformModifiedAt: nullable(timestamp({ description: 'Time at which the platform last changed the order' })),
  revision: Type.Integer({ description: 'Rises with each change of the order', examples: [1] }),
  erasedAt: nullable(
    timestamp({ description: 'Time at which the data of its customer was erased from it; null unless it was' }),
  ),
  fulfilmentStatus: Type.Optional(
    nullable(
      oneOf(FULFILMENT_STATUSES, {
        description:
          '`none` if nothing was planned, or there are no goods to fulfil; null in the answer to a change of the order',
      }),
    ),
  ),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Order = Static<typeof Order.fields>

const anyObject = () => Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const ImportOrdersInput = input(
  {
    orders: Type.Array(anyObject(), { minItems: 1, maxItems: MAX_ORDERS }),
    skipDuplicates: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Skip orders that exist already, unless a later `modifiedAt` changes them; if false, those that would be skipped count as failed',
      }),
    ),
  },
  {
    examples: [
      {
        orders: [
          {
            externalOrderId: '100045',
            number: 'DE-100045',
            status: 'processing',
            modifiedAt: '2026-03-02T06:20:00Z',
            currency: 'EUR',
            total: 2580,
            placedAt: '2026-03-02T06:15:00Z',
            customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
            serviceLevel: 'express',
            lineItems: [{ sku: 'TEA-GREEN-100', name: 'Green tea, 100 g', quantity: 2, unitPrice: 1290 }],
          },
          {
            externalOrderId: '100044',
            status: 'cancelled',
            modifiedAt: '2026-03-02T08:00:00Z',
            currency: 'EUR',
            total: 1290,
          },
        ],
      },
    ],
  },
)
export type ImportOrdersInput = Static<typeof ImportOrdersInput>

export const BulkImportResult = valueResource('BulkImportResult', {
  channelId: ulid(),
  totalOrders: Type.Integer(),
  imported: Type.Integer({ description: 'New orders, and those that a newer version changed' }),
  updated: Type.Integer({ description: 'How many of `imported` changed an order that existed' }),
  skipped: Type.Integer({ description: 'Orders that exist in this or a newer version' }),
  ambiguous: Type.Integer({
    description:
      'How many of `skipped` differ from the order without saying which is newer: their `modifiedAt` is missing or the same',
  }),
  failed: Type.Integer(),
  errors: Type.Array(
    Type.Object({
      externalOrderId: nullable(Type.String({ description: 'Null if it cannot be read' })),
      error: Type.String({ examples: ['currency must be an ISO 4217 currency code'] }),
    }),
  ),
})

export const ExternalOrder = resource(
  'ExternalOrderPayload',
  '/api/sales/channels/{channelId}/external-orders/{externalOrderId}',
  {
    channelId: ulid(),
    externalOrderId: Type.String(),
    inboundMessageId: ulid(),
    platform: Type.String({ examples: ['manual'] }),
    payload: Type.String({
      description:
        'The order as it was received, as JSON text; white space and the spelling of numbers may differ from it',
    }),
    receivedAt: timestamp(),
  },
)

export const RejectOrderInput = input({ reason: text(500, { examples: ['The address does not exist'] }) })

export const CancelOrderInput = input({ reason: text(500, { examples: ['The customer ordered twice'] }) })

export const HoldOrderInput = input({ reason: text(500, { examples: ['The customer wants to add something'] }) })
