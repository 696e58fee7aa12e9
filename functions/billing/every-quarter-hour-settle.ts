import * as Type from 'typebox'
import { settlePeriods } from '../../lib/billing/auto-settlement-rules/settle-period.ts'
import { chargeEarned } from '../../lib/billing/earnings/charge-earned.ts'
import { lockSettlements } from '../../lib/billing/settlements/lock-settlements.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_REMAINING_MS = 30_000

/**
 * Charges what sellers have earned meanwhile, settles ended periods of auto-settlement rules and locks settlements whose period
 * is over.
 */
export const handler = schedule({
  name: 'billing.settle',
  takes: Type.Object({}),
  async run(app, { log, millisecondsLeft }) {
    const hasTime = () => millisecondsLeft() > MIN_REMAINING_MS
    await chargeEarned(app, log, hasTime)
    await settlePeriods(app, log, hasTime)
    await lockSettlements(app, log, hasTime)
  },
})
