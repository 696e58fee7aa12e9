import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findSyncState } from '../order-sync/sync-state-store.ts'

const imports = ({ status, syncSettings }: StoredChannel) => status !== 'disconnected' && syncSettings.autoImportEnabled

/** Tells whether a channel has imported all orders until a time. */
const isKnownIn = async (db: Table, tenant: Id, { id, syncSettings }: StoredChannel, at: string): Promise<boolean> => {
  if (syncSettings.statusFilters) return false
  const state = await findSyncState(db, tenant, id)
  return (state?.walkedAt ?? '') > at
}

/** Tells whether every sale of a shop until a time is known here; `ofShop` are all its channels. */
export const isKnownUntil = async (
  db: Table,
  tenant: Id,
  ofShop: readonly StoredChannel[],
  at: string,
): Promise<boolean> => {
  const known = await Promise.all(ofShop.filter(imports).map((channel) => isKnownIn(db, tenant, channel, at)))
  return known.length > 0 && known.every(Boolean)
}
