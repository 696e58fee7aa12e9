import type { Id } from '../../platform/id.ts'
import { itemKey, partition } from '../../platform/store/entities/entity.ts'
import { type Claimant, claim, LEASE, requireHeldBy, requireSameHolder } from '../../platform/store/table/lease.ts'
import type { Item, Key, Put, Table } from '../../platform/store/table/table.ts'
import { channels } from '../channels/channel-store.ts'
import type { SyncState } from './order-walk.ts'

// Progress of a channel's order sync:  T#<tenant>#channel-sync / <channel>   with the lease of its worker

const stateKey = (tenant: Id, channelId: Id): Key => ({ pk: partition(tenant, 'channel-sync'), sk: channelId })

/** Items without failures lack the member. */
type StoredState = Omit<SyncState, 'failures'> & Partial<Pick<SyncState, 'failures'>>

const toState = ({ pk: _pk, sk: _sk, kind: _kind, ...state }: Item & StoredState): SyncState => ({
  failures: 0,
  ...state,
})

export const findSyncState = async (db: Table, tenant: Id, channelId: Id): Promise<SyncState | undefined> => {
  const found = await db.get<StoredState>(stateKey(tenant, channelId))
  return found && toState(found)
}

/** Claims the syncing of a channel; undefined while another worker has it. `was` is the state as the last worker left it. */
export const claimSync = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  claimant: Claimant,
): Promise<{ was: SyncState | undefined; state: SyncState } | undefined> => {
  const key = stateKey(tenant, channelId)
  const found = await db.get<StoredState>(key)
  const { when, values } = requireSameHolder(LEASE, found)
  const claimed = await claim<StoredState>(db, LEASE, key, claimant, {
    set: '#kind = :kind',
    when,
    values: { ...values, ':kind': 'channel-sync' },
  })
  return claimed && { was: found && toState(found), state: toState(claimed) }
}

/** Writes the state if the lease is still `by`'s. */
export const putSyncState = (tenant: Id, channelId: Id, state: SyncState, by: string): Put => ({
  put: { ...stateKey(tenant, channelId), kind: 'channel-sync', ...state },
  ...requireHeldBy(LEASE, by),
})

/** Makes the channel due at this time, if it is to be synced at all. */
export const scheduleSyncAt = async (db: Table, tenant: Id, channelId: Id, at: Date): Promise<void> => {
  await db.update({
    update: itemKey(tenant, channels, channelId),
    set: 'SET #dueSk = :at',
    when: 'attribute_exists(#duePk)',
    values: { ':at': at.toISOString() },
  })
}
