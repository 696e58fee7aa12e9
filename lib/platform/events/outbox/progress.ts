import type { Id } from '../../id.ts'
import type { Key, Update } from '../../store/table/table.ts'
import { computeExpiry } from './outbox.ts'

/** Progress of an event's fan-out, stored on the event so that the next worker continues there. */
export interface Progress<Source extends string = string> {
  source: Source
  /** Place of the event whose own recipients are processed, of an item with several events. */
  event?: number
  /** Last id of the source that was processed. */
  after: Id | null
  /** Number of chunks written. */
  chunks: number
  /** Number of notifications and deliveries written. */
  deliveries: number
}

const requireChunks = (chunks: number) =>
  chunks
    ? { when: '#told.#chunks = :before', values: { ':before': chunks } }
    : { when: 'attribute_exists(pk) AND attribute_not_exists(#told)', values: {} }

/**
 * Builds the update that records one more chunk of an event, given the number of chunks written before; of several
 * workers it succeeds for one. Without `after` the event is handled, and `trace` is kept with it.
 */
export const advance = (key: Key, chunks: number, after: Progress | undefined, now: Date, trace?: object): Update => {
  const { when, values } = requireChunks(chunks)
  const update = { update: key, when: `${when} AND attribute_not_exists(#handledAt)` }
  const at = now.toISOString()
  if (after)
    return { ...update, set: 'SET #told = :told, #dueSk = :now', values: { ...values, ':told': after, ':now': at } }
  return {
    ...update,
    set: `SET #handledAt = :now, #expiresAt = :expiresAt${trace ? ', #trace = :trace' : ''} REMOVE #duePk, #dueSk, #told`,
    values: { ...values, ':now': at, ':expiresAt': computeExpiry(now), ...(trace && { ':trace': trace }) },
  }
}
