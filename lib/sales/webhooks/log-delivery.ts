import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredDelivery } from './webhook-delivery.ts'
import { webhookDeliveries } from './webhook-delivery-store.ts'

type Optional = 'topic' | 'externalEventId' | 'errorMessage' | 'processedAt' | 'eventKey' | 'repeats' | 'more'
export type DeliveryFields = Partial<Pick<StoredDelivery, Optional>>

/** Adds a delivery to the channel's log. If the event has a delivery already, the unit is run again and finds it. */
export const logDelivery = (
  unit: Unit,
  { id: channelId, type: platform }: StoredChannel,
  status: StoredDelivery['status'],
  { id = unit.newId(), ...fields }: DeliveryFields & { id?: Id },
): StoredDelivery =>
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
