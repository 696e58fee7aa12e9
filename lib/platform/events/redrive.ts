import type { App } from '../app/app.ts'
import { computeRetryTimeByAge } from '../back-off/compute-retry-time.ts'
import { getIdTime } from '../id.ts'
import type { Log } from '../log.ts'
import { listDue, reschedule } from '../store/table/due.ts'
import { formatKey, type Item } from '../store/table/table.ts'
import { type DueMessage, enqueueDue } from './enqueue-due.ts'
import { DUE_KINDS, type DueKind } from './outbox/outbox.ts'

const MAX_ITEMS_PER_PARTITION = 250
/** Items that are enqueued before the first of them are rescheduled. */
const CHUNK = 1000
/** Items that are rescheduled side by side. */
const AT_ONCE = 25
const BACK_OFF = { firstMs: 2 * 60_000, maxMs: 6 * 3_600_000 }

/** Time that the stream and the queue have before an item is enqueued from here. */
const GRACE_MS: Record<DueKind, number> = { outbox: 2 * 60_000, delivery: 0, webhook: 0, 'webhook-lane': 0 }

const ID_LENGTH = 26

/**
 * Each wait is as long as the item is old, so that a failing item costs less and less and is never given up. The age of a
 * lane says nothing: it is due whenever its queue is.
 */
const computeNextTry = (kind: DueKind, { sk }: Item, now: Date): Date =>
  computeRetryTimeByAge(now, kind === 'webhook-lane' ? now : getIdTime(sk.slice(-ID_LENGTH)), BACK_OFF)

/** Returns the items that need a message: deliveries to one webhook endpoint share a worker, and so a message. */
const listMessages = (kind: DueKind, items: readonly Item[]): [number, DueMessage][] => {
  const queues = new Set<string>()
  return items.flatMap(({ pk, sk }, place): [number, DueMessage][] => {
    if (kind === 'webhook' && queues.has(pk)) return []
    queues.add(pk)
    return [[place, { kind, pk, sk }]]
  })
}

/** Leaves out the items that wait for a planned time, and not only for the answer to their message. */
const leaveOutPlanned = async (db: App['db'], items: readonly Item[], now: Date): Promise<Item[]> => {
  const at = now.toISOString()
  const later = items.filter(({ dueSk }) => (dueSk as string) > at)
  const found = later.length ? await db.batchGet<{ notBefore?: string }>(later.map(({ pk, sk }) => ({ pk, sk }))) : []
  const planned = new Set(found.filter(({ notBefore = '' }) => notBefore > at).map(formatKey))
  return items.filter((item) => !planned.has(formatKey(item)))
}

const enqueueAgain = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  kind: DueKind,
  items: readonly Item[],
  now: Date,
  log: Log,
): Promise<void> => {
  if (!items.length) return
  const messages = new Map(listMessages(kind, items))
  const failed = await enqueueDue(app, messages)
  const sent = items.filter((_, place) => !failed.has(place))
  for (let start = 0; start < sent.length; start += AT_ONCE)
    await Promise.all(
      sent.slice(start, start + AT_ONCE).map((item) => reschedule(app.db, item, computeNextTry(kind, item, now))),
    )
  log.warn('events.redrive.sent', { kind, sent: messages.size - failed.size, failed: failed.size })
}

/**
 * Enqueues items again that are unhandled for too long, so that a lost message loses no work. If the queues are known to have
 * lost their messages, such as those in memory after a restart, all items are enqueued that do not wait for a planned time.
 */
export const redrive = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  now: Date,
  log: Log,
  isQueueLost = false,
): Promise<void> => {
  const until = (kind: DueKind) => new Date(now.getTime() + (isQueueLost ? BACK_OFF.maxMs : -GRACE_MS[kind]))
  for (const kind of DUE_KINDS) {
    const items = await listDue(app.db, kind, until(kind), isQueueLost ? undefined : MAX_ITEMS_PER_PARTITION)
    for (let start = 0; start < items.length; start += CHUNK) {
      const chunk = items.slice(start, start + CHUNK)
      await enqueueAgain(app, kind, isQueueLost ? await leaveOutPlanned(app.db, chunk, now) : chunk, now, log)
    }
  }
}
