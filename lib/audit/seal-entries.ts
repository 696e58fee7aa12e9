import type { App } from '../platform/app/app.ts'
import { getIdTime, type Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import { type AuditItem, hashAuditBody } from '../platform/store/audit/audit-item.ts'
import { readPages } from '../platform/store/table/read-pages.ts'
import type { Key } from '../platform/store/table/table.ts'
import { findLastSeal, firstIdAt, listRowKeys, putRow, putSeal, readTrail } from './audit-store.ts'
import { computeMerkleRoot } from './proofs/merkle-root.ts'
import { hashSeal, proveSeal, type Seal } from './proofs/seal.ts'

// Tenant at which the next run starts:  P#audit-sealing / NEXT   tenant

const NEXT: Key = { pk: 'P#audit-sealing', sk: 'NEXT' }

const HOUR_MS = 3_600_000
/** Longer than any function runs: an item has the time at which its work began, and is written up to then. */
export const SEALING_DELAY_MS = 30 * 60_000
const ROWS_AT_ONCE = 20

interface Sealing {
  now: Date
  hasTime: () => boolean
}

const writeRows = async (app: App, tenant: Id, items: readonly AuditItem[]): Promise<void> => {
  const keys = items.flatMap((item) => listRowKeys(tenant, item))
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE)
    await Promise.all(keys.slice(start, start + ROWS_AT_ONCE).map((key) => putRow(app.db, key)))
}

/** Finds the first item that is not sealed yet; undefined if its hour is not over for long enough. */
const findNextHour = async (app: App, tenant: Id, last: Seal | undefined, now: Date): Promise<Date | undefined> => {
  const from = last ? firstIdAt(new Date(last.to)) : '0'
  for await (const [first] of readTrail(app.db, tenant, { from })) {
    const begun = first ? getIdTime(first.sk).getTime() : Number.NaN
    const end = Math.floor(begun / HOUR_MS + 1) * HOUR_MS
    return end + SEALING_DELAY_MS <= now.getTime() ? new Date(end) : undefined
  }
  return undefined
}

/**
 * Seals the hours of a tenant that are over, and writes the rows by which their items are found. The rows come first, so
 * that all items of sealed hours have theirs; a run that was interrupted writes the same again.
 */
export const sealEntriesOfTenant = async (app: App, tenant: Id, { now, hasTime }: Sealing): Promise<number> => {
  let sealed = 0
  let last = await findLastSeal(app.db, tenant)
  while (hasTime()) {
    const end = await findNextHour(app, tenant, last, now)
    if (!end) return sealed
    const from = last?.to ?? null
    const hashes: string[] = []
    const range = { from: from ? firstIdAt(new Date(from)) : '0', to: firstIdAt(end) }
    for await (const page of readTrail(app.db, tenant, range)) {
      hashes.push(...page.map(({ sk, body }) => hashAuditBody(tenant, sk, body)))
      await writeRows(app, tenant, page as AuditItem[])
    }
    const next = await proveSeal(app, tenant, {
      number: (last?.number ?? 0) + 1,
      from,
      to: end.toISOString(),
      count: hashes.length,
      root: computeMerkleRoot(hashes),
      previous: last ? hashSeal(tenant, last) : null,
    })
    if (!(await putSeal(app.db, tenant, next))) return sealed
    last = next
    sealed++
  }
  return sealed
}

/** Seals the hours of all tenants that are over. If time is up, the next run continues. */
export const sealEntries = async (app: App, log: Log, sealing: Sealing): Promise<void> => {
  const from = (await app.db.get<{ tenant?: Id }>(NEXT))?.tenant
  let [tenants, seals] = [0, 0]
  for await (const page of readPages(app.db, { pk: 'P#tenants', ...(from && { from }) }))
    for (const { sk: tenant } of page) {
      const count = await sealEntriesOfTenant(app, tenant, sealing)
      // The log lies outside the table: it still tells how many seals there were if somebody removes the last ones.
      if (count) {
        const last = await findLastSeal(app.db, tenant)
        log.info('audit.entries.sealed', { tenant, seals: last?.number, hash: last && hashSeal(tenant, last) })
      }
      seals += count
      if (!sealing.hasTime()) {
        await app.db.put({ put: { ...NEXT, kind: 'audit-sealing', tenant } })
        log.warn('audit.entries.sealing_out_of_time', { tenants, next: tenant })
        return
      }
      tenants++
    }
  if (from) await app.db.put({ put: { ...NEXT, kind: 'audit-sealing' } })
  log.info('audit.entries.sealing_done', { tenants, seals })
}
