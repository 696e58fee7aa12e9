import { onTestFinished, vi } from 'vitest'

const FUNCTION_MS = 15_000

/** Makes the context of a function whose time runs out when the test says so. */
export const timeRunningOut = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let left = FUNCTION_MS
  return {
    context: { getRemainingTimeInMillis: () => left },
    /** Advances the time to the request's deadline. */
    runOut() {
      left = 900
      vi.advanceTimersByTime(FUNCTION_MS)
      vi.useRealTimers()
    },
  }
}
