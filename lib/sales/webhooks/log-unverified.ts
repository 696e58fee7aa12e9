import type { App } from '../../platform/app/app.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { type Id, newId } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { type DeliveryFields, logDelivery } from './log-delivery.ts'
import { addUnverified, type CountWindow, claimRestId, raiseRest } from './unverified-count-store.ts'
import { findDelivery } from './webhook-delivery-store.ts'

/** Log entries that unverified deliveries of one channel and status can cause in an hour. */
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

interface UnverifiedDelivery {
  tenant: Id
  channel: StoredChannel
  status: 'processed' | 'signature_failed'
  fields: DeliveryFields
}

/** Writes the count of deliveries without an entry of their own into the entry that represents them all. */
const logRest = async (
  app: Pick<App, 'db'>,
  { tenant, channel, status, fields }: UnverifiedDelivery,
  { window, moreId, more }: { window: CountWindow; moreId: Id | undefined; more: number },
  now: Date,
): Promise<void> => {
  const id = moreId ?? (await claimRestId(app.db, window, newId(now)))
  const { processedAt = null } = fields
  const counted = { more, errorMessage: appendCount(fields.errorMessage, more) }
  while (!(await raiseRest(app.db, window, id, counted)))
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      if (await findDelivery(app.db, tenant, id)) return
      logDelivery(unit, channel, status, { id, ...counted, processedAt })
    })
}

/**
 * Logs a delivery that anybody who knows the channel's address could have sent. The first ones of an hour have entries of
 * their own and the rest are counted in one entry, so that a flood neither fills the table nor hides the shop's deliveries.
 */
export const logUnverified = async (app: Pick<App, 'db'>, unverified: UnverifiedDelivery, now: Date): Promise<void> => {
  const { tenant, channel, status, fields } = unverified
  const from = new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS)
  const window = { tenant, channelId: channel.id, status, from }
  const key = `${channel.id}#${status}#${from.getTime()}`
  const by = countGathered(key)
  if (!by) return
  const { n, moreId } = await addUnverified(app.db, window, by)
  const more = n - MAX_LOGGED
  if (more <= 0) {
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      logDelivery(unit, channel, status, fields)
    })
    return
  }
  const gathered = gathering.get(key) ?? { count: 0, step: 1 }
  gathering.set(key, { ...gathered, step: Math.max(1, Math.floor(more / GATHERED_DIVISOR)) })
  await logRest(app, unverified, { window, moreId, more }, now)
}
