import type { Id } from '../../platform/id.ts'
import { orInvalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from './channel.ts'
import { findChannel } from './channel-store.ts'

/** Returns the channel that a request's body refers to; throws a violation if the tenant has none with this id. */
export const requireChannel = async (db: Table, tenant: Id, channelId: Id): Promise<StoredChannel> => {
  return orInvalid(await findChannel(db, tenant, channelId), 'channelId', 'channel')
}
