import type { SalesChannel } from '../../../schemas/sales/channel.ts'
import { findPartnerNames } from '../../partner/find-partner-names.ts'
import type { Id } from '../../platform/id.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { countWaitingOrders } from '../missing-orders/missing-orders-store.ts'
import { hasShop, type StoredChannel } from './channel.ts'
import { listAllChannels } from './channel-store.ts'

const isConnected = ({ type, status }: StoredChannel) => hasShop(type) && status !== 'disconnected'

/** Says that somebody has to decide about orders that the shop no longer has. */
const warnOfMissing = (missing = 0): SalesChannel['warnings'] => {
  if (!missing) return []
  const message = `The shop no longer has ${missing} open orders. None of them is cancelled, and all go on as before, until somebody decides about the missing orders of the channel, or the shop has them again.`
  return [{ code: 'ORDERS_MISSING', message }]
}

/** Says what follows from other channels that are connected to the same shop. */
const warnOfSharing = (channel: StoredChannel, all: readonly StoredChannel[]): SalesChannel['warnings'] => {
  const others = all.filter((each) => each.id !== channel.id && each.shopId === channel.shopId && isConnected(each))
  if (!isConnected(channel) || !others.length) return []
  const codes = others.map(({ code }) => code).join(', ')
  const message = `The shop is connected to ${codes} too. Each of its orders belongs to one channel: to that of the shop's channel in which it was placed, else to the oldest that reads the whole shop. Catalogs and prices are those of each channel; a quantity that is published changes what all of them sell.`
  return [{ code: 'SHOP_SHARED', message }]
}

const present = async (db: Table, tenant: Id, channels: readonly StoredChannel[]) => {
  const ids = channels.flatMap(({ partnerId }) => partnerId ?? [])
  const hasConnected = channels.some(isConnected)
  const [names, all, missing] = await Promise.all([
    findPartnerNames(db, tenant, ids),
    hasConnected ? listAllChannels(db, tenant) : [],
    hasConnected ? countWaitingOrders(db, tenant) : new Map<string, number>(),
  ])
  return channels.map((channel) => ({
    ...channel,
    partnerName: (channel.partnerId && names.get(channel.partnerId)) || null,
    warnings: [...warnOfSharing(channel, all), ...warnOfMissing(missing.get(channel.id))],
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
