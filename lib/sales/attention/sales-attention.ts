import { DRIFT_STATES, type DriftState } from '../../../schemas/sales/catalog/drift.ts'
import type { App } from '../../platform/app/app.ts'
import { type AttentionSource, buildEntries } from '../../platform/attention/attention.ts'
import type { Sharing } from '../../platform/create-sharing.ts'
import { getIdTime, type Id } from '../../platform/id.ts'
import { count } from '../../platform/store/lists/list.ts'
import { countByFacets } from '../../platform/store/lists/list-where.ts'
import { channelUri, hasShop, type StoredChannel } from '../channels/channel.ts'
import { listAllChannels } from '../channels/channel-store.ts'
import { listings } from '../listings/listing-store.ts'
import { countWaitingOrders } from '../missing-orders/missing-orders-store.ts'
import { orders } from '../orders/order-store.ts'
import { listUnbilledIds, readUnbilledCounts } from '../orders/unbilled-orders.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { webhookDeliveries } from '../webhooks/webhook-delivery-store.ts'

/** Reads the channels once for all sources. */
const readChannels = ({ db }: Pick<App, 'db'>, tenant: Id, shared: Sharing): Promise<StoredChannel[]> =>
  shared('channels', () => listAllChannels(db, tenant))

/** Returns the channels that are worked with, by id; nobody has to look after the others. */
const findConnected = async (app: Pick<App, 'db'>, tenant: Id, shared: Sharing): Promise<Map<Id, StoredChannel>> => {
  const all = await readChannels(app, tenant, shared)
  return new Map(all.flatMap((each) => (each.status === 'disconnected' ? [] : [[each.id, each]])))
}

const nameChannel = ({ id, name }: StoredChannel) => ({ subject: channelUri(id), name })

const heldOrders: AttentionSource = {
  scope: 'sales:order:read',
  async find({ db }, tenant) {
    const groups = await countByFacets(db, orders, tenant, {}, ({ status }) => status === 'held')
    return groups.flatMap(({ count, oldestAt }) =>
      buildEntries('held_orders', { count, oldestAt, ref: '/api/sales/orders?status=held' }),
    )
  },
}

const missingOrders: AttentionSource = {
  scope: 'sales:order:read',
  async find(app, tenant, shared) {
    const [counts, channels] = await Promise.all([
      countWaitingOrders(app.db, tenant),
      findConnected(app, tenant, shared),
    ])
    return [...counts].flatMap(([id, count]) => {
      const channel = channels.get(id)
      const ref = `/api/sales/channels/${id}/missing-orders`
      return channel ? buildEntries('missing_orders', { count, ref, ...nameChannel(channel) }) : []
    })
  },
}

/** Runs in trouble, and failed webhooks, by channel and what they have in common. */
const byChannel = (
  kind: 'failed_syncs' | 'different_orders' | 'channel_webhooks',
  scope: AttentionSource['scope'],
  readGroups: (app: App, tenant: Id) => ReturnType<typeof countByFacets>,
  build: (channelId: string, common: string) => string,
): AttentionSource => ({
  scope,
  async find(app, tenant, shared) {
    const [groups, channels] = await Promise.all([readGroups(app, tenant), findConnected(app, tenant, shared)])
    return groups.flatMap(({ facets: { channelId = '', ...rest }, count, oldestAt }) => {
      const [channel, [reason = '']] = [channels.get(channelId), Object.values(rest)]
      if (!channel) return []
      return buildEntries(kind, { count, oldestAt, reason, ref: build(channelId, reason), ...nameChannel(channel) })
    })
  },
})

const failedSyncs = byChannel(
  'failed_syncs',
  'sales:sync:read',
  ({ db }, tenant) => countByFacets(db, syncRuns, tenant, { trouble: 'failed' }),
  (id, type) => `/api/sales/sync-runs?trouble=failed&channelId=${id}&type=${type}`,
)

const differentOrders = byChannel(
  'different_orders',
  'sales:sync:read',
  ({ db }, tenant) => countByFacets(db, syncRuns, tenant, { trouble: 'differs' }),
  (id) => `/api/sales/sync-runs?trouble=differs&channelId=${id}`,
)

const failedWebhooks = byChannel(
  'channel_webhooks',
  'sales:channel:read',
  ({ db }, tenant) => countByFacets(db, webhookDeliveries, tenant, { isFailed: true }),
  (id, status) => `/api/sales/channels/${id}/webhook-deliveries?status=${status}`,
)

/** A publish keeps what only the shop changed, so nobody has to look at that. */
const DRIFTED: readonly DriftState[] = DRIFT_STATES.filter((state) => state === 'drifted' || state === 'never_pushed')

const drift: AttentionSource = {
  scope: 'sales:sync:read',
  async find(app, tenant, shared) {
    const channels = [...(await findConnected(app, tenant, shared)).values()].filter(({ type }) => hasShop(type))
    const found = await Promise.all(
      channels.map(async (channel) => {
        const counts = await Promise.all(
          DRIFTED.map((driftState) =>
            count(app.db, listings, tenant, { by: { shownIn: channel.id }, facets: { driftState } }),
          ),
        )
        return buildEntries('drift', {
          count: counts.reduce((sum, each) => sum + each, 0),
          ref: `/api/sales/channels/${channel.id}/catalog/drift/rows`,
          ...nameChannel(channel),
        })
      }),
    )
    return found.flat()
  },
}

/** Orders of a channel that is disconnected are still billed. The oldest is the one that was imported first. */
const unbilledOrders: AttentionSource = {
  scope: 'sales:order:read',
  async find(app, tenant, shared) {
    const channels = await readChannels(app, tenant, shared)
    const found = await Promise.all(
      channels.map(async (channel) => {
        const { id, partnerId } = channel
        const counts = await readUnbilledCounts(app.db, tenant, id)
        return await Promise.all(
          counts.map(async (counted) => {
            const [oldest] = await listUnbilledIds(app.db, tenant, id, counted.currency, 1)
            return buildEntries('unbilled_orders', {
              ...{ ...counted, ...nameChannel(channel), partnerId },
              oldestAt: oldest ? getIdTime(oldest).toISOString() : null,
              ref: `/api/sales/channels/${id}/unbilled-orders?currency=${counted.currency}`,
            })
          }),
        )
      }),
    )
    return found.flat(2)
  },
}

/** Finds what somebody has to look after in sales. */
export const SALES_ATTENTION: readonly AttentionSource[] = [
  ...[heldOrders, missingOrders, failedSyncs, differentOrders, failedWebhooks, drift, unbilledOrders],
]
