import type { Static } from 'typebox'
import { input } from '../../types.ts'
import { OrderRow, ofPeople } from '../order.ts'

const { customer, shippingAddress, billingAddress, serviceLevel, customerNote } = OrderRow.properties

export const UpdateOrderInput = input(
  { customer, shippingAddress, billingAddress, serviceLevel, customerNote, ...ofPeople },
  {
    minProperties: 1,
    examples: [
      {
        shippingAddress: {
          name: 'Ada Lovelace',
          line1: 'Speicherstadt 1',
          postalCode: '20457',
          city: 'Hamburg',
          countryCode: 'DE',
        },
        tags: ['address corrected'],
      },
    ],
  },
)
export type UpdateOrderInput = Static<typeof UpdateOrderInput>
