import type { App } from '../../platform/app/app.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { awaitProcessing } from './receive-webhook.ts'
import { type StoredDelivery, WEBHOOK_DELIVERY_MOVES } from './webhook-delivery.ts'
import { findBody, webhookDeliveries } from './webhook-delivery-store.ts'

/** Has a delivery that is kept processed once more. */
export const replayWebhook = async (app: App, unit: Unit, channelId: string, id: string): Promise<StoredDelivery> => {
  const delivery = await unit.load(webhookDeliveries, id)
  if (delivery.channelId !== channelId) throw notFound()
  if (delivery.repeats)
    throw new Problem('OPERATION_NOT_ALLOWED', `The delivery repeats ${delivery.repeats}; have that one processed.`)
  const status = move(WEBHOOK_DELIVERY_MOVES, 'delivery', delivery.status, 'replay')
  if (!(await findBody(app, unit.tenant, delivery, unit.now)))
    throw new Problem('OPERATION_NOT_ALLOWED', 'There is nothing to process: what came is not kept, or no longer.')
  awaitProcessing(unit, delivery)
  return unit.update(webhookDeliveries, delivery, { status, errorMessage: null, processedAt: null })
}
