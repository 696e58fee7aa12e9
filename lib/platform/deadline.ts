import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from './problem.ts'

/** A function's own word for how much time it has left; Lambda's context has it. */
export interface Remaining {
  getRemainingTimeInMillis(): number
}

/** Thrown where work would go on although its time is over. What it was about to do is not done. */
export class TooLate extends Error {
  constructor() {
    super('the time for this work is over')
  }
}

/** The moment by which a piece of work has to be over. */
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

  /** Refuses what would begin too late. */
  require(): void {
    if (this.isOver) throw new TooLate()
  }

  /** Pauses, or refuses with 503 and this detail where the pause would outlast the deadline. */
  async pause(ms: number, detail: string): Promise<void> {
    if (this.millisecondsLeft() <= ms) throw unavailable(detail)
    await sleep(ms)
  }
}

/** The deadline of work in a function, which ends so much before the function does. */
export const deadlineBefore = (context: Remaining, reserveMs: number): Deadline =>
  new Deadline(() => context.getRemainingTimeInMillis() - reserveMs)

const FALLBACK_MS = 60_000

/** For work that runs in no function, such as a command of an operator. */
export const fallbackDeadline = (): Deadline => {
  const signal = AbortSignal.timeout(FALLBACK_MS)
  return new Deadline(() => (signal.aborted ? 0 : FALLBACK_MS))
}
