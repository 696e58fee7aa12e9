import { ConnectorError, type Shop } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { ShopWebhooks } from '../../connectors/webhooks/shop-webhooks.ts'
import type { App } from '../../platform/app/app.ts'
import { computePauseEnd } from '../../platform/back-off/compute-retry-time.ts'
import { createOwnLease } from '../../platform/effects/own-lease.ts'
import { type Effect, NOTHING_DUE, runEffect } from '../../platform/effects/run-effect.ts'
import { addUnderLease } from '../../platform/effects/under-lease.ts'
import { TaskPostponed } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getTenantOfKey, listDue, reschedule } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { blockRefused } from '../runs/hold-for-channel.ts'
import { channelHooks, findHooks, type StoredHooks, type Subscription, scheduleCheck } from './channel-hooks-store.ts'
import { readCurrentSecret } from './hook-secrets.ts'
import { buildCallbackUrl, scheduleNextCheck } from './subscribe-webhook-at-shop.ts'

// Lease of the check of a channel's webhooks:  T#<tenant>#channel-hooks-check / <channel>

interface Subject {
  tenant: Id
  channelId: Id
  log: Log
}

interface Intent {
  channel: StoredChannel
  hooks: StoredHooks
}

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

const lease = createOwnLease<Subject>('channel-hooks-check', ({ tenant, channelId: id }) => ({ tenant, id }))

/** A check that ended without its answer is made again: the list of the shop shows what the earlier one did. */
const checking: Effect<Subject, object, Subscription[], ConnectorError, Intent> = {
  lease,
  async prepare({ app, tenant, subject: { channelId } }) {
    const [channel, hooks] = await Promise.all([
      findChannel(app.db, tenant, channelId),
      findHooks(app.db, tenant, channelId),
    ])
    const webhooks = channel && getConnector(channel.type).webhooks
    if (!hooks || !webhooks || !channel.connectionId || channel.authFailedAt) return NOTHING_DUE
    const secret = await readCurrentSecret(app, tenant, hooks)
    const url = buildCallbackUrl(app, channelId)
    return {
      intent: { channel, hooks },
      make: async () =>
        await reconcile(webhooks, await openShop(app, tenant, channel, SHOP_TIMEOUT_MS), hooks, url, secret),
    }
  },
  isFailure: (error) => error instanceof ConnectorError,
  async settle(unit, { app, tenant, by, subject }, outcome) {
    addUnderLease(unit, lease.release(subject, by))
    const { channelId } = subject
    const existing = await findHooks(app.db, tenant, channelId)
    if ('error' in outcome) {
      const next = computePauseEnd(unit.now, RETRY_AFTER_MS, outcome.error.retryAfterSeconds)
      if (existing) unit.update(channelHooks, existing, scheduleCheck(channelId, next))
      return undefined
    }
    // A concurrent change has scheduled a check of its own, which covers what this one missed.
    if (existing?.rev === outcome.intent.hooks.rev)
      unit.update(channelHooks, existing, {
        subscriptions: outcome.answer,
        ...scheduleNextCheck(channelId, unit.now),
      })
    return undefined
  },
  async follow(caller, outcome) {
    if (!outcome || !('intent' in outcome)) return
    const { tenant, channelId, log } = caller.subject
    const { channel, hooks } = outcome.intent
    await blockRefused(caller, channel, outcome)
    if ('error' in outcome)
      return log.warn('sales.webhooks.not_healed', { tenant, channelId, code: outcome.error.code })
    const healed = outcome.answer.filter((each) => !hooks.subscriptions.includes(each)).length
    if (healed) log.info('sales.webhooks.healed', { tenant, channelId, healed })
  },
}

const reconcileOne = async (app: App, item: Item, now: Date, log: Log) => {
  const [tenant, channelId] = [getTenantOfKey(item), item.sk]
  // Reschedules first, so that a shop whose check crashes the worker is not checked again at once.
  if (!(await reschedule(app.db, item, new Date(now.getTime() + RETRY_AFTER_MS)))) return
  try {
    await runEffect(app, checking, { tenant, channelId, log }, now)
  } catch (error) {
    if (!(error instanceof TaskPostponed)) log.error('sales.webhooks.heal_failed', error, { tenant, channelId })
  }
}

/** Subscribes webhooks again that platforms deleted or disabled after failures, and removes superfluous ones. */
export const reconcileWebhooks = async (app: App, now: Date, log: Log, hasTime: () => boolean): Promise<void> => {
  const due = await listDue(app.db, 'channel-hooks', now, MAX_ITEMS_PER_PARTITION)
  for (let start = 0; start < due.length && hasTime(); start += BATCH_SIZE)
    await Promise.all(due.slice(start, start + BATCH_SIZE).map((item) => reconcileOne(app, item, now, log)))
}
