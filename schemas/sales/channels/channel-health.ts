import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { nullable, timestamp, ulid } from '../../types.ts'

const orNull = () => nullable(Type.String())

const failure = {
  type: Type.String({ description: 'Type of the run that failed', examples: ['orders'] }),
  syncId: ulid(),
  at: timestamp(),
  errorCode: orNull(),
  errorMessage: orNull(),
}

export const ChannelHealth = resource('ChannelHealth', '/api/sales/channels/{channelId}/health', {
  channelId: ulid(),
  lastSuccessAt: nullable(timestamp({ description: 'When a run of any type last succeeded' })),
  lastFailure: nullable(Type.Object(failure, { description: 'The newest run that failed' })),
  failingSince: nullable(
    timestamp({ description: 'When the first of what fails began to fail; null if everything of the channel works' }),
  ),
  failing: Type.Array(Type.Object(failure), {
    description: 'The first failures of runs whose work has not succeeded since, oldest first, at most 20 of them',
  }),
  waitingWebhooks: Type.Integer({ minimum: 0, description: 'Webhooks of the shop that are not processed yet' }),
  failedWebhooks: Type.Integer({ minimum: 0, description: 'Webhooks of the shop that could not be processed' }),
  waitingParcels: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Parcels that the shop is told of once the channel can be used; 100 stands for as many or more',
  }),
})
export type ChannelHealth = Static<typeof ChannelHealth.fields>
