import type { App } from '../app/app.ts'
import { move } from '../moves.ts'
import { notFound, Problem } from '../problem.ts'
import type { Unit } from '../store/unit.ts'
import { findWebhookBody } from './webhook-body.ts'
import { buildStatus, type LoggedDelivery, WEBHOOK_DELIVERY_MOVES, type WebhookLog } from './webhook-log.ts'

/** Processes a delivery of a sender again. */
export const replayDelivery = async <D extends LoggedDelivery>(
  app: App,
  unit: Unit,
  log: WebhookLog<D>,
  senderId: string,
  id: string,
): Promise<D> => {
  const delivery = await unit.load(log.deliveries, id)
  if (log.getSenderId(delivery) !== senderId) throw notFound()
  if (delivery.repeats)
    throw new Problem('OPERATION_NOT_ALLOWED', `The delivery repeats ${delivery.repeats}. Replay that one instead.`)
  const status = move(WEBHOOK_DELIVERY_MOVES, 'delivery', delivery.status, 'replay')
  if (!(await findWebhookBody(app, unit.tenant, log, delivery, unit.now)))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The body of the delivery is not stored any more, or never was, so it cannot be processed again.',
    )
  log.scheduleProcessing(unit, delivery.id)
  const received: Partial<LoggedDelivery> = {
    ...buildStatus(status, delivery),
    ...{ errorMessage: null, processedAt: null },
  }
  return unit.update(log.deliveries, delivery, received as Partial<D>)
}
