import { randomFill } from 'node:crypto'
import { ASSUMED_MS, type Call } from './tally.ts'

interface Waiting {
  call: Call
  /** Makes the call and returns the function that reports its outcome. */
  perform: () => Promise<() => void>
}

const QUIET_TURNS = 5

/** Waits for one turn of the event loop and of the thread pool, which has one thread and works in order. */
const turn = async () => {
  await new Promise((resolve) => randomFill(Buffer.alloc(1), resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

const settle = async () => {
  for (let left = QUIET_TURNS; left; left--) await turn()
}

/**
 * Lets work continue in rounds. Calls wait until the work can do nothing more without an answer; then all of them are made,
 * in order, and answered together. So the number of rounds is the length of the longest chain of calls, whatever the time
 * that each call takes.
 */
export const makeRounds = ({ onRound, endTimers }: { onRound: (calls: Call[]) => void; endTimers: () => void }) => {
  const waiting: Waiting[] = []
  let depth = 0

  const playRound = async () => {
    const round = waiting.splice(0)
    const reports: (() => void)[] = []
    for (const { perform } of round) reports.push(await perform())
    onRound(round.map(({ call }) => call))
    for (const report of reports) report()
  }

  return {
    /** Makes the call in the next round. */
    call: <T>(call: Call, perform: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const settled = async () => {
          try {
            const result = await perform()
            return () => resolve(result)
          } catch (error) {
            return () => reject(error)
          }
        }
        waiting.push({ call, perform: settled })
      }),

    /** Runs the work to its end, with the calls that it leaves behind. Work within the work has its own rounds. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const own = ++depth
      let isOver = false
      const result = work().finally(() => {
        isOver = true
      })
      result.catch(() => undefined)
      try {
        for (;;) {
          await settle()
          if (depth > own) continue
          if (waiting.length) await playRound()
          else if (isOver) return await result
          endTimers()
        }
      } finally {
        depth--
      }
    },
  }
}

/** Time that a round of calls takes, since they overlap. */
export const computeRoundMs = (calls: readonly Call[]): number => Math.max(...calls.map((call) => ASSUMED_MS[call]))
