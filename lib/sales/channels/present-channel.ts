import { findPartnerNames } from '../../partner/find-partner-names.ts'
import type { Id } from '../../platform/id.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from './channel.ts'

const addPartnerNames = async (db: Table, tenant: Id, channels: readonly StoredChannel[]) => {
  const ids = channels.flatMap(({ partnerId }) => partnerId ?? [])
  const names = await findPartnerNames(db, tenant, ids)
  return channels.map((channel) => ({
    ...channel,
    partnerName: (channel.partnerId && names.get(channel.partnerId)) || null,
  }))
}

/** Presents the channel with the current name of its partner. */
export const presentChannel = async (db: Table, tenant: Id, channel: StoredChannel) => {
  const [presented] = await addPartnerNames(db, tenant, [channel])
  return presented
}

export const presentChannels = async (db: Table, tenant: Id, found: Promise<Members<StoredChannel>>) => {
  const { items, totalItems } = await found
  return { items: await addPartnerNames(db, tenant, items), totalItems }
}
