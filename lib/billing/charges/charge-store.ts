import type { Id } from '../../platform/id.ts'
import { clampAmountParts, joinAmountParts, splitIntoAmountParts } from '../../platform/money/amount-parts.ts'
import { entity, partition, removeShard, type Stored } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import type { StoredCharge } from './charge.ts'

// Charges:  T#<tenant>#charge / <id>   listed newest first by any of partner and scope; unsettled ones by partner and
//                                      currency, and all of them with number and sum by currency, in the order
//                                      of their days; those of tariffs with rules for whole months by their days
// Unsettled:  T#<tenant>#unsettled-charges / <partner>#<currency>#<shard>   number and sum of an account's unsettled charges

const sumByCurrency = ({ currency, amount }: StoredCharge) => ({ [currency]: amount, [`n_${currency}`]: 1 })

export const charges = entity<StoredCharge>({
  name: 'charge',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [
    { facets: ['scope'] },
    { by: ['partnerId'], facets: ['scope'] },
    { by: ['unsettledOf'], facets: ['scope'], byDate: 'occurredOn', uncounted: true },
    { by: ['isUnsettled'], facets: [], byDate: 'occurredOn', sums: sumByCurrency },
    { by: ['monthlyOf'], facets: [], byDate: 'occurredOn', uncounted: true },
  ],
})

const UNSETTLED = 'unsettled-charges'

const countUnsettled = (unit: Unit, { unsettledOf, amount }: StoredCharge, by: 1 | -1): void => {
  if (!unsettledOf) return
  unit.addToCounts(
    { pk: partition(unit.tenant, UNSETTLED), sk: unsettledOf },
    {
      count: by,
      ...splitIntoAmountParts('amount', by * amount),
    },
  )
}

/** Creates a charge; nothing else may, since the sums of its account follow from it. */
export const createCharge = (unit: Unit, fields: Omit<StoredCharge, keyof Stored> & { id?: Id }): StoredCharge => {
  const charge = unit.create(charges, fields)
  countUnsettled(unit, charge, 1)
  return charge
}

/** Changes a charge; nothing else may, since the sums of its account follow from it. */
export const updateCharge = (
  unit: Unit,
  before: StoredCharge,
  changes: Partial<Omit<StoredCharge, keyof Stored>>,
): StoredCharge => {
  const after = unit.update(charges, before, changes)
  countUnsettled(unit, before, -1)
  countUnsettled(unit, after, 1)
  return after
}

/** Sums of the unsettled charges of a partner in one currency. */
export interface UnsettledAccount {
  partnerId: Id
  currency: string
  count: number
  amount: number
}

/** Reads the sums of all accounts with unsettled charges, in one query. */
export const readUnsettledAccounts = async (db: Table, tenant: Id): Promise<UnsettledAccount[]> => {
  const items = await db.query<Record<string, number>>({ pk: partition(tenant, UNSETTLED) })
  return [...Map.groupBy(items, ({ sk }) => removeShard(sk))].flatMap(([key, shards]) => {
    const [partnerId = '', currency = ''] = key.split('#')
    const count = shards.reduce((sum, shard) => sum + (shard.count ?? 0), 0)
    const amount = shards.reduce((sum, shard) => sum + joinAmountParts(shard, 'amount'), 0n)
    return count > 0 ? [{ partnerId, currency, count, amount: clampAmountParts(amount) }] : []
  })
}

export const findCharge = (db: Table, tenant: Id, id: string) => find(db, charges, tenant, id)

/** Lists the charges of a tariff with rules for months on these days, both included, earliest first. */
export const listChargesOfMonth = (
  db: Table,
  tenant: Id,
  { tariffId, from, to, after, limit }: { tariffId: Id; from: string; to: string; after: string | null; limit: number },
) =>
  scanOldestFirst(db, charges, tenant, {
    by: { monthlyOf: tariffId },
    byDate: { field: 'occurredOn', from, to },
    after,
    limit,
  })

interface ChargeFilters {
  partnerId?: Id | undefined
  scope?: string | undefined
}

export const readPageOfCharges = (db: Table, tenant: Id, page: Page, { partnerId, scope }: ChargeFilters) =>
  list(db, charges, tenant, { ...page, facets: { scope }, ...(partnerId && { by: { partnerId } }) })

interface UnsettledFilters {
  partnerId: Id
  currency: string
  scope?: string | undefined
  /** Days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  after?: string | null
  limit: number
}

/** Lists charges that no settlement has, earliest first. */
export const listUnsettledCharges = (
  db: Table,
  tenant: Id,
  { partnerId, currency, scope, from, to, after, limit }: UnsettledFilters,
) =>
  scanOldestFirst(db, charges, tenant, {
    by: { unsettledOf: buildAccountKey(partnerId, currency) },
    ...(scope && { facets: { scope } }),
    byDate: { field: 'occurredOn', from, to },
    after,
    limit,
  })
