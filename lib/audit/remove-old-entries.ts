import { SECURITY_SETTINGS } from '../iam/security-settings.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import { getSetting } from '../platform/settings/get-settings.ts'
import { deleteAll } from '../platform/store/erase.ts'
import { readPages } from '../platform/store/table/read-pages.ts'
import type { Key } from '../platform/store/table/table.ts'
import { findRemoval, firstIdAt, listRowKeys, putRemoval, readSeals, readTrail } from './audit-store.ts'
import { proveRemoval } from './proofs/prove-removal.ts'

// Tenant at which the next run starts:  P#audit-removal / NEXT   tenant

const NEXT: Key = { pk: 'P#audit-removal', sk: 'NEXT' }
const DAY_MS = 24 * 3_600_000

interface Removing {
  now: Date
  hasTime: () => boolean
}

/** Returns the end of the last seal whose entries are all old enough. Whatever is not sealed stays. */
const findEnd = async ({ db }: App, tenant: Id, now: Date): Promise<string | undefined> => {
  const days = await getSetting({ db }, tenant, SECURITY_SETTINGS.auditRetentionDays)
  const cutoff = new Date(now.getTime() - days * DAY_MS).toISOString()
  const seals = await readSeals(db, tenant)
  return seals.findLast(({ to }) => to <= cutoff)?.to
}

/**
 * Removes the entries of a tenant whose retention time is over, with their rows. The proof of the removal comes first, so
 * that an interrupted one does not look like tampering; the next run removes the rest.
 */
export const removeOldEntriesOfTenant = async (
  app: App,
  tenant: Id,
  { now, hasTime }: Removing,
): Promise<{ removed: number; isDone: boolean }> => {
  const [end, known] = [await findEnd(app, tenant, now), await findRemoval(app.db, tenant)]
  if (end && (!known || known.before < end)) await putRemoval(app.db, tenant, await proveRemoval(app, tenant, end))
  const before = [end, known?.before]
    .filter((each) => each !== undefined)
    .sort()
    .at(-1)
  let removed = 0
  if (!before) return { removed, isDone: true }
  for await (const page of readTrail(app.db, tenant, { to: firstIdAt(new Date(before)) })) {
    if (!hasTime()) return { removed, isDone: false }
    // Rows come before their item, which names them.
    await deleteAll(
      app.db,
      page.flatMap((item) => [...listRowKeys(tenant, item), { pk: item.pk, sk: item.sk }]),
    )
    removed += page.length
  }
  return { removed, isDone: true }
}

/** Removes old entries of all tenants; if time runs out, the next run continues. */
export const removeOldEntries = async (app: App, log: Log, removing: Removing): Promise<void> => {
  const from = (await app.db.get<{ tenant?: Id }>(NEXT))?.tenant
  let [tenants, items] = [0, 0]
  for await (const page of readPages(app.db, { pk: 'P#tenants', ...(from && { from }) }))
    for (const { sk: tenant } of page) {
      const { removed, isDone } = await removeOldEntriesOfTenant(app, tenant, removing)
      items += removed
      if (!isDone || !removing.hasTime()) {
        await app.db.put({ put: { ...NEXT, kind: 'audit-removal', tenant } })
        log.warn('audit.entries.removal_out_of_time', { tenants, items, next: tenant })
        return
      }
      tenants++
    }
  if (from) await app.db.put({ put: { ...NEXT, kind: 'audit-removal' } })
  log.info('audit.entries.removed', { tenants, items })
}
