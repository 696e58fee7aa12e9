import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../id.ts'
import { derive, fromItem, partition, type Stored } from './entity.ts'
import { orderOf } from './list-order.ts'
import { pages } from './read-pages.ts'
import { type Counts, type Drift, tally, wholeDrift } from './recount-counts.ts'
import { type Recount, settleAll, strays } from './recount-rows.ts'

const TRIES = 3

const tallied = async ({ db, kind, tenant }: Recount) => {
  const counts: Counts = new Map()
  const [rows, revisions] = [new Set<string>(), new Map<Id, unknown>()]
  for await (const page of pages(db, { pk: partition(tenant, kind.name) }))
    for (const item of page) {
      revisions.set(item.sk, item.rev)
      const derived = derive(kind, tenant, fromItem<Stored>(item))
      tally(
        counts,
        derived.counts.filter(({ dated }) => dated),
      )
      for (const row of derived.rows.values()) if (row.kind === 'dated') rows.add(row.pk)
    }
  return { counts, rows, revisions }
}

/** Lists in the order of a date are held against the items as wholes, where an item is in them. */
export const recountDated = async (
  recount: Recount,
): Promise<{ drift: Drift[]; differences: number; moving: number }> => {
  const { db, kind } = recount
  if (!kind.lists.some((list) => orderOf(list).field)) return { drift: [], differences: 0, moving: 0 }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { counts, rows, revisions } = await tallied(recount)
    const drift: Drift[] = []
    for (const pk of counts.keys()) drift.push(...(await wholeDrift(db, pk, counts)))
    if (drift.length && !isDeepStrictEqual(revisions, (await tallied(recount)).revisions)) continue
    let differences = 0
    for (const pk of rows)
      for await (const page of pages(db, { pk })) differences += await settleAll(recount, await strays(recount, page))
    return { drift, differences, moving: 0 }
  }
  return { drift: [], differences: 0, moving: 1 }
}
