import { DRIFT_STATES } from '../../../schemas/sales/catalog/drift.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { count } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { listAllChannels } from '../channels/channel-store.ts'
import { applyRecentChanges } from '../listings/apply-content-changes.ts'
import { listings } from '../listings/listing-store.ts'

const readHealth = async (db: Table, tenant: Id, { id, name }: StoredChannel) => {
  const [neverPushed = 0, drifted = 0, inSync = 0, changedInShop = 0] = await Promise.all(
    DRIFT_STATES.map((driftState) => count(db, listings, tenant, { by: { shownIn: id }, facets: { driftState } })),
  )
  return { channelId: id, channelName: name, inSync, drifted, neverPushed, changedInShop }
}

type Health = Awaited<ReturnType<typeof readHealth>>

/** Counts the listings of all connected channels by drift state; costs four reads a channel, whatever its size. */
export const syncHealth = async (app: Pick<App, 'db' | 'clock'>, tenant: Id) => {
  await applyRecentChanges(app, tenant)
  const all = await listAllChannels(app.db, tenant)
  const connected = all.filter(({ status }) => status !== 'disconnected')
  const channels = await Promise.all(connected.map((channel) => readHealth(app.db, tenant, channel)))
  const sum = (name: 'inSync' | 'drifted' | 'neverPushed' | 'changedInShop') =>
    channels.reduce((total: number, each: Health) => total + each[name], 0)
  const totals = {
    inSync: sum('inSync'),
    drifted: sum('drifted'),
    neverPushed: sum('neverPushed'),
    changedInShop: sum('changedInShop'),
  }
  return { totals, channels }
}
