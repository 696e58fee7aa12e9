import type { Id } from '../id.ts'
import type { Table } from '../store/table.ts'
import type { StoredChannel } from './channel.ts'
import { findMerchant } from './merchant-store.ts'

/** The partner that sells through the channel, by itself or as its merchant; null where none is known. */
export const sellerOf = async (
  db: Table,
  tenant: Id,
  { partnerId, merchantId }: Pick<StoredChannel, 'partnerId' | 'merchantId'>,
): Promise<Id | null> => {
  if (partnerId || !merchantId) return partnerId
  return (await findMerchant(db, tenant, merchantId))?.partnerId ?? null
}
