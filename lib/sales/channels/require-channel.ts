import type { Id } from '../../platform/id.ts'
import { orInvalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from './channel.ts'
import { findChannel } from './channel-store.ts'

/** The channel that a request's body refers to; a violation where the tenant has none of this id. */
export const requireChannel = async (db: Table, tenant: Id, channelId: Id): Promise<StoredChannel> => {
  return orInvalid(await findChannel(db, tenant, channelId), 'channelId', 'channel')
}
