import * as Type from 'typebox'
import { valueResource } from '../../resource.ts'
import { nullable, oneOf, ulid } from '../../types.ts'
import { CUSTOMER_STATES } from './customer.ts'

export const KEPT = ['orders', 'books', 'mails', 'webhooks', 'answers', 'exports', 'elsewhere'] as const

/** The effects of an erasure, and what it leaves. */
export const CustomerErasure = valueResource('CustomerErasure', {
  customerId: ulid(),
  status: oneOf(CUSTOMER_STATES),
  orderCount: Type.Integer({ description: 'Orders from which the customer is erased' }),
  erased: Type.Array(Type.String({ examples: ['The name, e-mail addresses, telephone, note, tags and consents'] })),
  kept: Type.Array(
    Type.Object({
      what: oneOf(KEPT),
      reason: Type.String({ description: 'Why it stays, and what of it' }),
      endsAfterDays: nullable(Type.Integer({ description: 'When it is gone by itself; null if it stays' })),
    }),
  ),
})
