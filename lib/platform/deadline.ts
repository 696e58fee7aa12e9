import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from './problem.ts'

/** The part of Lambda's context that tells the remaining time. */
export interface Remaining {
  getRemainingTimeInMillis(): number
}

/** Thrown instead of work that would begin after the deadline. */
export class TooLate extends Error {
  constructor() {
    super('the time for this work is over')
  }
}

/** The time by which a piece of work must end. */
export class Deadline {
  readonly #left: () => number
  #isOver = false

  constructor(left: () => number) {
    this.#left = left
  }

  millisecondsLeft(): number {
    return this.#isOver ? 0 : Math.max(0, this.#left())
  }

  get isOver(): boolean {
    return this.millisecondsLeft() === 0
  }

  /** Ends the work now, because its outcome is about to be reported. Returns false if it had ended already. */
  end(): boolean {
    const isFirst = !this.#isOver
    this.#isOver = true
    return isFirst
  }

  /** Throws if the deadline has passed. */
  require(): void {
    if (this.isOver) throw new TooLate()
  }

  /** Pauses, or throws a 503 with this detail if the pause would exceed the deadline. */
  async pause(ms: number, detail: string): Promise<void> {
    if (this.millisecondsLeft() <= ms) throw unavailable(detail)
    await sleep(ms)
  }
}

/** Returns the deadline of work in a function: a margin before the timeout of the function. */
export const deadlineBefore = (context: Remaining, reserveMs: number): Deadline =>
  new Deadline(() => context.getRemainingTimeInMillis() - reserveMs)

const FALLBACK_MS = 60_000

/** Returns the deadline of work outside functions, such as a command of an operator. */
export const fallbackDeadline = (): Deadline => {
  const signal = AbortSignal.timeout(FALLBACK_MS)
  return new Deadline(() => (signal.aborted ? 0 : FALLBACK_MS))
}
