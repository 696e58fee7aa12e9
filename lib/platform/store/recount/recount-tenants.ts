import type { Id } from '../../id.ts'
import type { Log } from '../../log.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import { readPages } from '../table/read-pages.ts'
import type { Key, Table } from '../table/table.ts'
import { recount } from './recount.ts'

// End of the last run:  P#recount / NEXT   tenant   with which the next run begins

/** A kind of resource whose lists are recounted. */
export interface ListedKind {
  kind: Entity<Stored>
  /** In what of a tenant's it is kept; the tenant itself for most. */
  placesOf: (db: Table, tenant: Id) => Promise<readonly Id[]>
}

/** Any entity, for what works with all of them alike. */
export const toAnyEntity = <T extends Stored>(kind: Entity<T>) => kind as unknown as Entity<Stored>

const NEXT: Key = { pk: 'P#recount', sk: 'NEXT' }

const recountTenant = async (
  db: Table,
  tenant: Id,
  kinds: readonly ListedKind[],
  { repair, log, hasTime }: Options,
): Promise<boolean> => {
  for (const { kind, placesOf } of kinds)
    for (const place of await placesOf(db, tenant)) {
      const found = (difference: object) => log.warn('store.recount.difference', { ...difference, repaired: repair })
      const counted = await recount({ db, kind, tenant: place, repair, found }, hasTime)
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

/** Recounts the lists of every tenant that is open; a run that is out of time is gone on with by the next. */
export const recountTenants = async (db: Table, kinds: readonly ListedKind[], options: Options): Promise<void> => {
  const from = (await db.get<{ tenant?: Id }>(NEXT))?.tenant
  let tenants = 0
  for await (const page of readPages(db, { pk: 'P#tenants', ...(from && { from }) }))
    for (const { sk: tenant, closedAt } of page) {
      // Nobody can look at its lists any more.
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
