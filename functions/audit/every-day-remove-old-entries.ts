import * as Type from 'typebox'
import { removeOldEntries } from '../../lib/audit/remove-old-entries.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_TIME_LEFT_MS = 60_000

/** Removes entries of the audit trail whose retention time is over. */
export const handler = schedule({
  name: 'audit.remove_old_entries',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    removeOldEntries(app, log, { now, hasTime: () => millisecondsLeft() > MIN_TIME_LEFT_MS }),
})
