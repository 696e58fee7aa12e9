import type { App } from '../app/app.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { type Id, newId } from '../id.ts'
import { find } from '../store/lists/list.ts'
import { runInUnit } from '../store/unit.ts'
import { addUnverified, type CountWindow, claimRestId, raiseRest } from './add-unverified.ts'
import {
  type DeliveryFields,
  type LoggedDelivery,
  logDelivery,
  type WebhookLog,
  type WebhookSender,
} from './webhook-log.ts'

/** Log entries that unverified deliveries of one sender and status can cause in an hour. */
export const MAX_LOGGED = 20
const WINDOW_MS = 3_600_000

/** Up to a hundredth of the count so far is gathered in memory before it is written, so that a flood costs few writes. */
const GATHERED_DIVISOR = 100

interface Gathered {
  count: number
  /** Number of deliveries to gather before writing. */
  step: number
}

const gathering = createBoundedCache<Gathered>(1000)

/** Counts a delivery in memory; returns the number to write now, which is 0 while deliveries are gathered. */
const countGathered = (key: string): number => {
  const gathered = gathering.get(key)
  if (!gathered) return 1
  gathered.count++
  if (gathered.count < gathered.step) return 0
  const { count } = gathered
  gathered.count = 0
  return count
}

const appendCount = (message: string | null | undefined, more: number) => {
  const count = `${more < 2 * GATHERED_DIVISOR ? '' : 'at least '}${more.toLocaleString('en-US')}`
  return `${message ?? ''} This happened ${count} more times within the hour without further log entries.`
}

interface UnverifiedDelivery<D extends LoggedDelivery> {
  tenant: Id
  log: WebhookLog<D>
  sender: WebhookSender<D>
  status: 'processed' | 'signature_failed'
  fields: DeliveryFields
}

/** Writes the count of deliveries without an entry of their own into the entry that represents them all. */
const logRest = async <D extends LoggedDelivery>(
  app: Pick<App, 'db'>,
  { tenant, log, sender, status, fields }: UnverifiedDelivery<D>,
  { window, moreId, more }: { window: CountWindow; moreId: Id | undefined; more: number },
  now: Date,
): Promise<void> => {
  const id = moreId ?? (await claimRestId(app.db, window, newId(now)))
  const { processedAt = null } = fields
  const counted = { more, errorMessage: appendCount(fields.errorMessage, more) }
  while (!(await raiseRest(app.db, log.deliveries, window, id, counted)))
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      if (await find(app.db, log.deliveries, tenant, id)) return
      logDelivery(unit, log, sender, status, { id, ...counted, processedAt })
    })
}

/**
 * Logs a delivery that anybody who knows the sender's address could have sent. The first ones of an hour have entries of
 * their own and the rest are counted in one entry, so that a flood neither fills the table nor hides the sender's deliveries.
 */
export const logUnverified = async <D extends LoggedDelivery>(
  app: Pick<App, 'db'>,
  unverified: UnverifiedDelivery<D>,
  now: Date,
): Promise<void> => {
  const { tenant, log, sender, status, fields } = unverified
  const from = new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS)
  const window = { tenant, senderId: sender.id, status, from }
  const key = `${sender.id}#${status}#${from.getTime()}`
  const by = countGathered(key)
  if (!by) return
  const { n, moreId } = await addUnverified(app.db, window, by)
  const more = n - MAX_LOGGED
  if (more <= 0) {
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      logDelivery(unit, log, sender, status, fields)
    })
    return
  }
  const gathered = gathering.get(key) ?? { count: 0, step: 1 }
  gathering.set(key, { ...gathered, step: Math.max(1, Math.floor(more / GATHERED_DIVISOR)) })
  await logRest(app, unverified, { window, moreId, more }, now)
}
