import type { TariffBasis } from '../../../schemas/billing/tariff.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildTariffCoverage, type StoredTariff } from './tariff.ts'

// Tariffs:    T#<tenant>#tariff / <id>                      listed newest first by any of partner and basis; those of a
//                                                           coverage by their last days
// coverages:  T#<tenant>#tariff-coverage / <partner>#<basis>   turn: changes with every tariff of the coverage

export const tariffs = entity<StoredTariff>({
  name: 'tariff',
  shape: 1,
  audit: {},
  lists: [
    { facets: ['basis'] },
    { by: ['partnerId'], facets: ['basis'] },
    { by: ['coverage'], facets: [], byDate: 'lastDay', uncounted: true },
  ],
})

export const findTariff = (db: Table, tenant: Id, id: string) => find(db, tariffs, tenant, id)

/** Loads the tariff named in the request, for a change; checks `If-Match`. */
export const loadTariff = (unit: Unit, id: string) => unit.load(tariffs, id)

interface TariffFilters {
  partnerId?: Id | undefined
  basis?: TariffBasis | undefined
}

export const readPageOfTariffs = (db: Table, tenant: Id, page: Page, { partnerId, basis }: TariffFilters) =>
  list(db, tariffs, tenant, { ...page, facets: { basis }, ...(partnerId && { by: { partnerId } }) })

/** Finds the tariff of the coverage that has a day between these two. */
const findByDays = async (
  db: Table,
  tenant: Id,
  coverage: string,
  { from, until }: { from: Day; until: Day },
): Promise<StoredTariff | undefined> => {
  const byDate = { field: 'lastDay', from }
  const { items } = await scanOldestFirst(db, tariffs, tenant, { by: { coverage }, byDate, limit: 1 })
  return items.find((each) => each.coverage === coverage && each.validFrom <= until)
}

/** Finds the tariff of a partner that is valid on the day. */
export const findTariffOn = (
  db: Table,
  tenant: Id,
  { partnerId, basis, day }: { partnerId: Id; basis: TariffBasis; day: Day },
): Promise<StoredTariff | undefined> =>
  findByDays(db, tenant, buildTariffCoverage(partnerId, basis), { from: day, until: day })

/** Throws if another tariff of the coverage has one of these days; the unit commits only if none was created meanwhile. */
export const claimTariffDays = async (
  db: Table,
  unit: Unit,
  coverage: string,
  days: { from: Day; until: Day },
): Promise<void> => {
  const key: Key = { pk: partition(unit.tenant, 'tariff-coverage'), sk: coverage }
  const known = await db.get(key)
  const overlapping = await findByDays(db, unit.tenant, coverage, days)
  if (overlapping)
    throw new Problem(
      'ALREADY_EXISTS',
      `The tariff ${overlapping.name} of the same partner and basis is valid from ${overlapping.validFrom}. End it first.`,
    )
  const isUnchanged = known
    ? { when: '#turn = :turn', values: { ':turn': known.turn } }
    : { when: 'attribute_not_exists(pk)' }
  unit.add({ put: { ...key, kind: 'tariff-coverage', turn: unit.newId() }, ...isUnchanged })
}
