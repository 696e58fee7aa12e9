import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import { findTenant } from '../identity/tenant.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import { billPeriod, leaseFrom } from './bill-period.ts'
import { type DueProfile, dueProfiles, putOffProfile } from './recurring-profile-store.ts'

type Using = Pick<App, 'db' | 'clock'>

interface Options {
  log: Log
  hasTime: () => boolean
}

interface Tally {
  profiles: number
  invoices: number
  failed: number
}

/** How long a profile waits that cannot be billed as things stand, such as one in a currency that is no more. */
const REFUSED_WAIT_MS = 3600_000

/**
 * Bills what is due of a profile, the oldest period first. Two runs may come to it at once: whoever puts it off has it,
 * and one that was killed leaves it to the next when the time is over. That is for speed alone; what keeps an invoice
 * from being made twice is its transaction.
 */
const billProfile = async (app: Using, { tenant, id, item }: DueProfile, { log, hasTime }: Options, tally: Tally) => {
  const held = await putOffProfile(app.db, item, leaseFrom(app.clock()))
  if (!held) return
  tally.profiles++
  try {
    for (let more = true; more && hasTime(); ) {
      const looked = await billPeriod(app, tenant, id, log)
      tally.invoices += looked.billed
      more = looked.more
    }
  } catch (error) {
    tally.failed++
    log.error('billing.recurring.failed', error, { tenant, profileId: id })
    if (error instanceof Problem && error.errorCode !== 'UNAVAILABLE')
      await putOffProfile(app.db, held, new Date(app.clock().getTime() + REFUSED_WAIT_MS))
  }
}

/** One profile after the other: the invoices of a tenant take their numbers in turn anyway. */
const billTenant = async (app: Using, profiles: readonly DueProfile[], options: Options, tally: Tally) => {
  const [{ tenant }] = profiles as [DueProfile]
  const closed = (await findTenant(app.db, tenant))?.closedAt
  for (const profile of profiles) {
    if (!options.hasTime()) return
    if (closed) await putOffProfile(app.db, profile.item, undefined)
    else await billProfile(app, profile, options, tally)
  }
}

const TENANTS_AT_ONCE = 8

/** Bills every period that is due, of all tenants; what it has no time for, the next run does. */
export const billRecurring = async (app: Using, options: Options): Promise<void> => {
  const tally: Tally = { profiles: 0, invoices: 0, failed: 0 }
  const seen = new Set<Id>()
  while (options.hasTime()) {
    const fresh = (await dueProfiles(app.db, app.clock())).filter(({ id }) => !seen.has(id))
    if (!fresh.length) break
    for (const { id } of fresh) seen.add(id)
    const waiting = [...Map.groupBy(fresh, ({ tenant }) => tenant).values()]
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await billTenant(app, next, options, tally)
    }
    await Promise.all(Array.from({ length: TENANTS_AT_ONCE }, worker))
  }
  options.log.info('billing.recurring.done', { ...tally, outOfTime: !options.hasTime() })
}
