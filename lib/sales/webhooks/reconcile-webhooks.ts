import { ConnectorError, type Shop } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { ShopWebhooks } from '../../connectors/webhooks/shop-webhooks.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getTenantOfKey, listDue, reschedule } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { blockChannel } from '../channels/auth-block.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { channelHooks, findHooks, type StoredHooks, type Subscription } from './channel-hooks-store.ts'
import { readCurrentSecret } from './hook-secrets.ts'
import { buildCallbackUrl, scheduleNextCheck } from './subscribe-webhook-at-shop.ts'

const RETRY_AFTER_MS = 3_600_000
const SHOP_TIMEOUT_MS = 15_000
const BATCH_SIZE = 4
const MAX_ITEMS_PER_PARTITION = 100

/** Makes the shop's webhooks match the subscriptions; each step can be repeated. */
const reconcile = async (webhooks: ShopWebhooks, shop: Shop, hooks: StoredHooks, url: string, secret: string) => {
  const remote = (await webhooks.list(shop)).filter((each) => each.url === url)
  const reconciled: Subscription[] = []
  for (const wanted of hooks.subscriptions) {
    const existing = remote.find(({ externalId }) => externalId === wanted.externalWebhookId)
    if (existing && wanted.secretVersion === hooks.secretVersion) {
      if (!existing.isActive) await webhooks.revive?.(shop, existing.externalId)
      reconciled.push(wanted)
      continue
    }
    const { externalId } = await webhooks.subscribe(shop, { topic: wanted.topic, url, secret })
    reconciled.push({ ...wanted, externalWebhookId: externalId, secretVersion: hooks.secretVersion })
  }
  const kept = new Set(reconciled.map(({ externalWebhookId }) => externalWebhookId))
  for (const { externalId } of remote) if (!kept.has(externalId)) await webhooks.remove(shop, externalId)
  return reconciled
}

const reconcileChannel = async (app: App, tenant: Id, channelId: Id, now: Date) => {
  const [channel, hooks] = await Promise.all([
    findChannel(app.db, tenant, channelId),
    findHooks(app.db, tenant, channelId),
  ])
  const webhooks = channel && getConnector(channel.type).webhooks
  if (!hooks || !webhooks || !channel.connectionId || channel.authFailedAt) return undefined
  const shop = await openShop(app, tenant, channel, SHOP_TIMEOUT_MS)
  const secret = await readCurrentSecret(app, tenant, hooks)
  const reconciling = reconcile(webhooks, shop, hooks, buildCallbackUrl(app, channelId), secret)
  const subscriptions = await reconciling.catch(async (error) => {
    if (error instanceof ConnectorError && error.code === 'AUTH_FAILED')
      await runInUnit(app.db, { tenant, actor: null, now }, (unit) => blockChannel(unit, channel, error))
    throw error
  })
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const existing = await findHooks(app.db, tenant, channelId)
    // A concurrent change has scheduled a check of its own, which covers what this one missed.
    if (existing?.rev === hooks.rev)
      unit.update(channelHooks, hooks, { subscriptions, ...scheduleNextCheck(channelId, unit.now) })
  })
  return subscriptions.filter((each) => !hooks.subscriptions.includes(each)).length
}

const reconcileOne = async (app: App, item: Item, now: Date, log: Log) => {
  const [tenant, channelId] = [getTenantOfKey(item), item.sk]
  // Reschedules first, so that a shop whose check crashes the worker is not checked again at once.
  if (!(await reschedule(app.db, item, new Date(now.getTime() + RETRY_AFTER_MS)))) return
  try {
    const reconciled = await reconcileChannel(app, tenant, channelId, now)
    if (reconciled) log.info('sales.webhooks.healed', { tenant, channelId, healed: reconciled })
  } catch (error) {
    if (!(error instanceof ConnectorError)) return log.error('sales.webhooks.heal_failed', error, { tenant, channelId })
    log.warn('sales.webhooks.not_healed', { tenant, channelId, code: error.code })
  }
}

/** Subscribes webhooks again that platforms deleted or disabled after failures, and removes superfluous ones. */
export const reconcileWebhooks = async (app: App, now: Date, log: Log, hasTime: () => boolean): Promise<void> => {
  const due = await listDue(app.db, 'channel-hooks', now, MAX_ITEMS_PER_PARTITION)
  for (let start = 0; start < due.length && hasTime(); start += BATCH_SIZE)
    await Promise.all(due.slice(start, start + BATCH_SIZE).map((item) => reconcileOne(app, item, now, log)))
}
