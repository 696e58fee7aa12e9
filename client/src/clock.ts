/** Time and chance, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Waits; rejects with the reason of the signal when it is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** A number from 0 up to but not including 1. */
  random(): number
}

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })

export const systemClock: Clock = { now: Date.now, wait, random: Math.random }

/** Waits for the promise, at most until the signal is aborted. */
export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return promise
  return new Promise<T>((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) {
      end()
      return
    }
    signal.addEventListener('abort', end, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
