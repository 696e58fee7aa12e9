import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findChannel } from './channel-store.ts'

/** Finds the code of a channel, if the channel still exists. */
export const findChannelCode = async (db: Table, tenant: Id, channelId: Id): Promise<string | undefined> =>
  (await findChannel(db, tenant, channelId))?.code
