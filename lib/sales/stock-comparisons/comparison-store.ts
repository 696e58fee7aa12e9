import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Comparison of a channel's stock with its shop:  T#<tenant>#stock-comparison / <channel>   from the first publish of stock on; due at
//                                                                                  the next turn

export const COMPARISON = 'stock-comparison'

/** The progress of comparing a channel's quantities with those of its shop. */
export interface Comparison {
  /** Cursor of the listings that are next; null at the beginning of a round. */
  after: string | null
  /** Time at which the round began. */
  begunAt: string
}

const comparisonKey = (tenant: Id, channelId: Id): Key => ({ pk: partition(tenant, COMPARISON), sk: channelId })

const buildDue = (channelId: Id, at: Date): Required<Due> => ({
  duePk: getDuePartition(COMPARISON, channelId),
  dueSk: at.toISOString(),
})

export const findComparison = (db: Table, tenant: Id, channelId: Id): Promise<(Item & Comparison & Due) | undefined> =>
  db.get<Comparison & Due>(comparisonKey(tenant, channelId))

/** Has a channel compared for the first time then; its first publish compares all quantities itself. */
export const addComparison = (unit: Unit, channelId: Id, at: Date): void => {
  const first: Comparison = { after: null, begunAt: unit.now.toISOString() }
  unit.add({
    put: { ...comparisonKey(unit.tenant, channelId), kind: COMPARISON, ...first, ...buildDue(channelId, at) },
  })
}

const isSameTurn = ({ dueSk }: Due) => ({ when: '#dueSk = :dueSk', values: { ':dueSk': dueSk } })

/** Ends a turn, unless another worker has ended it. */
export const endTurn = (unit: Unit, before: Item & Due, next: Comparison, at: Date): void => {
  const { pk, sk } = before
  unit.add({ put: { pk, sk, kind: COMPARISON, ...next, ...buildDue(sk, at) }, ...isSameTurn(before) })
}

/** Ends the comparisons of a channel that has no shop any more. */
export const removeComparison = (unit: Unit, before: Item & Due): void =>
  unit.add({ delete: { pk: before.pk, sk: before.sk }, ...isSameTurn(before) })
