import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildAccountKey } from '../account-key.ts'
import type { StoredCharge } from './charge.ts'

// Charges:  T#<tenant>#charge / <id>   listed newest first by any of partner and scope; unsettled ones by partner and
//                                      currency, and all of them with number and sum by currency, in the order
//                                      of their days; those of tariffs with rules for whole months by their days

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
