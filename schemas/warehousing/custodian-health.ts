import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, timestamp, uuid } from '../types.ts'

export const CustodianHealth = resource('CustodianHealth', '/api/warehousing/custodians/{id}/health', {
  id: uuid({ description: 'Id of the custodian' }),
  lastSuccessAt: nullable(
    timestamp({
      description:
        "When a call of the custodian's system succeeded; calls that follow move it every ten minutes at most",
    }),
  ),
  lastFailure: nullable(
    Type.Object(
      {
        at: timestamp(),
        code: Type.String({ examples: ['UNAVAILABLE'] }),
        message: Type.String({ examples: ["The custodian's system did not answer in time."] }),
      },
      { description: 'It stays here after the system works again' },
    ),
  ),
  failingSince: nullable(
    timestamp({ description: 'When the first call failed after the last that succeeded; null if the system works' }),
  ),
  retryAt: nullable(
    timestamp({
      description: "When the custodian's orders are asked for again, if they wait because the system fails",
    }),
  ),
  openOrders: Type.Integer({ minimum: 0, description: 'Fulfilment orders of the custodian that are open' }),
  oldestOrderAt: nullable(timestamp({ description: 'When the oldest of them was created' })),
  waitingWebhooks: Type.Integer({ minimum: 0, description: 'Webhooks of the custodian that are not processed yet' }),
  failedWebhooks: Type.Integer({ minimum: 0, description: 'Webhooks of the custodian that could not be processed' }),
})
export type CustodianHealth = Static<typeof CustodianHealth.fields>
