import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readTree } from './category-store.ts'

/** Returns the ids of a category and of all below it, level by level; a level is never empty. */
export const findLevelsBelow = async (db: Table, tenant: Id, id: Id): Promise<Id[][]> => {
  const tree = await readTree(db, tenant)
  const levels: Id[][] = []
  const seen = new Set<Id>()
  for (let level = [id]; level.length; ) {
    levels.push(level)
    for (const each of level) seen.add(each)
    level = level.flatMap((each) => tree.get(each) ?? []).flatMap((child) => (seen.has(child.id) ? [] : [child.id]))
  }
  return levels
}
