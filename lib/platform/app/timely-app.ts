import { Changes } from '../changes.ts'
import type { Deadline } from '../deadline.ts'
import { TIMEOUT_MS } from '../outbound/outbound.ts'
import { timely } from '../store/table/timely.ts'
import type { App } from './app.ts'

/** Methods of requests to others that change nothing there. */
const ASKING = new Set(['GET', undefined])

/** Returns the app for one piece of work, whose table and calls to others end by the deadline. */
export const timelyApp = (app: App, deadline: Deadline, changes = new Changes()): App => ({
  ...app,
  base: app.base ?? app,
  db: timely(app.db, deadline, changes),
  outbound: {
    async send(request) {
      deadline.require()
      const settle = ASKING.has(request.method) ? undefined : changes.begin()
      const timeoutMs = Math.min(request.timeoutMs ?? TIMEOUT_MS, deadline.millisecondsLeft())
      const answer = await app.outbound.send({ ...request, timeoutMs })
      settle?.(true)
      return answer
    },
  },
})
