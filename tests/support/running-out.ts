import { onTestFinished, vi } from 'vitest'

const FUNCTION_MS = 15_000

/** The context of a function whose time runs out when the test says so, however long the test takes. */
export const timeRunningOut = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let left = FUNCTION_MS
  return {
    context: { getRemainingTimeInMillis: () => left },
    /** Lets so much time pass that the request has to be answered. */
    runOut() {
      left = 900
      vi.advanceTimersByTime(FUNCTION_MS)
      vi.useRealTimers()
    },
  }
}
