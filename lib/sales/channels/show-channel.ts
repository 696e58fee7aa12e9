import { findPartnerNames } from '../../partner/partner-names.ts'
import type { Id } from '../../platform/id.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from './channel.ts'

const withNames = async (db: Table, tenant: Id, channels: readonly StoredChannel[]) => {
  const ids = channels.flatMap(({ partnerId }) => partnerId ?? [])
  const names = await findPartnerNames(db, tenant, ids)
  return channels.map((channel) => ({
    ...channel,
    partnerName: (channel.partnerId && names.get(channel.partnerId)) || null,
  }))
}

/** The channel with what its partner is called now. */
export const presentChannel = async (db: Table, tenant: Id, channel: StoredChannel) => {
  const [shown] = await withNames(db, tenant, [channel])
  return shown
}

export const presentChannels = async (db: Table, tenant: Id, found: Promise<Members<StoredChannel>>) => {
  const { items, totalItems } = await found
  return { items: await withNames(db, tenant, items), totalItems }
}
