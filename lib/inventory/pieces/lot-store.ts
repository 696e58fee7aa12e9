import { hash } from 'node:crypto'
import type { LotState } from '../../../schemas/inventory/lot.ts'
import type { Id } from '../../platform/id.ts'
import { foldPieceNumber } from '../../platform/identifiers/piece-number.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, findAll, findOwnersOfValues, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredLot } from './lot.ts'

// Lots:  T#<tenant>#lot / <id>   listed newest first by any of stock item and status; unique by stock item and code; due when
//                                their last day is over

const buildCodeKey = (stockItemId: Id, code: string) => `${stockItemId}#${hash('sha256', foldPieceNumber(code), 'hex')}`

export const lots = entity<StoredLot>({
  name: 'lot',
  shape: 1,
  audit: { platform: 'none' },
  lists: [{ facets: ['status'] }, { by: ['stockItemId'], facets: ['status'] }],
  unique: ({ stockItemId, code }) => ({ code: buildCodeKey(stockItemId, code) }),
})

export const findLot = (db: Table, tenant: Id, id: string) => find(db, lots, tenant, id)

interface LotFilters {
  stockItemId?: Id | undefined
  status?: LotState | undefined
}

export const listLots = (
  db: Table,
  tenant: Id,
  page: Page,
  { stockItemId, status }: LotFilters,
): Promise<Members<StoredLot>> =>
  list(db, lots, tenant, { ...page, facets: { status }, ...(stockItemId && { by: { stockItemId } }) })

/** Returns the lots of a stock item that have these codes, by folded code. */
export const findLotsByCode = async (
  db: Table,
  tenant: Id,
  stockItemId: Id,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StoredLot>> => {
  const keys = [...new Set(codes.map((code) => buildCodeKey(stockItemId, code)))]
  const owners = await findOwnersOfValues(db, lots, tenant, 'code', keys)
  return new Map((await findAll(db, lots, tenant, [...owners.values()])).map((lot) => [foldPieceNumber(lot.code), lot]))
}

/** Lots of a stock item with pieces that are considered; others wait until these are used up. */
const MAX_LOTS = 1000

/** Returns the lots of a stock item, oldest first, only those of a state if one is given. */
export const listLotsOfItem = async (db: Table, tenant: Id, stockItemId: Id, status?: LotState): Promise<StoredLot[]> =>
  (
    await scanOldestFirst(db, lots, tenant, {
      by: { stockItemId },
      ...(status && { facets: { status } }),
      limit: MAX_LOTS,
    })
  ).items
