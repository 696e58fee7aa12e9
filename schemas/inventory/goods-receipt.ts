import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { date, id, input, moment, nullable, oneOf, text, timestamp, ulid, uuid } from '../types.ts'
import { lotCode } from './lot.ts'
import { serialNumber } from './serial-unit.ts'
import { MAX_SERIAL_PIECES, quantity } from './stock-item.ts'

export const GOODS_RECEIPT_STATES = ['expected', 'receiving', 'closed', 'cancelled'] as const
export type GoodsReceiptState = (typeof GOODS_RECEIPT_STATES)[number]

const MAX_RECEIPT_LINES = 100
/** Lines of one call to receive; each may create a stock item and several lots. */
const MAX_RECEIVED_LINES = 10
const MAX_LOTS_PER_LINE = 10

const reference = () => nullable(text(100, { examples: ['PO-2026-0117'] }))

export const GoodsReceipt = resource('GoodsReceipt', '/api/inventory/goods-receipts/{id}', {
  id: ulid(),
  custodianId: uuid(),
  reference: reference(),
  expectedAt: nullable(date()),
  status: oneOf(GOODS_RECEIPT_STATES),
  lines: Type.Array(
    Type.Object({
      variantId: ulid(),
      expected: quantity('Pieces that were announced'),
      received: quantity('Pieces that arrived'),
      short: quantity('Pieces that have not arrived'),
      over: quantity('Pieces that arrived beyond those announced'),
    }),
  ),
  remoteId: nullable(
    Type.String({
      description:
        "Id of the announcement at the custodian's system; null if it was not announced there. Goods are announced to custodians with the capability `push_inventory`.",
    }),
  ),
  announcementError: nullable(Type.String({ description: 'Why the goods could not be announced yet' })),
  closedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type GoodsReceipt = Static<typeof GoodsReceipt.fields>

export const CreateGoodsReceiptInput = input({
  custodianId: id(),
  reference: Type.Optional(reference()),
  expectedAt: Type.Optional(nullable(date())),
  lines: Type.Array(input({ variantId: id(), expected: quantity('Pieces that will arrive') }), {
    minItems: 1,
    maxItems: MAX_RECEIPT_LINES,
  }),
})
export type CreateGoodsReceiptInput = Static<typeof CreateGoodsReceiptInput>

const ReceivedLot = input({
  code: lotCode(),
  expiresOn: Type.Optional(nullable(date())),
  quantity: quantity('Pieces of the lot', 1),
})
export type ReceivedLot = Static<typeof ReceivedLot>

const ReceivedLine = input({
  variantId: id(),
  quantity: quantity('Pieces that arrived', 1),
  lots: Type.Optional(
    nullable(
      Type.Array(ReceivedLot, {
        minItems: 1,
        maxItems: MAX_LOTS_PER_LINE,
        description: 'Lots that together have the quantity; required if the stock item is tracked by lot',
      }),
    ),
  ),
  serialNumbers: Type.Optional(
    nullable(
      Type.Array(serialNumber(), {
        minItems: 1,
        maxItems: MAX_SERIAL_PIECES,
        description: 'One of each piece; required if the stock item is tracked by serial number',
      }),
    ),
  ),
})
export type ReceivedLine = Static<typeof ReceivedLine>

export const ReceiveGoodsInput = input({
  lines: Type.Array(ReceivedLine, { minItems: 1, maxItems: MAX_RECEIVED_LINES }),
  receivedAt: Type.Optional(
    nullable(moment({ description: 'The time at which the goods arrived, if that was earlier' })),
  ),
})
export type ReceiveGoodsInput = Static<typeof ReceiveGoodsInput>
