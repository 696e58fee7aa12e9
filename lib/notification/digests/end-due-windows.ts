import type { App } from '../../platform/app/app.ts'
import { warmReads } from '../../platform/app/warm-reads.ts'
import type { Log } from '../../platform/log.ts'
import { listDue, reschedule } from '../../platform/store/table/due.ts'
import { formatKey, type Item } from '../../platform/store/table/table.ts'
import { type Ended, endWindow } from './end-window.ts'

const MAX_WINDOWS_PER_PARTITION = 250
/** Windows that are ended side by side. */
const AT_ONCE = 25
/** Time that the last ones have. */
const RESERVE_MS = 5000
/** Pause of a window that could not be ended, so that it does not hold up the others. */
const PAUSE_MS = 10 * 60_000

/** Ends the windows that are due, of all tenants. */
export const endDueWindows = async (app: App, now: Date, log: Log, millisecondsLeft: () => number): Promise<void> => {
  const counts: Record<Ended | 'failed', number> = { sent: 0, dropped: 0, postponed: 0, left: 0, failed: 0 }
  const { db, config } = app
  // Nothing is older than `now`, so that whoever opted out before the end of a window is seen.
  const using = { db, config, shared: warmReads(app, db, now) }
  const end = async (item: Item) => {
    try {
      counts[await endWindow(using, item, now)]++
    } catch (error) {
      counts.failed++
      log.error('notification.window.failed', error, { windowKey: formatKey(item) })
      await reschedule(db, item, new Date(now.getTime() + PAUSE_MS))
    }
  }
  const seen = new Set<string>()
  for (;;) {
    const listed = await listDue(db, 'digest-window', now, MAX_WINDOWS_PER_PARTITION)
    // The index may still list windows that have just ended.
    const due = listed.filter((item) => !seen.has(formatKey(item)))
    for (const item of due) seen.add(formatKey(item))
    if (!due.length) break
    for (let start = 0; start < due.length && millisecondsLeft() > RESERVE_MS; start += AT_ONCE)
      await Promise.all(due.slice(start, start + AT_ONCE).map(end))
    if (millisecondsLeft() <= RESERVE_MS) break
  }
  if (seen.size) log.info('notification.windows.ended', counts)
}
