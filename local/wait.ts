import { setTimeout as pause } from 'node:timers/promises'

interface Waiting {
  /** Seconds to wait; the time starts again if there was progress. */
  seconds?: number
  everyMs?: number
  /** Resolves with a reason if waiting has become useless. */
  unless?: Promise<string>
  /** Value that changes while there is progress; undefined if progress is unknown. */
  progress?: () => number | undefined
}

/** Bounds the wait for a part that only looks busy. */
const MAX_PERIODS = 10

/** Polls until the answer is truthy. Throws with the name of the awaited part if time is over without progress. */
export const waitFor = async <T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  { seconds = 120, everyMs = 50, unless, progress = () => undefined }: Waiting = {},
): Promise<T> => {
  let failure: string | undefined
  void unless?.then((reason) => {
    failure = reason
  })
  let lastProgress = progress()
  let end = Date.now() + seconds * 1000
  for (let period = 1; ; ) {
    const answer = await ask().catch(() => undefined)
    if (answer) return answer
    if (failure !== undefined) throw new Error(`${what} did not start: ${failure}`)
    if (Date.now() >= end) {
      const now = progress()
      if (now === lastProgress || period === MAX_PERIODS)
        throw new Error(`${what} was not ready after ${period * seconds} seconds`)
      lastProgress = now
      end = Date.now() + seconds * 1000
      period++
    }
    await pause(everyMs)
  }
}

export const answers = async (url: string) => {
  await fetch(url, { signal: AbortSignal.timeout(2000) })
  return true
}
