import type { Id } from '../../id.ts'
import type { Key, Update } from '../../store/table/table.ts'
import { computeExpiry } from './outbox.ts'

/** How far an event was told; kept on the event, so that whoever goes on does so from where the last one stopped. */
export interface Progress<Source extends string = string> {
  source: Source
  /** The last one of the source that was decided on. */
  after: Id | null
  /** Chunks that were written. */
  chunks: number
  deliveries: number
}

const requireProgressAsRead = (before: Progress | undefined) =>
  before
    ? { when: '#told.#chunks = :before', values: { ':before': before.chunks } }
    : { when: 'attribute_exists(pk) AND attribute_not_exists(#told)', values: {} }

/** Only one of several workers gets from one chunk to the next. Without `after` all is told and the event handled. */
export const advance = (key: Key, before: Progress | undefined, after: Progress | undefined, now: Date): Update => {
  const { when, values } = requireProgressAsRead(before)
  const held = { update: key, when: `${when} AND attribute_not_exists(#handledAt)` }
  const at = now.toISOString()
  if (after)
    return { ...held, set: 'SET #told = :told, #dueSk = :now', values: { ...values, ':told': after, ':now': at } }
  return {
    ...held,
    set: 'SET #handledAt = :now, #expiresAt = :expiresAt REMOVE #duePk, #dueSk, #told',
    values: { ...values, ':now': at, ':expiresAt': computeExpiry(now) },
  }
}
