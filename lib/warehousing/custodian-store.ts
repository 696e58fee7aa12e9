import { CUSTODIAN_STATES, type CustodianState, type CustodianType } from '../../schemas/warehousing/custodian.ts'
import type { Id } from '../platform/id.ts'
import { entity } from '../platform/store/entities/entity.ts'
import { find, findOwner, isFoundBy, list, type Members, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { StoredCustodian } from './custodian.ts'

// Custodians:  T#<tenant>#custodian / <id>   listed newest first by any of type and status, searched by words of the name
//              and of the partner's name; unique by partner

const listSearchedTexts = ({ name, partnerName }: StoredCustodian) => [name, partnerName]

export const custodians = entity<StoredCustodian>({
  name: 'custodian',
  shape: 1,
  audit: {},
  lists: [{ facets: ['type', 'status'], merged: { facet: 'status', values: CUSTODIAN_STATES } }],
  search: listSearchedTexts,
  unique: ({ partnerId }) => ({ partner: partnerId }),
})

export interface CustodianFilters {
  type?: CustodianType | undefined
  status?: CustodianState | undefined
  partnerId?: Id | undefined
  search?: string | undefined
}

export const findCustodian = (db: Table, tenant: Id, id: string) => find(db, custodians, tenant, id)

export const findCustodianIdOfPartner = (db: Table, tenant: Id, partnerId: Id) =>
  findOwner(db, custodians, tenant, 'partner', partnerId)

export const listCustodians = async (
  db: Table,
  tenant: Id,
  page: Page,
  { partnerId, search, type, status }: CustodianFilters,
): Promise<Members<StoredCustodian>> => {
  if (partnerId === undefined) return await list(db, custodians, tenant, { ...page, facets: { type, status }, search })
  const existing = await findCustodianIdOfPartner(db, tenant, partnerId)
  const fits =
    existing &&
    (type ?? existing.type) === existing.type &&
    (status ?? existing.status) === existing.status &&
    (search === undefined || isFoundBy(listSearchedTexts(existing), search))
  return { items: fits && page.page === 1 ? [existing] : [], totalItems: fits ? 1 : 0 }
}
