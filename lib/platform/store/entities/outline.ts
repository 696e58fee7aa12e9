import type { Id } from '../../id.ts'
import type { Item, Key } from '../table/table.ts'
import { type Entity, partition } from './entity.ts'

// Outlines:  T#<tenant>#<name>?outlines / <id>#<kind>   what searches need of a resource that has changed since its block was
//                                                       packed; `kind` is the resource's own, or that of a part of it

/** A value of a column; texts are compared as they are, so they are stored as whoever searches spells them. */
export type ColumnValue = string | number | null | readonly string[]

export type ColumnValues = Readonly<Record<string, ColumnValue>>

/**
 * What searches need of each item of a kind: a value for each column. An item of another kind with the same id can be a part of
 * the outline: `partOf` names the kind whose outline it completes, which names all columns.
 */
export type Outline<T> = { columns: readonly string[]; read: (item: T) => ColumnValues } | PartOfOutline<T>

interface PartOfOutline<T> {
  partOf: string
  read: (item: T) => ColumnValues
}

export interface StoredOutline {
  /** Revision of the item that the values are from. */
  rev: number
  values: ColumnValues
  /** Names of all columns; undefined in a part of the outline. */
  columns?: readonly string[]
}

export const outlinesPartition = (tenant: Id, name: string): string => partition(tenant, `${name}?outlines`)

const outlineKey = (tenant: Id, name: string, { id }: { id: Id }, { name: part }: { name: string }): Key => ({
  pk: outlinesPartition(tenant, name),
  sk: `${id}#${part}`,
})

/** Derives the outline of an item; undefined for a kind without one. */
export const deriveOutline = <T extends { id: Id; rev: number }>(
  kind: Entity<T>,
  tenant: Id,
  item: T,
): (Item & StoredOutline) | undefined => {
  const { outline, name } = kind
  if (!outline) return undefined
  const of = 'partOf' in outline ? outline.partOf : name
  return {
    ...outlineKey(tenant, of, item, kind),
    kind: 'outline',
    rev: item.rev,
    values: outline.read(item),
    ...('columns' in outline && { columns: outline.columns }),
  }
}
