import { type Ending, type RunFailure, WORKER_LOST } from './run-failure.ts'

/** State of a run between two pieces of work. */
export interface Situation {
  isDone: boolean
  /** Reason why the channel must not be worked on; undefined if it may be. */
  stop: RunFailure | undefined
  /** True if the run has made no progress for too long. */
  isStalled: boolean
  isOutOfTime: boolean
}

/** Next step of a worker; every step but `work` is its last one. */
export type Step =
  | { do: 'end' }
  | { do: 'close'; ending: Ending }
  | { do: 'leave'; until: Date; tries?: number }
  | { do: 'work' }

/** Decides what a worker does next. Finished work counts even if the channel was stopped in the meantime. */
export const nextStep = ({ isDone, stop, isStalled, isOutOfTime }: Situation, now: Date): Step => {
  if (isDone) return { do: 'end' }
  if (stop) return { do: 'close', ending: stop }
  if (isStalled) return { do: 'close', ending: WORKER_LOST }
  return isOutOfTime ? { do: 'leave', until: now } : { do: 'work' }
}
