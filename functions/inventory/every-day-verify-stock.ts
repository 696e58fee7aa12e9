import * as Type from 'typebox'
import { verifyStock } from '../../lib/inventory/verification/verify-stock.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_TIME_LEFT_MS = 30_000

/** Proves the quantities of stock items from their movements, and reports what differs. */
export const handler = schedule({
  name: 'inventory.verify_stock',
  takes: Type.Object({}),
  run: ({ db }, { log, millisecondsLeft }) => verifyStock(db, log, () => millisecondsLeft() > MIN_TIME_LEFT_MS),
})
