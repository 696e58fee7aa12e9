import type { StoredPartner } from '../partner/partner-store.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { custodians, findCustodianIdOfPartner } from './custodian-store.ts'

/** Copies a partner's new name to its custodian in the same transaction, so that lists need not look it up. */
export const updatePartnerName = async (db: Table, unit: Unit, { id, name }: StoredPartner): Promise<void> => {
  const custodian = await findCustodianIdOfPartner(db, unit.tenant, id)
  if (!custodian) unit.requireFree(custodians, 'partner', id)
  else if (custodian.partnerName !== name) unit.update(custodians, custodian, { partnerName: name })
}
