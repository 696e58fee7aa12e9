import type { Condition, Item, Key, Table, Update } from './table.ts'

/** Names of the two attributes in which an item keeps its lease. */
export interface LeaseAttributes {
  by: string
  until: string
  /** True if `until` is stored in milliseconds since 1970, otherwise it is an ISO timestamp. */
  isEpoch?: true
}

/** Attributes of the leases of runs. */
export const LEASE: LeaseAttributes = { by: 'leaseBy', until: 'leaseUntil' }

/** Asks for a lease. `by` is unique to the caller, so that it recognizes its own lease. */
export interface Claimant {
  by: string
  now: Date
  until: Date
}

/** Another worker has taken the lease over, or its item is gone. Whoever held it must not write any more. */
export class LeaseLost extends Error {}

let aloneSince = Number.NEGATIVE_INFINITY

/**
 * Tells that no worker from before this moment is alive, so the leases of such workers are free. Without a moment, a lease
 * ends by itself only, because its worker may be anywhere.
 */
export const assumeAloneSince = (moment: Date | undefined): void => {
  aloneSince = moment?.getTime() ?? Number.NEGATIVE_INFINITY
}

/** Returns the latest end of a lease that is free now. All claims of one lease have the same duration. */
export const computeFreeEnd = (now: Date, durationMs: number): Date =>
  // A lease that ends later was taken or renewed by somebody who is alive.
  new Date(Math.max(now.getTime(), aloneSince + durationMs - 1))

/** Further changes and conditions of a claim; `set` may use `:by` and `:until`. */
type Extras = Pick<Update, 'when' | 'values' | 'isBookkeeping'> & { set?: string }

const buildClaim = (
  lease: LeaseAttributes,
  key: Key,
  { by, now, until }: Claimant,
  { set, when, values, ...rest }: Extras,
): Update => {
  const toStored = (at: Date) => (lease.isEpoch ? at.getTime() : at.toISOString())
  const freeEnd = computeFreeEnd(now, until.getTime() - now.getTime())
  const isFree = `(attribute_not_exists(#${lease.until}) OR #${lease.until} <= :freeEnd OR #${lease.by} = :by)`
  return {
    ...rest,
    update: key,
    set: `SET #${lease.by} = :by, #${lease.until} = :until${set ? `, ${set}` : ''}`,
    when: when ? `${isFree} AND ${when}` : isFree,
    values: { ':by': by, ':freeEnd': toStored(freeEnd), ':until': toStored(until), ...values },
  }
}

/**
 * Acquires the lease of an item if it is free, expired or already the caller's, and returns the item as it is then.
 * Returns undefined if another caller holds it or a further condition fails.
 */
export const claim = async <T extends object = object>(
  db: Pick<Table, 'update'>,
  lease: LeaseAttributes,
  key: Key,
  claimant: Claimant,
  extras: Extras = {},
): Promise<(Item & T) | undefined> => {
  const { ok, item } = await db.update(buildClaim(lease, key, claimant, extras))
  // A repeated call whose first answer was lost fails at its own lease.
  return ok || item?.[lease.by] === claimant.by ? (item as Item & T) : undefined
}

/** Condition that the lease has the same holder as when the item was read. */
export const requireSameHolder = (lease: LeaseAttributes, found: object | undefined) => {
  const holder = new Map(Object.entries(found ?? {})).get(lease.by)
  return holder === undefined
    ? { when: `attribute_not_exists(#${lease.by})`, values: {} }
    : { when: `#${lease.by} = :holder`, values: { ':holder': holder } }
}

/** Condition that the lease is still the caller's. */
export const requireHeldBy = (lease: LeaseAttributes, by: string) =>
  ({ when: `#${lease.by} = :by`, values: { ':by': by } }) satisfies Condition

/** Returns an update that gives up the lease, unless another caller has it by then. */
export const release = (lease: LeaseAttributes, key: Key, by: string): Update => ({
  update: key,
  set: `REMOVE #${lease.by}, #${lease.until}`,
  ...requireHeldBy(lease, by),
})
