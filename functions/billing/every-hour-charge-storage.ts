import * as Type from 'typebox'
import { chargeStorage } from '../../lib/billing/tariffs/charge-storage.ts'
import { closeDueMonths } from '../../lib/billing/tariffs/months/close-due-months.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_REMAINING_MS = 30_000

/** Charges the storage of days and closes the months that have ended in their tenant's time zone. */
export const handler = schedule({
  name: 'billing.charge_storage',
  takes: Type.Object({}),
  run: async (app, { log, millisecondsLeft }) => {
    const hasTime = () => millisecondsLeft() > MIN_REMAINING_MS
    await chargeStorage(app, log, hasTime)
    await closeDueMonths(app, log, hasTime)
  },
})
