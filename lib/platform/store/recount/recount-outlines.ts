import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../id.ts'
import { fromItem, itemKey, partition, type Stored } from '../entities/entity.ts'
import { type ColumnValue, deriveOutline } from '../entities/outline.ts'
import { type Column, findBlock, ID_COLUMN, readColumn, readColumns, readWaiting } from '../outlines/column-store.ts'
import { readPages } from '../table/read-pages.ts'
import type { Item } from '../table/table.ts'
import type { Recount } from './recount-side-rows.ts'

type Values = Readonly<Record<string, ColumnValue>>

const deriveOf = ({ kind, tenant }: Recount, item: Item) => deriveOutline(kind, tenant, fromItem<Stored>(item))

const getName = ({ kind: { outline, name } }: Recount): string =>
  outline && 'partOf' in outline ? outline.partOf : name

/** True if the outline that waits, or else what is packed, has these values. */
const hasValues = (expected: Values, waiting: Values | undefined, packed: (column: string) => ColumnValue): boolean =>
  waiting
    ? isDeepStrictEqual(waiting, expected)
    : Object.entries(expected).every(([column, value]) => isDeepStrictEqual(packed(column), value))

/** Reads the outline of one resource again. Returns true if it differs while the resource does not change. */
const recheckOutline = async (recount: Recount, id: Id): Promise<boolean> => {
  const { db, kind, tenant, repair, found } = recount
  const item = await db.get(itemKey(tenant, kind, id))
  const put = item && deriveOf(recount, item)
  if (!put) return false
  const waiting = await db.get<{ values: Values }>({ pk: put.pk, sk: put.sk })
  const ids = await findBlock(db, tenant, getName(recount), id)
  const place = ids?.values.indexOf(id) ?? -1
  const wanted = Object.keys(put.values).map((column) => ({ column, block: ids?.block ?? '' }))
  const columns = place < 0 ? new Map<string, Column>() : await readColumns(db, tenant, getName(recount), wanted)
  const packed = (column: string) => columns.get(`${column}#${ids?.block}`)?.values[place] ?? null
  if ((waiting || place >= 0) && hasValues(put.values, waiting?.values, packed)) return false
  const atRest = { check: itemKey(tenant, kind, id), when: '#rev = :rev', values: { ':rev': item.rev } }
  const { committed } = await db.transact(repair ? [atRest, { put }] : [atRest])
  if (committed) found({ kind: kind.name, about: id, pk: put.pk, remedy: 'put' })
  return committed
}

/** Compares the outlines of a kind with its resources. Returns the number of differences. */
export const recountOutlines = async (recount: Recount): Promise<number> => {
  const { db, kind, tenant } = recount
  if (!kind.outline) return 0
  const name = getName(recount)
  const waiting = new Map((await readWaiting(db, tenant, name)).map(({ key, values }) => [key.sk, values]))
  const places = new Map<unknown, readonly [number, number]>()
  for (const [block, { values }] of (await readColumn(db, tenant, name, ID_COLUMN)).entries())
    for (const [place, id] of values.entries()) places.set(id, [block, place])
  const columns = new Map<string, Column[]>()
  const suspects: Id[] = []
  for await (const page of readPages(db, { pk: partition(tenant, kind.name) }))
    for (const item of page) {
      const expected = deriveOf(recount, item)
      if (!expected) continue
      for (const column of Object.keys(expected.values))
        if (!columns.has(column)) columns.set(column, await readColumn(db, tenant, name, column))
      const [block = -1, place = -1] = places.get(item.sk) ?? []
      const packed = (column: string) => columns.get(column)?.[block]?.values[place] ?? null
      const own = waiting.get(expected.sk)
      if ((!own && block < 0) || !hasValues(expected.values, own, packed)) suspects.push(item.sk as Id)
    }
  let differences = 0
  for (const id of suspects) if (await recheckOutline(recount, id)) differences++
  return differences
}
