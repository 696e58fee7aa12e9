import type { Id } from '../id.ts'
import { invalid } from '../problem.ts'
import type { Table } from '../store/table.ts'
import type { StoredChannel } from './channel.ts'
import { findChannel } from './channel-store.ts'

/** The channel that a request's body refers to; a violation where the tenant has none of this id. */
export const requireChannel = async (db: Table, tenant: Id, channelId: Id): Promise<StoredChannel> => {
  const channel = await findChannel(db, tenant, channelId)
  if (!channel) throw invalid({ propertyPath: 'channelId', message: 'there is no such channel' })
  return channel
}
