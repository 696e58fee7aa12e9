import type { Static } from 'typebox'
import * as Type from 'typebox'
import { id, input } from '../types.ts'
import { ReturnSlipInput } from './return.ts'

const MAX_PICKED_ORDERS = 40

export const RenderPickListInput = input({
  fulfilmentOrderIds: Type.Array(id(), {
    minItems: 1,
    maxItems: MAX_PICKED_ORDERS,
    description: 'Orders of one custodian that are picked together',
  }),
  ...ReturnSlipInput.properties,
})
export type RenderPickListInput = Static<typeof RenderPickListInput>
