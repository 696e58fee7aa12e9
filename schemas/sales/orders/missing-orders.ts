import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { input, nullable, oneOf, timestamp, ulid } from '../../types.ts'

const RESOLUTIONS = ['cancel', 'keep'] as const
export type MissingOrdersResolution = (typeof RESOLUTIONS)[number]

export const MissingOrders = resource('MissingOrders', '/api/sales/channels/{channelId}/missing-orders', {
  channelId: ulid(),
  missingSince: nullable(timestamp()),
  count: Type.Integer(),
  orders: Type.Array(Type.Object({ orderId: ulid(), missingSince: timestamp() })),
})

export const ResolveMissingOrdersInput = input({
  resolution: oneOf(RESOLUTIONS, {
    description:
      '`cancel`: the shop has deleted the orders, and they are cancelled. `keep`: they stay as they are, and are no longer looked for in the shop',
  }),
})
export type ResolveMissingOrdersInput = Static<typeof ResolveMissingOrdersInput>
