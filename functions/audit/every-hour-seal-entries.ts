import * as Type from 'typebox'
import { sealEntries } from '../../lib/audit/seal-entries.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_TIME_LEFT_MS = 60_000

/** Seals the entries of hours that are over, so that no later change of them stays unnoticed. */
export const handler = schedule({
  name: 'audit.seal_entries',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    sealEntries(app, log, { now, hasTime: () => millisecondsLeft() > MIN_TIME_LEFT_MS }),
})
