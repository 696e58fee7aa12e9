import type { App } from '../app/app.ts'
import { getIdTime } from '../id.ts'
import type { Log } from '../log.ts'
import { listDue, reschedule } from '../store/table/due.ts'
import type { Item } from '../store/table/table.ts'
import { type DueMessage, enqueueDue } from './enqueue-due.ts'
import type { DueKind } from './outbox/outbox.ts'

const MAX_ITEMS_PER_PARTITION = 250
const MIN_WAIT_MS = 2 * 60_000
const MAX_WAIT_MS = 6 * 3600_000

/** Time that the stream and the queue have before an item is enqueued from here. */
const GRACE_MS: Record<DueKind, number> = { outbox: 2 * 60_000, delivery: 0 }

/** Each wait is as long as the item is old, so that a failing item costs less and less and is never given up. */
const computeNextTry = ({ sk }: Item, now: Date): Date => {
  const age = now.getTime() - getIdTime(sk).getTime()
  return new Date(now.getTime() + Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, age)))
}

/** Enqueues items again that are unhandled for too long, so that a lost message loses no work. */
export const redrive = async (app: Pick<App, 'db' | 'queues' | 'config'>, now: Date, log: Log): Promise<void> => {
  for (const kind of ['outbox', 'delivery'] as const) {
    const items = await listDue(app.db, kind, new Date(now.getTime() - GRACE_MS[kind]), MAX_ITEMS_PER_PARTITION)
    if (!items.length) continue
    const messages = items.map(({ pk, sk }, place): [number, DueMessage] => [place, { kind, pk, sk }])
    const failed = await enqueueDue(app, new Map(messages))
    const sent = items.filter((_, place) => !failed.has(place))
    for (let start = 0; start < sent.length; start += 25)
      await Promise.all(
        sent.slice(start, start + 25).map((item) => reschedule(app.db, item, computeNextTry(item, now))),
      )
    log.warn('events.redrive.sent', { kind, sent: sent.length, failed: failed.size })
  }
}
