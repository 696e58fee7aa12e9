import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../resource.ts'
import { id, input, moment, nullable, oneOf, text, ulid } from '../types.ts'
import { CONDITIONS, DISPOSITIONS, MAX_RECEIPT_LINES, returnedQuantity, returnedSerialNumbers } from './return.ts'

export const ReceiveUnannouncedInput = input(
  {
    custodianId: id({ description: 'The custodian that got the parcel' }),
    receivedAt: Type.Optional(nullable(moment({ description: 'Default: now' }))),
    sender: Type.Optional(nullable(text(255, { description: 'The name on the parcel', examples: ['Ada Lovelace'] }))),
    carrier: Type.Optional(nullable(text(100, { examples: ['DHL'] }))),
    trackingNumber: Type.Optional(
      nullable(text(100, { description: 'A number on the parcel', examples: ['00340434161094042557'] })),
    ),
    reason: Type.Optional(nullable(text(500, { examples: ['Wrong size'] }))),
    note: Type.Optional(nullable(text(1000))),
    lines: Type.Array(
      Type.Object(
        {
          sku: text(255, { examples: ['TEA-GREEN-100'] }),
          quantity: returnedQuantity(),
          condition: oneOf(CONDITIONS),
          disposition: oneOf(DISPOSITIONS),
          serialNumbers: Type.Optional(nullable(returnedSerialNumbers())),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: MAX_RECEIPT_LINES,
        description: 'A SKU may be named several times, with different conditions and dispositions',
      },
    ),
  },
  {
    examples: [
      {
        custodianId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        sender: 'Ada Lovelace',
        lines: [{ sku: 'TEA-GREEN-100', quantity: 1, condition: 'sellable', disposition: 'restock' }],
      },
    ],
  },
)
export type ReceiveUnannouncedInput = Static<typeof ReceiveUnannouncedInput>

export const JoinReturnInput = input({
  fulfilmentOrderId: id({ description: 'The fulfilment order that handed the pieces over' }),
})

export const CANDIDATE_MATCHES = ['tracking_number', 'order_number', 'name', 'sku'] as const

export const ReturnCandidates = valueResource('ReturnCandidates', {
  returnId: ulid(),
  candidates: Type.Array(
    Type.Object({
      fulfilmentOrderId: ulid(),
      salesOrderId: nullable(ulid()),
      orderNumber: Type.String({ examples: ['DE-100045'] }),
      recipient: nullable(Type.String({ examples: ['Ada Lovelace'] })),
      matches: Type.Array(oneOf(CANDIDATE_MATCHES)),
      canJoin: Type.Boolean({
        description: 'Whether the order handed over as many pieces of each SKU that no return has',
      }),
    }),
    { description: 'Those that more speaks for come first' },
  ),
})
