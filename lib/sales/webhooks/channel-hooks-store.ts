import type { App } from '../../platform/app/app.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Id } from '../../platform/id.ts'
import { entity, itemKey, type Stored } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import { type Due, getDuePartition, reschedule } from '../../platform/store/table/due.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Webhooks of a channel:            T#<tenant>#channel-hooks / <channel>   subscriptions, and the secret that signs deliveries;
//                                                                          due (duePk, dueSk) at the next check of them
// Tenant of a channel's webhooks:   P#channel-hook#<channel> / TENANT      tenant

export interface Subscription {
  topic: string
  externalWebhookId: string
  subscribedAt: string
  /** Version of the secret that the shop signs this topic with. */
  secretVersion: number
}

export interface StoredHooks extends Stored, Due {
  sealedSecrets: string
  secretVersion: number
  /** Time until which the previous secret is accepted, too. */
  previousUntil: string | null
  subscriptions: Subscription[]
}

export const channelHooks = entity<StoredHooks>({
  name: 'channel-hooks',
  shape: 1,
  audit: { platform: 'none' },
  lists: [],
})

export const findHooks = (db: Table, tenant: Id, channelId: Id) => find(db, channelHooks, tenant, channelId)

/** Schedules the next check of the subscriptions at the shop. */
export const scheduleCheck = (channelId: Id, at: Date): Required<Due> => ({
  duePk: getDuePartition('channel-hooks', channelId),
  dueSk: at.toISOString(),
})

/** Has the subscriptions checked soon, unless another check was scheduled since the webhooks were read. */
export const checkSoon = async (db: Table, tenant: Id, { id, dueSk }: StoredHooks, now: Date): Promise<void> => {
  await reschedule(db, { ...itemKey(tenant, channelHooks, id), dueSk }, now)
}

const routeKey = (channelId: Id): Key => ({ pk: `P#channel-hook#${channelId}`, sk: 'TENANT' })

export const addHooks = (unit: Unit, channelId: Id, hooks: Omit<StoredHooks, keyof Stored>): StoredHooks => {
  unit.add({ put: { ...routeKey(channelId), kind: 'channel-hook', tenant: unit.tenant } })
  return unit.create(channelHooks, { id: channelId, ...hooks })
}

/** Commits only if the channel has got no webhooks meanwhile. */
export const requireNoHooks = (unit: Unit, channelId: Id): void =>
  unit.add({ check: routeKey(channelId), when: 'attribute_not_exists(pk)' })

export const removeHooks = (unit: Unit, hooks: StoredHooks): void => {
  unit.add({ delete: routeKey(hooks.id) })
  unit.remove(channelHooks, hooks)
}

/** Cached without expiry, since a channel never moves to another tenant. */
const tenants = createBoundedCache<Id>(10_000)

export const findTenantOfHook = async ({ db }: Pick<App, 'db'>, channelId: Id): Promise<Id | undefined> => {
  const tenant = tenants.get(channelId) ?? (await db.get<{ tenant?: Id }>(routeKey(channelId)))?.tenant
  if (tenant) tenants.set(channelId, tenant)
  return tenant
}
