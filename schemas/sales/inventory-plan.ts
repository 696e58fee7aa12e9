import * as Type from 'typebox'
import { valueResource } from '../../lib/platform/http/response/resource.ts'
import { nullable, oneOf, ulid } from '../types.ts'

export const InventoryPlanRow = valueResource('InventoryPlanRow', {
  channelId: ulid(),
  variantId: ulid(),
  variantName: Type.String(),
  productName: Type.String(),
  sku: Type.String(),
  action: oneOf(['update', 'unchanged', 'skipped']),
  quantity: nullable(Type.Integer({ description: 'The quantity that the store is to show; null where it is skipped' })),
  confirmedQuantity: nullable(
    Type.Integer({ description: 'The quantity that the store confirmed last; null before the first time' }),
  ),
  reason: nullable(Type.String({ description: 'The reason why the variant is skipped' })),
})
