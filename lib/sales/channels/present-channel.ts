import type { SalesChannel } from '../../../schemas/sales/channel.ts'
import { findPartnerNames } from '../../partner/find-partner-names.ts'
import type { Id } from '../../platform/id.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hasShop, type StoredChannel } from './channel.ts'
import { listAllChannels } from './channel-store.ts'

const isConnected = ({ type, status }: StoredChannel) => hasShop(type) && status !== 'disconnected'

/** Says what follows from other channels that are connected to the same shop. */
const findWarnings = (channel: StoredChannel, all: readonly StoredChannel[]): SalesChannel['warnings'] => {
  const others = all.filter((each) => each.id !== channel.id && each.shopId === channel.shopId && isConnected(each))
  if (!isConnected(channel) || !others.length) return []
  const codes = others.map(({ code }) => code).join(', ')
  const message = `The shop is connected to ${codes} too. Each of its orders belongs to one channel: to that of the shop's channel in which it was placed, else to the oldest that reads the whole shop. Catalogs and prices are those of each channel; a quantity that is published changes what all of them sell.`
  return [{ code: 'SHOP_SHARED', message }]
}

const present = async (db: Table, tenant: Id, channels: readonly StoredChannel[]) => {
  const ids = channels.flatMap(({ partnerId }) => partnerId ?? [])
  const [names, all] = await Promise.all([
    findPartnerNames(db, tenant, ids),
    channels.some(isConnected) ? listAllChannels(db, tenant) : [],
  ])
  return channels.map((channel) => ({
    ...channel,
    partnerName: (channel.partnerId && names.get(channel.partnerId)) || null,
    warnings: findWarnings(channel, all),
  }))
}

/** Presents the channel with the current name of its partner, and with warnings. */
export const presentChannel = async (db: Table, tenant: Id, channel: StoredChannel) => {
  const [presented] = await present(db, tenant, [channel])
  return presented
}

export const presentChannels = async (db: Table, tenant: Id, found: Promise<Members<StoredChannel>>) => {
  const { items, totalItems } = await found
  return { items: await present(db, tenant, items), totalItems }
}
