import { setTimeout as pause } from 'node:timers/promises'

export interface Poller {
  name: string
  /** Finishes what is in flight, then ends. */
  stop: () => Promise<void>
  /** Ends at once, in the middle of whatever it does, as a crash would. */
  kill: () => void
}

export interface Turn {
  /** Ends every wait and request; set by `kill`, and by `stop` for the waits that hold no work. */
  idle: AbortSignal
  /** Set by `kill` only. */
  killed: AbortSignal
}

const AFTER_FAILURE_MS = 500

export const isAbort = (error: unknown) => (error as Error).name === 'AbortError'

/** Runs `turn` over and over; a turn that throws is told and tried again. */
export const startPoller = (
  name: string,
  turn: (signals: Turn) => Promise<void>,
  report: (line: string) => void,
): Poller => {
  const stopping = new AbortController()
  const killing = new AbortController()
  const idle = AbortSignal.any([stopping.signal, killing.signal])
  const run = async () => {
    while (!idle.aborted) {
      try {
        await turn({ idle, killed: killing.signal })
      } catch (error) {
        if (idle.aborted) return
        if (!isAbort(error)) report(`${name}: ${(error as Error).message}`)
        await pause(AFTER_FAILURE_MS, undefined, { signal: idle }).catch(() => undefined)
      }
    }
  }
  const ended = run()
  return {
    name,
    async stop() {
      stopping.abort()
      await ended
    },
    kill: () => killing.abort(),
  }
}
