import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { enqueueProcessing } from './receive-webhook.ts'
import { type StoredDelivery, WEBHOOK_DELIVERY_MOVES } from './webhook-delivery.ts'
import { findBody, webhookDeliveries } from './webhook-delivery-store.ts'

export const replayWebhook = async (app: App, unit: Unit, channelId: string, id: string): Promise<StoredDelivery> => {
  const delivery = await unit.load(webhookDeliveries, id)
  if (delivery.channelId !== channelId) throw notFound()
  if (delivery.repeats)
    throw new Problem('OPERATION_NOT_ALLOWED', `The delivery repeats ${delivery.repeats}. Replay that one instead.`)
  const status = move(WEBHOOK_DELIVERY_MOVES, 'delivery', delivery.status, 'replay')
  if (!(await findBody(app, unit.tenant, delivery, unit.now)))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The body of the delivery is not stored any more, or never was, so it cannot be processed again.',
    )
  enqueueProcessing(unit, delivery)
  return unit.update(webhookDeliveries, delivery, { status, errorMessage: null, processedAt: null })
}
