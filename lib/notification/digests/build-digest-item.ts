import type { NotSentBecause } from '../../../schemas/notification/preferences.ts'
import { type EventReference, parseReference } from '../../platform/events/outbox/find-events.ts'
import { computeExpiry } from '../../platform/events/outbox/outbox.ts'
import { retrySchedule } from '../../platform/queue/retry-schedule.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { getDuePartition } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { MAX_NAMED } from '../windows/window.ts'
import { deriveDigestId, type StoredWindow } from '../windows/window-store.ts'

/**
 * Builds the delivery in which a window ends, under an id that follows from the window. One gathered event is sent like any
 * single message. A refused digest is stored as dropped, so that traces can tell its reason.
 */
export const buildDigestItem = (window: StoredWindow, now: Date, refusal: NotSentBecause | undefined): Item => {
  const { tenant, identity, member, channel, topic, count, events } = window
  const id = deriveDigestId(window, window)
  // The same event is named twice if simultaneous updates have read the window before either was written.
  const named = [...new Set(events)].sort().slice(0, MAX_NAMED)
  const { item: itemId, event: eventId } = parseReference(named[0] as EventReference)
  const at = now.toISOString()
  return {
    pk: partition(tenant, 'delivery'),
    sk: id,
    kind: 'delivery',
    tenant,
    eventId,
    ...(itemId !== eventId && { itemId }),
    topic,
    recipient: identity,
    member,
    channel,
    attempts: 0,
    createdAt: at,
    ...(count > 1 && { digest: { count, events: named } }),
    ...(refusal
      ? { status: 'dropped', reason: refusal, endedAt: at, expiresAt: computeExpiry(now) }
      : { status: 'due', duePk: getDuePartition('delivery', id), dueSk: retrySchedule.firstCheck(now) }),
  }
}
