import type { ChannelState, ChannelType } from '../../../schemas/sales/channel.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, partition, type Stored } from '../../platform/store/entities/entity.ts'
import { find, findOwner, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { ReadOnlyUnit, Unit } from '../../platform/store/unit.ts'
import { hasShop, type StoredChannel } from './channel.ts'

// Sales channels:  T#<tenant>#channel / <id>   listed newest first by any of merchant, type and status; unique by code
//                                              and by connection; due (duePk, dueSk) at its next sync

export const channels = entity<StoredChannel>({
  name: 'channel',
  shape: 1,
  audit: {},
  lists: [{ facets: ['type', 'status'] }, { by: ['merchantId'], facets: ['type', 'status'] }],
  unique: ({ code, connectionId }) => ({ code, connection: connectionId }),
})

/** Fields that decide which variants a channel shows, and which of their prices and texts. */
const SHOWING_FIELDS = ['pushAssortmentId', 'supportedCurrencies', 'supportedLocales', 'pricesIncludeTax'] as const

const isShowingChanged = (before: StoredChannel, after: StoredChannel) =>
  (before.status === 'disconnected') !== (after.status === 'disconnected') ||
  SHOWING_FIELDS.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/**
 * Changes a channel. If that changes what it shows, records that its listings have to be updated; if it is not synced any
 * more, schedules the end of an order run that waits for its next worker.
 */
export const changeChannel = (
  unit: Unit,
  before: StoredChannel,
  changes: Partial<Omit<StoredChannel, keyof Stored>>,
): StoredChannel => {
  const after = unit.update(channels, before, changes)
  if (isShowingChanged(before, after)) recordContentChange(unit, 'channel', after.id)
  if (before.duePk && !after.duePk) unit.schedule('sales.sync.stop', { tenant: unit.tenant, channelId: after.id })
  return after
}

interface Filters {
  type?: ChannelType | undefined
  status?: ChannelState | undefined
  merchantId?: Id | undefined
}

export const findChannel = (db: Table, tenant: Id, id: string) => find(db, channels, tenant, id)

export const findChannelOfConnection = (db: Table, tenant: Id, connectionId: Id) =>
  findOwner(db, channels, tenant, 'connection', connectionId)

export const loadChannel = (unit: ReadOnlyUnit, id: string): Promise<StoredChannel> => unit.load(channels, id)

export const listChannels = (
  db: Table,
  tenant: Id,
  page: Page,
  { type, status, merchantId }: Filters,
): Promise<Members<StoredChannel>> =>
  list(db, channels, tenant, { ...page, facets: { type, status }, ...(merchantId && { by: { merchantId } }) })

/** Lists all channels of a tenant, newest first; tenants have few of them. */
export const listAllChannels = async (db: Table, tenant: Id): Promise<StoredChannel[]> =>
  (await db.query({ pk: partition(tenant, channels.name), newestFirst: true })).map((item) =>
    fromItem<StoredChannel>(item),
  )

/** Lists all channels of the shop of a channel, itself included; a channel without a shop is alone. */
export const listChannelsOfShop = async (db: Table, tenant: Id, channel: StoredChannel): Promise<StoredChannel[]> => {
  if (!hasShop(channel.type)) return [channel]
  const all = await listAllChannels(db, tenant)
  return [channel, ...all.filter(({ id, shopId }) => id !== channel.id && shopId === channel.shopId)]
}

/**
 * Keeps the channel from being deleted. Call it in the transaction that stores the channel's first order or run, so that
 * none of these can lose its channel, or before anything is sent to its shop without a run.
 */
export const markUndeletable = (unit: Unit, channel: StoredChannel): StoredChannel =>
  channel.deletable ? unit.update(channels, channel, { deletable: false }) : channel
