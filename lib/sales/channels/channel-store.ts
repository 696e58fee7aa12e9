import type { ChannelState, ChannelType } from '../../../schemas/sales/channel.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, partition, type Stored } from '../../platform/store/entities/entity.ts'
import { find, findOwner, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from './channel.ts'

// Sales channels:  T#<tenant>#channel / <id>   listed newest first by any of merchant, type and status; one for each code
//                                              and for each connection; due (duePk, dueSk) while it is to be synced

export const channels = entity<StoredChannel>({
  name: 'channel',
  shape: 1,
  lists: [{ facets: ['type', 'status'] }, { by: ['merchantId'], facets: ['type', 'status'] }],
  unique: ({ code, connectionId }) => ({ code, connection: connectionId }),
})

/** What says which variants a channel shows, and what of them. */
const SHOWING = ['pushAssortmentId', 'supportedCurrencies', 'supportedLocales'] as const

const isShownDifferently = (before: StoredChannel, after: StoredChannel) =>
  (before.status === 'disconnected') !== (after.status === 'disconnected') ||
  SHOWING.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** Changes a channel; its listings follow where that is about what it shows. */
export const changeChannel = (
  unit: Unit,
  before: StoredChannel,
  changes: Partial<Omit<StoredChannel, keyof Stored>>,
): StoredChannel => {
  const after = unit.update(channels, before, changes)
  if (isShownDifferently(before, after)) recordContentChange(unit, 'channel', after.id)
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

/** The channel that the request names, for changing it. */
export const loadChannel = (unit: Unit, id: string): Promise<StoredChannel> => unit.load(channels, id)

export const pageOfChannels = (
  db: Table,
  tenant: Id,
  page: Page,
  { type, status, merchantId }: Filters,
): Promise<Members<StoredChannel>> =>
  list(db, channels, tenant, { ...page, facets: { type, status }, ...(merchantId && { by: { merchantId } }) })

/** All of a tenant's channels, of which there are few, newest first. */
export const listEveryChannel = async (db: Table, tenant: Id): Promise<StoredChannel[]> =>
  (await db.query({ pk: partition(tenant, channels.name), newestFirst: true })).map((item) =>
    fromItem<StoredChannel>(item),
  )

/**
 * Has to go into the transaction of whatever is first kept of a channel, such as an order or a run: from then on it cannot
 * be deleted.
 */
export const keepHistory = (unit: Unit, channel: StoredChannel): StoredChannel =>
  channel.deletable ? unit.update(channels, channel, { deletable: false }) : channel
