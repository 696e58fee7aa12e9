import { move } from '../moves.ts'
import type { Unit } from '../store/unit.ts'
import { buildStatus, type LoggedDelivery, WEBHOOK_DELIVERY_MOVES, type WebhookLog } from './webhook-log.ts'

/** The end of the processing of a delivery. */
export interface Ending {
  action: 'process' | 'fail' | 'find_invalid'
  errorMessage: string | null
}

export const buildEnding = (action: Ending['action'], errorMessage: string | null = null): Ending => ({
  action,
  errorMessage,
})

const MAX_MESSAGE_LENGTH = 1000

/** Records how the processing of a delivery ended; those that repeat it follow. */
export const finishDelivery = <D extends LoggedDelivery>(
  unit: Unit,
  log: WebhookLog<D>,
  delivery: D,
  { action, errorMessage }: Ending,
): void => {
  const finished: Partial<LoggedDelivery> = {
    ...buildStatus(move(WEBHOOK_DELIVERY_MOVES, 'delivery', delivery.status, action), delivery),
    errorMessage: errorMessage?.slice(0, MAX_MESSAGE_LENGTH) ?? null,
    processedAt: unit.now.toISOString(),
    heldFor: null,
    tries: undefined,
  }
  unit.update(log.deliveries, delivery, finished as Partial<D>)
  if (delivery.isRepeated) log.scheduleRepeats(unit, delivery.id)
}
