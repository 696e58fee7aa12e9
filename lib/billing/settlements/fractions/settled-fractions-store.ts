import type { Id } from '../../../platform/id.ts'
import type { ExactAmount } from '../../../platform/money/exact-amount.ts'
import { entity, type Stored } from '../../../platform/store/entities/entity.ts'
import { findAll } from '../../../platform/store/lists/list.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import type { Unit } from '../../../platform/store/unit.ts'

// Settled fractions:  T#<tenant>#settled-fractions / <tariff>   what settlements have of the exact amounts of a tariff

/** The charges of a unit that settlements have, added up. */
export interface SettledSum {
  exact: ExactAmount
  /** The sum of their amounts: the exact sum rounded, but for what was freed since. */
  whole: number
}

/** By unit of the tariff. */
export type SettledSums = Readonly<Record<string, SettledSum>>

interface SettledFractions extends Stored {
  sums: SettledSums
}

const settledFractions = entity<SettledFractions>({ name: 'settled-fractions', shape: 1, audit: false, lists: [] })

/** The settled amounts of tariffs as they were read, for a change. */
export type KnownFractions = ReadonlyMap<Id, SettledFractions>

export const readFractions = async (db: Table, tenant: Id, tariffIds: readonly Id[]): Promise<KnownFractions> =>
  new Map(
    tariffIds.length
      ? (await findAll(db, settledFractions, tenant, [...new Set(tariffIds)])).map((each) => [each.id, each])
      : [],
  )

/** Writes what tariffs have settled; the unit fails if another settlement did so since `known` was read. */
export const putFractions = (unit: Unit, known: KnownFractions, after: ReadonlyMap<Id, SettledSums>): void => {
  for (const [id, sums] of after) {
    const before = known.get(id)
    if (before) unit.update(settledFractions, before, { sums })
    else unit.create(settledFractions, { id, sums }, 'stale')
  }
}
