import * as Type from 'typebox'
import { endDueWindows } from '../../lib/notification/digests/end-due-windows.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

/** Ends the windows whose time has come, so that what they gathered is sent as digests. */
export const handler = schedule({
  name: 'notification.end_windows',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) => endDueWindows(app, now, log, millisecondsLeft),
})
