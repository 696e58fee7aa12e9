import { setTimeout as pause } from 'node:timers/promises'

interface Waiting {
  /** The time to wait, which begins again whenever there was progress in the meantime. */
  seconds?: number
  everyMs?: number
  /** Resolves with a reason when waiting is no use any more. */
  unless?: Promise<string>
  /** Changes as long as what is waited for gets on with it; undefined where that cannot be told. */
  progress?: () => number | undefined
}

/** A part that only looks busy must not be waited for all day. */
const MAX_PERIODS = 10

/** Asks until the answer is truthy; says what it waited for when the time is over and nothing gets on. */
export const waitFor = async <T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  { seconds = 120, everyMs = 50, unless, progress = () => undefined }: Waiting = {},
): Promise<T> => {
  let failure: string | undefined
  void unless?.then((reason) => {
    failure = reason
  })
  let reached = progress()
  let end = Date.now() + seconds * 1000
  for (let period = 1; ; ) {
    const answer = await ask().catch(() => undefined)
    if (answer) return answer
    if (failure !== undefined) throw new Error(`${what} did not start: ${failure}`)
    if (Date.now() >= end) {
      const now = progress()
      if (now === reached || period === MAX_PERIODS)
        throw new Error(`${what} is not there after ${period * seconds} seconds`)
      reached = now
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
