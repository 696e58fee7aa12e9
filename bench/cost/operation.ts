import type { Received } from '../../tests/support/client.ts'
import type { Platform } from './platform.ts'

/** One kind of operation whose cost is counted. */
export interface Operation {
  name: string
  /** Prepares what the operation needs and returns it; it is run once as a warm-up and once more to be counted. */
  prepare: (platform: Platform) => Promise<() => Promise<unknown>>
  /** Number of things that one run handles; the figures are for one of them. */
  each?: number
  /** Counts the first run, without a warm-up. */
  isFirst?: boolean
  /** Counts a run that joins the digest of the warm-up, instead of one whose messages go at once. */
  isWithinWindow?: boolean
}

/** Returns the answer to a request. Throws if it has another status. */
export const requireStatus = (status: number, received: Received): Received => {
  if (received.status !== status) throw new Error(`The answer was ${received.status} ${received.text}.`)
  return received
}
