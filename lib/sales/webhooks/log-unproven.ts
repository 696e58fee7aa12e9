import type { App } from '../../platform/app/app.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { type Id, newId } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { type DeliveryFields, logDelivery } from './log-delivery.ts'
import { addUnproven, type CountWindow, claimMoreId, raiseMore } from './unproven-count-store.ts'
import { findDelivery } from './webhook-delivery-store.ts'

/** The most of a channel's entries that anybody could have caused, in an hour and of each status. */
export const MAX_LOGGED = 20
const WINDOW_MS = 3_600_000

/** A hundredth of what was counted before may be gathered in memory, so that a flood costs few writes. */
const GATHERED_PART = 100

interface Gathered {
  count: number
  /** The number that is gathered before it is written. */
  step: number
}

const gathering = createBoundedCache<Gathered>(1000)

/** The number to count now, which is none while they are still being gathered. */
const takeGathered = (key: string): number => {
  const gathered = gathering.get(key)
  if (!gathered) return 1
  gathered.count++
  if (gathered.count < gathered.step) return 0
  const { count } = gathered
  gathered.count = 0
  return count
}

const messageWith = (message: string | null | undefined, more: number) => {
  const count = `${more < 2 * GATHERED_PART ? '' : 'at least '}${more.toLocaleString('en-US')}`
  return `${message ?? ''} This happened ${count} more times within the hour; they have no entries of their own.`
}

interface Unproven {
  tenant: Id
  channel: StoredChannel
  status: 'processed' | 'signature_failed'
  fields: DeliveryFields
}

/** Counts a delivery that has no room of its own in the log, in the one entry that stands for all of them. */
const logMore = async (
  app: Pick<App, 'db'>,
  { tenant, channel, status, fields }: Unproven,
  { window, moreId, more }: { window: CountWindow; moreId: Id | undefined; more: number },
  now: Date,
): Promise<void> => {
  const id = moreId ?? (await claimMoreId(app.db, window, newId(now)))
  const { processedAt = null } = fields
  const counted = { more, errorMessage: messageWith(fields.errorMessage, more) }
  while (!(await raiseMore(app.db, window, id, counted)))
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      if (await findDelivery(app.db, tenant, id)) return
      logDelivery(unit, channel, status, { id, ...counted, processedAt })
    })
}

/**
 * Logs what anybody could have sent who knows the channel's address. An hour's first ones have entries of their own; the
 * others are counted in one entry, so that whoever floods the address neither fills the table nor hides what the store tells.
 */
export const logUnproven = async (app: Pick<App, 'db'>, unproven: Unproven, now: Date): Promise<void> => {
  const { tenant, channel, status, fields } = unproven
  const from = new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS)
  const window = { tenant, channelId: channel.id, status, from }
  const key = `${channel.id}#${status}#${from.getTime()}`
  const by = takeGathered(key)
  if (!by) return
  const { n, moreId } = await addUnproven(app.db, window, by)
  const more = n - MAX_LOGGED
  if (more <= 0) {
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      logDelivery(unit, channel, status, fields)
    })
    return
  }
  const gathered = gathering.get(key) ?? { count: 0, step: 1 }
  gathering.set(key, { ...gathered, step: Math.max(1, Math.floor(more / GATHERED_PART)) })
  await logMore(app, unproven, { window, moreId, more }, now)
}
