import type { App } from '../app/app.ts'
import { getIdTime } from '../id.ts'
import type { Log } from '../log.ts'
import { listDue, reschedule } from '../store/table/due.ts'
import type { Item } from '../store/table/table.ts'
import { type DueMessage, enqueueDue } from './enqueue-due.ts'
import { DUE_KINDS, type DueKind } from './outbox/outbox.ts'

const MAX_ITEMS_PER_PARTITION = 250
const MIN_WAIT_MS = 2 * 60_000
const MAX_WAIT_MS = 6 * 3600_000

/** Time that the stream and the queue have before an item is enqueued from here. */
const GRACE_MS: Record<DueKind, number> = { outbox: 2 * 60_000, delivery: 0, webhook: 0, 'webhook-lane': 0 }

const ID_LENGTH = 26

/**
 * Each wait is as long as the item is old, so that a failing item costs less and less and is never given up. The age of a
 * lane says nothing: it is due whenever its queue is.
 */
const computeNextTry = (kind: DueKind, { sk }: Item, now: Date): Date => {
  const age = kind === 'webhook-lane' ? 0 : now.getTime() - getIdTime(sk.slice(-ID_LENGTH)).getTime()
  return new Date(now.getTime() + Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, age)))
}

/** Returns the items that need a message: deliveries to one webhook endpoint share a worker, and so a message. */
const listMessages = (kind: DueKind, items: readonly Item[]): [number, DueMessage][] => {
  const queues = new Set<string>()
  return items.flatMap(({ pk, sk }, place): [number, DueMessage][] => {
    if (kind === 'webhook' && queues.has(pk)) return []
    queues.add(pk)
    return [[place, { kind, pk, sk }]]
  })
}

/** Tells whether an item waits for a time that was chosen for it, and not only for the answer to its message. */
const isPlanned = ({ notBefore, attempts, dueSk }: Item, now: Date): boolean => {
  const at = now.toISOString()
  if (typeof notBefore === 'string' && notBefore > at) return true
  return typeof attempts === 'number' && attempts > 0 && typeof dueSk === 'string' && dueSk > at
}

const findUnhandled = async (db: App['db'], kind: DueKind, now: Date, isQueueLost: boolean): Promise<Item[]> => {
  if (!isQueueLost) return await listDue(db, kind, new Date(now.getTime() - GRACE_MS[kind]), MAX_ITEMS_PER_PARTITION)
  const items = await listDue(db, kind, new Date(now.getTime() + MAX_WAIT_MS), MAX_ITEMS_PER_PARTITION)
  return items.filter((item) => !isPlanned(item, now))
}

/**
 * Enqueues items again that are unhandled for too long, so that a lost message loses no work. If the queues are known to have
 * lost their messages, such as those in memory after a restart, no item gets time for its message.
 */
export const redrive = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  now: Date,
  log: Log,
  isQueueLost = false,
): Promise<void> => {
  for (const kind of DUE_KINDS) {
    const items = await findUnhandled(app.db, kind, now, isQueueLost)
    if (!items.length) continue
    const messages = new Map(listMessages(kind, items))
    const failed = await enqueueDue(app, messages)
    const sent = items.filter((_, place) => !failed.has(place))
    for (let start = 0; start < sent.length; start += 25)
      await Promise.all(
        sent.slice(start, start + 25).map((item) => reschedule(app.db, item, computeNextTry(kind, item, now))),
      )
    log.warn('events.redrive.sent', { kind, sent: messages.size - failed.size, failed: failed.size })
  }
}
