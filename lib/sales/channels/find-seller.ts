import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findMerchant } from '../merchants/merchant-store.ts'
import type { StoredChannel } from './channel.ts'

/** Finds the partner that sells through the channel, directly or as its merchant; null if none is known. */
export const findSeller = async (
  db: Table,
  tenant: Id,
  { partnerId, merchantId }: Pick<StoredChannel, 'partnerId' | 'merchantId'>,
): Promise<Id | null> => {
  if (partnerId || !merchantId) return partnerId
  return (await findMerchant(db, tenant, merchantId))?.partnerId ?? null
}
