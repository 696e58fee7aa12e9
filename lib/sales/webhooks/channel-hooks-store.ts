import type { App } from '../../platform/app/app.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Id } from '../../platform/id.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// What a channel's store is to tell:  T#<tenant>#channel-hooks / <channel>   its subscriptions and the secret that signs them;
//                                                                            due (duePk, dueSk) for a look whether they stand
// Whose channel a webhook is for:     P#channel-hook#<channel> / TENANT      tenant

export interface Subscription {
  topic: string
  externalWebhookId: string
  subscribedAt: string
  /** Of the secret that the store has for it. */
  secretVersion: number
}

export interface StoredHooks extends Stored, Due {
  sealedSecrets: string
  secretVersion: number
  /** Until when the secret before this one counts as well. */
  previousUntil: string | null
  subscriptions: Subscription[]
}

export const channelHooks = entity<StoredHooks>({ name: 'channel-hooks', shape: 1, lists: [] })

export const findHooks = (db: Table, tenant: Id, channelId: Id) => find(db, channelHooks, tenant, channelId)

/** When to look at the subscriptions next. */
export const lookAgain = (channelId: Id, at: Date): Required<Due> => ({
  duePk: getDuePartition('channel-hooks', channelId),
  dueSk: at.toISOString(),
})

const routeKey = (channelId: Id): Key => ({ pk: `P#channel-hook#${channelId}`, sk: 'TENANT' })

export const addHooks = (unit: Unit, channelId: Id, hooks: Omit<StoredHooks, keyof Stored>): StoredHooks => {
  unit.add({ put: { ...routeKey(channelId), kind: 'channel-hook', tenant: unit.tenant } })
  return unit.create(channelHooks, { id: channelId, ...hooks })
}

export const removeHooks = (unit: Unit, hooks: StoredHooks): void => {
  unit.add({ delete: routeKey(hooks.id) })
  unit.remove(channelHooks, hooks)
}

/** A channel never goes to another tenant. */
const tenants = createBoundedCache<Id>(10_000)

/** The tenant of a channel that has webhooks, or had some. */
export const findTenantOfHook = async ({ db }: Pick<App, 'db'>, channelId: Id): Promise<Id | undefined> => {
  const tenant = tenants.get(channelId) ?? ((await db.get(routeKey(channelId)))?.tenant as Id | undefined)
  if (tenant) tenants.set(channelId, tenant)
  return tenant
}
