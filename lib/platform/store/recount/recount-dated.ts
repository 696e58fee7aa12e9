import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../id.ts'
import { derive } from '../entities/derive.ts'
import { fromItem, partition, type Stored } from '../entities/entity.ts'
import { getListOrder } from '../entities/list-order.ts'
import { readPages } from '../table/read-pages.ts'
import { type CountedLevels, type Counts, type Drift, findDriftOfAll, noteLevels, tally } from './counts.ts'
import { findStrays, type Recount, recheckAll } from './recount-side-rows.ts'

const TRIES = 3

const tallyDated = async ({ db, kind, tenant }: Recount) => {
  const [counts, levels]: [Counts, CountedLevels] = [new Map(), new Map()]
  const [rows, revisions] = [new Set<string>(), new Map<Id, unknown>()]
  for await (const page of readPages(db, { pk: partition(tenant, kind.name) }))
    for (const item of page) {
      revisions.set(item.sk, item.rev)
      const derived = derive(kind, tenant, fromItem<Stored>(item))
      const dated = derived.counts.filter((each) => each.dated)
      tally(counts, dated)
      noteLevels(levels, dated)
      for (const row of derived.rows.values()) if (row.kind === 'dated') rows.add(row.pk)
    }
  return { counts, levels, rows, revisions }
}

/** Compares whole lists by date with the items. Only lists that have an item are checked. */
export const recountDated = async (
  recount: Recount,
): Promise<{ drift: Drift[]; differences: number; moving: number; counts: Iterable<string> }> => {
  const { db, kind } = recount
  if (!kind.lists.some((list) => getListOrder(list).field)) return { drift: [], differences: 0, moving: 0, counts: [] }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { counts, levels, rows, revisions } = await tallyDated(recount)
    const drift: Drift[] = []
    for (const [pk, own] of levels) drift.push(...(await findDriftOfAll(db, pk, own, counts)))
    if (drift.length && !isDeepStrictEqual(revisions, (await tallyDated(recount)).revisions)) continue
    let differences = 0
    for (const pk of rows)
      for await (const page of readPages(db, { pk }))
        differences += await recheckAll(recount, await findStrays(recount, page))
    return { drift, differences, moving: 0, counts: levels.keys() }
  }
  return { drift: [], differences: 0, moving: 1, counts: [] }
}
