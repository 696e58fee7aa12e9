import { hash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import { foldPieceNumber } from '../../platform/identifiers/piece-number.ts'
import { invalid } from '../../platform/problem.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, findOwner, findOwnersOfValues, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredSerialUnit } from './serial-unit.ts'

// Serial units:  T#<tenant>#serial-unit / <id>   listed newest first, of a stock item or all, and as a queue while they can be
//                                                reserved; unique by variant and serial number

const buildNumberKey = (variantId: Id, serialNumber: string) =>
  `${variantId}#${hash('sha256', foldPieceNumber(serialNumber), 'hex')}`

export const serialUnits = entity<StoredSerialUnit>({
  name: 'serial-unit',
  shape: 1,
  audit: { platform: 'none' },
  lists: [{ facets: [] }, { by: ['stockItemId'], facets: [] }, { by: ['freeIn'], facets: [], uncounted: true }],
  unique: ({ variantId, serialNumber }) => ({ number: buildNumberKey(variantId, serialNumber) }),
})

export const findSerialUnit = (db: Table, tenant: Id, id: string) => find(db, serialUnits, tenant, id)

interface SerialUnitFilters {
  stockItemId?: Id | undefined
  variantId?: Id | undefined
  serialNumber?: string | undefined
}

/** Lists serial units of all stock items or of one, or finds the one of a variant that has a serial number. */
export const listSerialUnits = async (
  db: Table,
  tenant: Id,
  page: Page,
  { stockItemId, variantId, serialNumber }: SerialUnitFilters,
): Promise<Members<StoredSerialUnit>> => {
  if (variantId === undefined && serialNumber === undefined)
    return await list(db, serialUnits, tenant, { ...page, ...(stockItemId && { by: { stockItemId } }) })
  if (variantId === undefined || serialNumber === undefined)
    throw invalid({
      propertyPath: variantId ? 'serialNumber' : 'variantId',
      message: 'must be given with the other one',
    })
  const found = await findOwner(db, serialUnits, tenant, 'number', buildNumberKey(variantId, serialNumber))
  const fits = found && (stockItemId ?? found.stockItemId) === found.stockItemId
  return { items: fits && page.page === 1 ? [found] : [], totalItems: fits ? 1 : 0 }
}

/** Finds the units of a variant that have these serial numbers; returns their ids by the numbers as given. */
export const findSerialUnitIds = async (
  db: Table,
  tenant: Id,
  variantId: Id,
  serialNumbers: readonly string[],
): Promise<ReadonlyMap<string, Id>> => {
  const keys = serialNumbers.map((number) => buildNumberKey(variantId, number))
  const owners = await findOwnersOfValues(db, serialUnits, tenant, 'number', [...new Set(keys)])
  return new Map(
    serialNumbers.flatMap((number, i) => {
      const id = owners.get(keys[i] as string)
      return id ? [[number, id] as const] : []
    }),
  )
}

/** Returns units of a stock item that can be reserved, oldest first. */
export const listFreeUnits = async (
  db: Table,
  tenant: Id,
  stockItemId: Id,
  limit: number,
): Promise<StoredSerialUnit[]> =>
  (await scanOldestFirst(db, serialUnits, tenant, { by: { freeIn: stockItemId }, limit })).items
