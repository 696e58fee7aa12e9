import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredDelivery } from './webhook-delivery.ts'
import { webhookDeliveries } from './webhook-delivery-store.ts'

type Optional = 'topic' | 'externalEventId' | 'errorMessage' | 'processedAt' | 'eventKey' | 'repeats' | 'more'
export type DeliveryFields = Partial<Pick<StoredDelivery, Optional>>

/** Enters a delivery into the channel's log. */
export const logDelivery = (
  unit: Unit,
  { id: channelId, type: platform }: StoredChannel,
  status: StoredDelivery['status'],
  { id = unit.newId(), ...fields }: DeliveryFields & { id?: Id },
): StoredDelivery =>
  // Where the event has a delivery already, the work is done again and finds it.
  unit.create(
    webhookDeliveries,
    {
      id,
      channelId,
      platform,
      status,
      topic: null,
      externalEventId: null,
      repeats: null,
      errorMessage: null,
      receivedAt: unit.now.toISOString(),
      processedAt: null,
      eventKey: null,
      ...fields,
    },
    'stale',
  )
