import * as Type from 'typebox'
import { valueResource } from '../resource.ts'
import { actorType, amount, nullable, timestamp, ulid } from '../types.ts'

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

export const OrderRevision = valueResource('OrderRevision', {
  orderId: ulid(),
  revision: Type.Integer({ description: 'The first change of an order makes revision 2', examples: [2] }),
  changedAt: timestamp({ description: 'Time at which the change was stored' }),
  platformModifiedAt: nullable(timestamp({ description: 'Time at which the platform last changed the order' })),
  actorType: actorType(),
  actorId: nullable(ulid({ description: 'Who changed it; null for its shop and the platform' })),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['quantity'] }),
      lineId: orNull({ description: 'The line of the order that changed; null for the order itself' }),
      from: orNull({ description: 'Null if it was not set, or if it is personal data' }),
      to: orNull(),
    }),
    { description: 'At most 100' },
  ),
  totalBefore: amount({ description: 'What was kept of the order before, in its currency at that time' }),
  totalAfter: amount({ description: 'What is kept of it now' }),
})
