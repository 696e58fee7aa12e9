import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { nullable, oneOf, ulid, uuid } from '../types.ts'
import { deliveryOutcome } from '../webhook-delivery.ts'
import { CUSTODIAN_TYPES } from './custodian.ts'

export const CustodianWebhookDelivery = resource(
  'CustodianWebhookDelivery',
  '/api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}',
  {
    id: ulid(),
    custodianId: uuid(),
    topic: nullable(Type.String()),
    custodianType: oneOf(CUSTODIAN_TYPES),
    ...deliveryOutcome(),
  },
  REVISED,
)
export type CustodianWebhookDelivery = Static<typeof CustodianWebhookDelivery.fields>
