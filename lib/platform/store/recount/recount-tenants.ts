import type { Id } from '../../id.ts'
import type { Log } from '../../log.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import { readPages } from '../table/read-pages.ts'
import type { Key, Table } from '../table/table.ts'
import { recount } from './recount.ts'

// End of the last run:  P#recount / NEXT   tenant   first tenant of the next run

/** A kind of resource whose lists are recounted. */
export interface ListedKind {
  kind: Entity<Stored>
  /** Returns the ids whose partitions contain a tenant's resources of the kind, for most kinds the tenant's own. */
  listScopes: (db: Table, tenant: Id) => Promise<readonly Id[]>
}

/** Returns the entity with the type that functions for all entities accept. */
export const toAnyEntity = <T extends Stored>(kind: Entity<T>) => kind as unknown as Entity<Stored>

const NEXT: Key = { pk: 'P#recount', sk: 'NEXT' }

const recountTenant = async (
  db: Table,
  tenant: Id,
  kinds: readonly ListedKind[],
  { repair, log, hasTime }: Options,
): Promise<boolean> => {
  for (const { kind, listScopes } of kinds)
    for (const scope of await listScopes(db, tenant)) {
      const found = (difference: object) => log.warn('store.recount.difference', { ...difference, repaired: repair })
      const counted = await recount({ db, kind, tenant: scope, repair, found }, hasTime)
      if (counted === 'out of time') return false
      if (counted.differences || counted.moving)
        log.warn('store.recount.differs', { tenant, kind: kind.name, repaired: repair, ...counted })
    }
  return true
}

interface Options {
  repair: boolean
  log: Log
  hasTime: () => boolean
}

/** Recounts the lists of every open tenant. If time is up, the next run continues. */
export const recountTenants = async (db: Table, kinds: readonly ListedKind[], options: Options): Promise<void> => {
  const from = (await db.get<{ tenant?: Id }>(NEXT))?.tenant
  let tenants = 0
  for await (const page of readPages(db, { pk: 'P#tenants', ...(from && { from }) }))
    for (const { sk: tenant, closedAt } of page) {
      // Nobody can read the lists of a closed tenant.
      if (closedAt) continue
      if (!(await recountTenant(db, tenant, kinds, options))) {
        await db.put({ put: { ...NEXT, kind: 'recount', tenant } })
        options.log.warn('store.recount.out_of_time', { tenants, next: tenant })
        return
      }
      tenants++
    }
  if (from) await db.put({ put: { ...NEXT, kind: 'recount' } })
  options.log.info('store.recount.done', { tenants, from })
}
