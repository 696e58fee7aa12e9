import { hash } from 'node:crypto'
import { type Id, newId } from '../../platform/id.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { getDuePartition } from '../../platform/store/table/due.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { COUNTED, NO_PIECES, type OrderPieces } from './order-pieces.ts'

// Pieces of orders:        T#<tenant>#order-pieces / <digest of the SKU>   sums by channel (<count>#<channel>); due until channels
//                                                                      were told, `mark` tells which change it is
// Pieces that are left:    T#<tenant>#order-pieces-left / <id>             of an order with too many SKUs for one transaction

export const KIND = 'order-pieces'

type StoredPieces = { sku: SkuKey; mark?: string } & Record<string, unknown>

const piecesKey = (tenant: Id, sku: SkuKey): Key => ({ pk: partition(tenant, KIND), sk: hash('sha256', sku, 'hex') })
const leftKey = (tenant: Id, id: Id): Key => ({ pk: partition(tenant, `${KIND}-left`), sk: id })

const buildName = (count: keyof OrderPieces, channelId: Id) => `${count}#${channelId}`

/** SKUs that one transaction of the task counts. */
const MAX_SKUS_OF_TASK = 50

export type Changes = readonly (readonly [SkuKey, OrderPieces])[]

/** Adds to the pieces of SKUs, and has channels told. */
export const addPieces = (unit: Unit, channelId: Id, changes: Changes): void => {
  for (const [sku, pieces] of changes) {
    const key = piecesKey(unit.tenant, sku)
    const adds = Object.fromEntries(COUNTED.map((count) => [buildName(count, channelId), pieces[count]]))
    const due = { duePk: getDuePartition(KIND, key.sk), dueSk: unit.now.toISOString() }
    unit.addToCounts(key, adds, { kind: KIND, sku, mark: newId(unit.now), ...due })
  }
}

/** Stores pieces that do not fit the transaction, with the task that counts them. */
export const leavePieces = (unit: Unit, channelId: Id, left: Changes): void => {
  const id = unit.newId()
  unit.add({ put: { ...leftKey(unit.tenant, id), kind: `${KIND}-left`, channelId, left, count: left.length } })
  unit.schedule('inventory.order-pieces.count', { tenant: unit.tenant, leftId: id })
}

/** Counts some of the pieces that are left; returns false if none remain then. Repeating it counts nothing twice. */
export const countPiecesLeft = async (db: Table, unit: Unit, leftId: Id): Promise<boolean> => {
  const key = leftKey(unit.tenant, leftId)
  const found = await db.get<{ channelId: Id; left: Changes; count: number }>(key)
  if (!found) return false
  const { channelId, left, count } = found
  addPieces(unit, channelId, left.slice(0, MAX_SKUS_OF_TASK))
  const rest = left.slice(MAX_SKUS_OF_TASK)
  const isUnchanged = { when: '#count = :before', values: { ':before': count } }
  unit.add(
    rest.length
      ? { put: { ...key, kind: `${KIND}-left`, channelId, left: rest, count: rest.length }, ...isUnchanged }
      : { delete: key, ...isUnchanged },
  )
  return rest.length > 0
}

/** The pieces that orders of all channels have of a SKU. */
export interface PiecesOfSku {
  /** Pieces of all channels for which no stock is reserved. */
  unreserved: number
  /** The pieces that some channels alone have. */
  ofChannels: OrderPieces
}

const readNumber = (item: StoredPieces, name: string) => {
  const value = item[name]
  return typeof value === 'number' ? value : 0
}

const sumChannels = (item: StoredPieces, channelIds: readonly Id[]): PiecesOfSku => {
  const sum = (count: keyof OrderPieces) =>
    channelIds.reduce((total, id) => total + readNumber(item, buildName(count, id)), 0)
  const prefix = buildName('unreserved', '')
  const unreserved = Object.keys(item)
    .filter((name) => name.startsWith(prefix))
    .reduce((total, name) => total + readNumber(item, name), 0)
  return { unreserved, ofChannels: { sold: sum('sold'), unreserved: sum('unreserved'), unplanned: sum('unplanned') } }
}

const NO_PIECES_OF_SKU: PiecesOfSku = { unreserved: 0, ofChannels: NO_PIECES }

/** Reads the pieces that orders have of SKUs, however these are spelled. */
export const readOrderPieces = async (
  db: Table,
  tenant: Id,
  skus: readonly string[],
  channelIds: readonly Id[],
): Promise<(sku: string) => PiecesOfSku> => {
  const keys = [...new Set(skus.map(foldSku))].map((sku) => piecesKey(tenant, sku))
  const items = keys.length ? await db.batchGet<StoredPieces>(keys) : []
  const found = new Map(items.map((item) => [item.sku, sumChannels(item, channelIds)]))
  return (sku) => found.get(foldSku(sku)) ?? NO_PIECES_OF_SKU
}
