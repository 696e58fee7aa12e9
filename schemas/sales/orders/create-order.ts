import type { Static } from 'typebox'
import * as Type from 'typebox'
import { input, text, ulid } from '../../types.ts'
import { OrderRow, ofPeople } from '../order.ts'

const { modifiedAt: _modifiedAt, status: _status, externalOrderId: _id, ...members } = OrderRow.properties

export const CreateOrderInput = input(
  {
    channelId: ulid({ description: 'A channel of the type `manual`, which has no shop' }),
    externalOrderId: Type.Optional(
      text(255, { description: 'Your own id of the order, with which imports change it; a new one by default' }),
    ),
    ...members,
    ...ofPeople,
  },
  {
    examples: [
      {
        channelId: '01K9ZB4A7M2C5X8V1B6N3Q0W4E',
        number: 'TEL-1001',
        currency: 'EUR',
        total: 2580,
        paymentStatus: 'unpaid',
        customer: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+49 40 5550100' },
        lineItems: [{ sku: 'TEA-GREEN-100', name: 'Green tea, 100 g', quantity: 2, unitPrice: 1290 }],
      },
    ],
  },
)
export type CreateOrderInput = Static<typeof CreateOrderInput>
