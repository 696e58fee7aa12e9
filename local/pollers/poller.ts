import { setTimeout as pause } from 'node:timers/promises'

export interface Poller {
  name: string
  /** Finishes the running turn, then ends. */
  stop: () => Promise<void>
  /** Ends at once, in the middle of a turn, like a crash. */
  kill: () => void
}

export interface Turn {
  /** Aborts waits and requests. Set by `kill`, and by `stop` for waits without work in progress. */
  idle: AbortSignal
  /** Set by `kill` only. */
  killed: AbortSignal
}

const AFTER_FAILURE_MS = 500

export const isAbort = (error: unknown) => (error as Error).name === 'AbortError'

/** Runs `turn` repeatedly. A turn that throws is reported and tried again after a pause. */
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
