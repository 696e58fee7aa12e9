import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { compareStock } from '../../lib/sales/stock-comparisons/compare-stock.ts'

const MIN_TIME_LEFT_MS = 30_000

/** Requests comparisons of the quantities that shops offer with those that were published to them. */
export const handler = schedule({
  name: 'sales.compare_stock',
  takes: Type.Object({}),
  run: (app, { log, millisecondsLeft }) => compareStock(app, log, () => millisecondsLeft() > MIN_TIME_LEFT_MS),
})
