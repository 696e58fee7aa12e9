import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '../app/app.ts'
import type { Middleware } from './call.ts'
import type { EndpointSpec } from './endpoint-spec.ts'

/** Longer than such a request works as a rule, and too short for anybody to notice. */
const HOLD_MS = 50

const waitUntil = async (end: number, { uptime }: Pick<App, 'uptime'>): Promise<void> => {
  // Timers count whole milliseconds, so what was read would still show in the fraction that they leave.
  await setTimeout(Math.max(0, end - uptime() - 1))
  while (uptime() < end) await setImmediate()
}

/** Answers after a fixed time, so that the duration of the work does not tell what was found. */
export const holdAnswer = ({ hidesTime }: EndpointSpec): Middleware | [] => {
  if (!hidesTime) return []
  return {
    before({ event }) {
      event.call.heldUntil = event.call.app.uptime() + HOLD_MS
    },
    async after({ event }) {
      await waitUntil(event.call.heldUntil ?? 0, event.call.app)
    },
  }
}
