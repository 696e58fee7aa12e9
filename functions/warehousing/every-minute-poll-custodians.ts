import * as Type from 'typebox'
import { pollCustodians } from '../../lib/fulfilment/news/poll-custodians.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

/** Longer than one call of a system. */
const MIN_TIME_LEFT_MS = 20_000

/** Reads the orders that are due at their custodians. */
export const handler = schedule({
  name: 'fulfilment.poll_custodians',
  takes: Type.Object({ isQueueLost: Type.Optional(Type.Boolean()) }),
  run: (app, { given, log, millisecondsLeft }) =>
    pollCustodians(app, log, () => millisecondsLeft() > MIN_TIME_LEFT_MS, given.isQueueLost),
})
