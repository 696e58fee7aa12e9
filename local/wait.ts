import { setTimeout as pause } from 'node:timers/promises'

/** Asks until the answer is truthy; says what it waited for when the time is over. */
export const waitFor = async <T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  { seconds = 120, everyMs = 50, unless }: { seconds?: number; everyMs?: number; unless?: Promise<string> } = {},
): Promise<T> => {
  let failure: string | undefined
  void unless?.then((reason) => {
    failure = reason
  })
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer) return answer
    if (failure !== undefined) throw new Error(`${what} did not start: ${failure}`)
    if (Date.now() > end) throw new Error(`${what} is not there after ${seconds} seconds`)
    await pause(everyMs)
  }
}

export const answers = async (url: string) => {
  await fetch(url, { signal: AbortSignal.timeout(2000) })
  return true
}
