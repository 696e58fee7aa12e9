import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findSeller } from '../channels/find-seller.ts'

/** A shop as its buyers know it. */
export interface NamedShop {
  name: string
  /** True if a partner sells there, so that the tenant's own logo tells its buyers nothing. */
  isOfPartner: boolean
}

/** Finds the shop of a channel; undefined if the channel is gone. */
export const findShop = async (db: Table, tenant: Id, channelId: Id): Promise<NamedShop | undefined> => {
  const channel = await findChannel(db, tenant, channelId)
  return channel && { name: channel.name, isOfPartner: (await findSeller(db, tenant, channel)) !== null }
}
