import * as Type from 'typebox'
import { nullable, oneOf } from '../types.ts'

/** The sender of the pieces of a fulfilment that the shop shows. */
export const FULFILMENT_KINDS = ['sent', 'elsewhere', 'on_hold'] as const

const MAX_FULFILMENTS = 100
const MAX_NUMBERS = 50
const MAX_LINES = 1000

const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(nullable(schema))
const shortText = (options: object = {}) => maybe(Type.String({ maxLength: 255, ...options }))

const pieces = (options: object = {}) => Type.Number({ minimum: 0, maximum: 1_000_000_000, ...options })

const PieceRow = Type.Object({
  externalLineId: shortText(),
  sku: shortText(),
  quantity: pieces(),
})

/** A fulfilment of an order in the format of an import. */
const FulfilmentRow = Type.Object({
  externalFulfilmentId: shortText({ description: 'Id of the fulfilment in the shop' }),
  kind: maybe(
    oneOf(FULFILMENT_KINDS, {
      description:
        '`sent` for what has left, `elsewhere` for what somebody else is going to send, `on_hold` for what must not be sent yet; default: `sent`',
    }),
  ),
  trackingNumbers: maybe(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: MAX_NUMBERS })),
  shipmentId: maybe(Type.String({ maxLength: 26, description: 'Id of our shipment, where the shop keeps it' })),
  lines: maybe(
    Type.Array(PieceRow, {
      maxItems: MAX_LINES,
      description: 'Its pieces, by line or SKU; absent or empty for all that no other fulfilment has',
    }),
  ),
})

/** Members of an order in the format of an import. */
export const fulfilmentsOfRow = {
  fulfilments: maybe(
    Type.Array(FulfilmentRow, {
      maxItems: MAX_FULFILMENTS,
      description:
        'Fulfilments that the shop shows. Pieces of those that are none of our parcels are not sent from here',
    }),
  ),
}

/** Members of its lines. */
export const fulfilledOfRow = {
  fulfilledQuantity: maybe(
    pieces({
      description: 'Of `quantity`, pieces that the shop has sent, whoever sent them; default: those of `fulfilments`',
    }),
  ),
}

/** Members of the lines of an order that is shown. */
export const elsewhereOfLine = {
  fulfilledElsewhereQuantity: Type.Number({
    description: 'Of `quantity`, pieces that somebody else has sent or sends, so that none of them is sent from here',
  }),
  onHoldQuantity: Type.Number({
    description: 'Of `quantity`, pieces that the shop holds back, which are sent once it releases them',
  }),
}
