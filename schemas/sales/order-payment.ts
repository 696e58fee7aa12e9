import * as Type from 'typebox'
import { amount, moment, nullable, oneOf, timestamp } from '../types.ts'

export const DISPUTE_KINDS = ['inquiry', 'chargeback'] as const
export const DISPUTE_STATES = ['open', 'won', 'lost', 'closed'] as const

export const REFUND_CAUSES = ['refund', 'dispute'] as const

const MAX_DISPUTES = 20

const TERMS = 'What was agreed on when the customer pays, as the shop names it; with it the order is sold on account'
const DUE = 'Time at which the rest has to be paid'
const EXPIRES = 'Time at which the authorization expires, after which nothing can be captured'
const DISPUTED =
  'What the customer disputes, in the currency of the order; default: everything that was paid and not refunded'

const maybe = (maxLength: number, options: object = {}) =>
  Type.Optional(nullable(Type.String({ maxLength, ...options })))
const optional = <S extends Type.TSchema>(schema: S) => Type.Optional(nullable(schema))

/** The payment of an order in the format of an import. */
export const PaymentRow = Type.Object({
  method: maybe(255, { description: 'How the customer pays, as the shop names it', examples: ['bank_transfer'] }),
  authorizedAmount: optional(amount({ minimum: 0, description: 'What can be captured' })),
  paidAmount: optional(amount({ minimum: 0, description: 'What was received, before refunds' })),
  terms: maybe(255, { description: TERMS, examples: ['Net 30'] }),
  dueAt: optional(moment({ description: `${DUE}; what was told once stays until another time is told` })),
  authorizationExpiresAt: optional(moment({ description: EXPIRES })),
})

const DisputeRow = Type.Object({
  externalDisputeId: Type.String({ minLength: 1, maxLength: 255, description: 'Id of the dispute in the shop' }),
  kind: oneOf(DISPUTE_KINDS, { description: 'An inquiry may become a chargeback' }),
  status: oneOf(DISPUTE_STATES, { description: 'One that is `lost` is a refund; a `closed` one moved no money' }),
  amount: optional(amount({ minimum: 0, description: DISPUTED })),
  endedAt: optional(moment({ description: 'Time at which it was decided' })),
})

/** Disputes of an order in the format of an import. */
export const disputesOfRow = Type.Optional(
  nullable(Type.Array(DisputeRow, { maxItems: MAX_DISPUTES, description: 'All disputes about its payment so far' })),
)

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

/** The payment of an order as it is shown. */
export const paymentOfOrder = nullable(
  Type.Object({
    method: orNull(),
    authorizedAmount: nullable(amount({ description: 'What can be captured; null if the shop does not tell it' })),
    paidAmount: nullable(
      amount({ description: 'What was received, before refunds; null if the shop does not tell it' }),
    ),
    terms: orNull({ description: `${TERMS}; null if nothing was agreed` }),
    dueAt: nullable(timestamp({ description: DUE })),
    authorizationExpiresAt: nullable(timestamp({ description: EXPIRES })),
  }),
)

export const disputesOfOrder = Type.Array(
  Type.Object({
    externalDisputeId: Type.String(),
    kind: oneOf(DISPUTE_KINDS),
    status: oneOf(DISPUTE_STATES),
    amount: nullable(amount({ description: DISPUTED })),
    endedAt: nullable(timestamp()),
  }),
  { description: 'While one is open, nothing of the order is sent or billed. A lost one is among the refunds' },
)
