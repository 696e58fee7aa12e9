import { type Connector, ConnectorError, type Store } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { buildReschedule, getTenantOfKey, listDue } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { blockChannel, isRefusal, openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { channelHooks, findHooks, type StoredHooks, type Subscription } from './channel-hooks-store.ts'
import { readCurrentSecret } from './hook-secrets.ts'
import { buildCallbackUrl, scheduleNextCheck } from './subscribe-webhook.ts'

const AFTER_FAILURE_MS = 3_600_000
const PATIENCE_MS = 15_000
const AT_ONCE = 4
const MAX_ITEMS_PER_PARTITION = 100

type Webhooks = NonNullable<Connector['webhooks']>

/** What stands at the store is brought to what is wanted; each step may be done again. */
const reconcile = async (webhooks: Webhooks, store: Store, hooks: StoredHooks, url: string, secret: string) => {
  const there = (await webhooks.list(store)).filter((each) => each.url === url)
  const healed: Subscription[] = []
  for (const wanted of hooks.subscriptions) {
    const standing = there.find(({ externalId }) => externalId === wanted.externalWebhookId)
    if (standing && wanted.secretVersion === hooks.secretVersion) {
      if (!standing.isActive) await webhooks.revive?.(store, standing.externalId)
      healed.push(wanted)
      continue
    }
    const { externalId } = await webhooks.subscribe(store, { topic: wanted.topic, url, secret })
    healed.push({ ...wanted, externalWebhookId: externalId, secretVersion: hooks.secretVersion })
  }
  const kept = new Set(healed.map(({ externalWebhookId }) => externalWebhookId))
  for (const { externalId } of there) if (!kept.has(externalId)) await webhooks.remove(store, externalId)
  return healed
}

const reconcileChannel = async (app: App, tenant: Id, channelId: Id, now: Date) => {
  const [channel, hooks] = await Promise.all([
    findChannel(app.db, tenant, channelId),
    findHooks(app.db, tenant, channelId),
  ])
  const webhooks = channel && getConnector(channel.type).webhooks
  if (!hooks || !webhooks || !channel.connectionId || channel.authFailedAt) return undefined
  const store = await openShop(app, tenant, channel, PATIENCE_MS)
  const secret = await readCurrentSecret(app, tenant, hooks)
  const subscriptions = await reconcile(webhooks, store, hooks, buildCallbackUrl(app, channelId), secret)
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const standing = await findHooks(app.db, tenant, channelId)
    // Whoever changed them meanwhile has put off the next look; that will find what this one missed.
    if (standing?.rev === hooks.rev)
      unit.update(channelHooks, hooks, { subscriptions, ...scheduleNextCheck(channelId, unit.now) })
  })
  return subscriptions.filter((each) => !hooks.subscriptions.includes(each)).length
}

const reconcileOne = async (app: App, item: Item, now: Date, log: Log) => {
  const [tenant, channelId] = [getTenantOfKey(item), item.sk]
  // First of all, so that a store which makes us die does not do so every time.
  const { ok } = await app.db.update(buildReschedule(item, new Date(now.getTime() + AFTER_FAILURE_MS)))
  if (!ok) return
  try {
    const healed = await reconcileChannel(app, tenant, channelId, now)
    if (healed) log.info('sales.webhooks.healed', { tenant, channelId, healed })
  } catch (error) {
    if (!(error instanceof ConnectorError)) return log.error('sales.webhooks.heal_failed', error, { tenant, channelId })
    log.warn('sales.webhooks.not_healed', { tenant, channelId, code: error.code })
    if (isRefusal(error.code))
      await runInUnit(app.db, { tenant, actor: null, now }, (unit) => blockChannel(unit, channelId, error))
  }
}

/** Platforms drop or put to sleep webhooks that fail: what is missing is subscribed again, what is too much removed. */
export const reconcileWebhooks = async (app: App, now: Date, log: Log, hasTime: () => boolean): Promise<void> => {
  const due = await listDue(app.db, 'channel-hooks', now, MAX_ITEMS_PER_PARTITION)
  for (let start = 0; start < due.length && hasTime(); start += AT_ONCE)
    await Promise.all(due.slice(start, start + AT_ONCE).map((item) => reconcileOne(app, item, now, log)))
}
