import * as Type from 'typebox'
import { chargeStorage } from '../../lib/billing/tariffs/charge-storage.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_REMAINING_MS = 30_000

/** Charges the storage of days that have ended in their tenant's time zone. */
export const handler = schedule({
  name: 'billing.charge_storage',
  takes: Type.Object({}),
  run: (app, { log, millisecondsLeft }) => chargeStorage(app, log, () => millisecondsLeft() > MIN_REMAINING_MS),
})
