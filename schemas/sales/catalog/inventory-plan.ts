import * as Type from 'typebox'
import { valueResource } from '../../resource.ts'
import { nullable, oneOf, ulid } from '../../types.ts'

export const InventoryPlanRow = valueResource('InventoryPlanRow', {
  channelId: ulid(),
  variantId: ulid(),
  variantName: Type.String(),
  productName: Type.String(),
  sku: Type.String(),
  action: oneOf(['update', 'withdraw', 'unchanged', 'skipped']),
  quantity: nullable(
    Type.Integer({
      description:
        'Quantity that is free here, below 0 if backorders are allowed and more is promised than there is; null if the variant is skipped',
    }),
  ),
  confirmedQuantity: nullable(
    Type.Integer({ description: 'Quantity that was free here when it was published last; null before the first time' }),
  ),
  withheldQuantity: Type.Integer({
    description:
      'Pieces that the shop had sold by then in orders that were not known here; the shop offers so many fewer, until they are',
    examples: [0],
  }),
  unreservedQuantity: Type.Integer({
    description:
      'Pieces that are promised to orders without a reservation, such as orders that are held or that lack stock; they are not free, whichever channel sold them',
    examples: [0],
  }),
  alsoSoldAs: Type.Array(Type.Object({ externalProductId: Type.String(), externalVariantId: Type.String() }), {
    description:
      'Other variants of the shop that have the same SKU, which go on being sold without a quantity from here',
  }),
  reason: nullable(Type.String({ description: 'Reason for skipping or withdrawing the variant' })),
})
