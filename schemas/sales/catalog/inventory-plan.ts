import * as Type from 'typebox'
import { valueResource } from '../../resource.ts'
import { nullable, oneOf, ulid } from '../../types.ts'

export const InventoryPlanRow = valueResource('InventoryPlanRow', {
  channelId: ulid(),
  variantId: ulid(),
  variantName: Type.String(),
  productName: Type.String(),
  sku: Type.String(),
  action: oneOf(['update', 'unchanged', 'skipped']),
  quantity: nullable(
    Type.Integer({ description: 'Quantity that the shop should show; null if the variant is skipped' }),
  ),
  confirmedQuantity: nullable(
    Type.Integer({ description: 'Quantity that the shop confirmed last; null before the first time' }),
  ),
  reason: nullable(Type.String({ description: 'Reason for skipping the variant' })),
})
