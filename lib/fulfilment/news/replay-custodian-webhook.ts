import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { replayDelivery } from '../../platform/webhooks/replay-delivery.ts'
import { custodianWebhookLog } from './custodian-webhook-store.ts'

/** Processes a webhook of a custodian again. */
export const replayCustodianWebhook = (app: App, unit: Unit, custodianId: Id, id: Id) =>
  replayDelivery(app, unit, custodianWebhookLog, custodianId, id)
