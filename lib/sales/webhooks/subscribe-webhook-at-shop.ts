import type { ChannelWebhook } from '../../../schemas/sales/channel-webhook.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { ShopWebhooks } from '../../connectors/webhooks/shop-webhooks.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, notFound, orNotFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { type ReadOnlyUnit, runInUnit, type Unit } from '../../platform/store/unit.ts'
import { checkConnected, type StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel, loadChannel } from '../channels/channel-store.ts'
import { toShopProblem } from '../channels/shop-problem.ts'
import {
  addHooks,
  channelHooks,
  findHooks,
  type StoredHooks,
  type Subscription,
  scheduleCheck,
} from './channel-hooks-store.ts'
import { createFirstSecret, createNextSecret, hasOwnSecret, readCurrentSecret } from './hook-secrets.ts'

const CHECK_INTERVAL_MS = 6 * 3_600_000

export const scheduleNextCheck = (channelId: Id, now: Date) =>
  scheduleCheck(channelId, new Date(now.getTime() + CHECK_INTERVAL_MS))

export const buildCallbackUrl = ({ config }: Pick<App, 'config'>, channelId: Id) =>
  `${config.publicUrl}/hooks/channels/${channelId}`

export const presentWebhook = (
  app: Pick<App, 'config'>,
  channelId: Id,
  subscription: Subscription,
): ChannelWebhook => ({
  ...subscription,
  channelId,
  callbackUrl: buildCallbackUrl(app, channelId),
})

const requireWebhooks = ({ type }: StoredChannel): ShopWebhooks => {
  const { webhooks } = getConnector(type)
  if (!webhooks)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `A ${type} channel has no webhooks. Its orders are imported by regular syncs.`,
    )
  return webhooks
}

/** Runs in a transaction of its own, since the secret has to be stored before the shop gets it. */
const findOrCreateHooks = async (app: App, { tenant, actor, now }: ReadOnlyUnit, channelId: Id): Promise<StoredHooks> =>
  (await findHooks(app.db, tenant, channelId)) ??
  (await runInUnit(app.db, { tenant, actor, now }, async (unit) => {
    const existing = await findHooks(app.db, tenant, channelId)
    if (existing) return existing
    const channel = await unit.load(channels, channelId)
    checkConnected(channel)
    unit.require(channels, channel)
    const secret = await createFirstSecret(app, tenant, channelId)
    return addHooks(unit, channelId, { ...secret, subscriptions: [], ...scheduleNextCheck(channelId, now) })
  }))

const setSubscriptions = (unit: Unit, channel: StoredChannel, hooks: StoredHooks, subscriptions: Subscription[]) => {
  unit.update(channelHooks, hooks, { subscriptions, ...scheduleNextCheck(channel.id, unit.now) })
  const webhookTopics = subscriptions.map(({ topic }) => topic).sort()
  unit.update(channels, channel, { webhookTopics, hasWebhook: webhookTopics.length > 0 })
}

/** Ignores an error of a shop at which something ends, since the shop may not answer any more. */
const ignoreShopError = (error: unknown): void => {
  if (!(error instanceof ConnectorError)) throw error
}

interface SubscriptionAtShop {
  channel: StoredChannel
  hooks: StoredHooks
  subscription: Subscription
  /** Ends a new subscription again; undefined if the channel had it before. */
  undo: (() => Promise<void>) | undefined
}

/** Subscribes to a topic at the shop unless the channel has a subscription already. */
export const subscribeWebhookAtShop = async (
  app: App,
  unit: ReadOnlyUnit,
  channelId: Id,
  topic: string,
): Promise<SubscriptionAtShop> => {
  const channel = await loadChannel(unit, channelId)
  checkConnected(channel)
  const { topics, subscribe, remove } = requireWebhooks(channel)
  if (!topics.includes(topic)) throw invalid({ propertyPath: 'topic', message: `must be one of ${topics.join(', ')}` })
  const hooks = await findOrCreateHooks(app, unit, channel.id)
  const known = hooks.subscriptions.find((each) => each.topic === topic)
  if (known) return { channel, hooks, subscription: known, undo: undefined }
  const secret = await readCurrentSecret(app, unit.tenant, hooks)
  const wanted = { topic, url: buildCallbackUrl(app, channel.id), secret }
  const shop = await openShop(app, unit.tenant, channel)
  const { externalId } = await subscribe(shop, wanted).catch((error: unknown) => {
    throw toShopProblem(error)
  })
  const { secretVersion } = hooks
  const subscription = { topic, externalWebhookId: externalId, subscribedAt: unit.now.toISOString(), secretVersion }
  const undo = async () => {
    await remove(shop, externalId).catch(ignoreShopError)
  }
  return { channel, hooks, subscription, undo }
}

/** Reads the channel and its webhooks again. */
const reloadHooks = async (db: Table, unit: Unit, channelId: Id) => {
  const channel = await loadChannel(unit, channelId)
  return { channel, hooks: await findHooks(db, unit.tenant, channelId) }
}

/** Reads them again for a new subscription, which ends at the shop if the channel is gone: no check would end it later. */
const reloadForRecording = async (db: Table, unit: Unit, { channel: { id }, undo }: SubscriptionAtShop) => {
  const found = await findChannel(db, unit.tenant, id)
  if (!found || found.status === 'disconnected') await undo?.()
  const channel = unit.named(found)
  checkConnected(channel)
  return { channel, hooks: await findHooks(db, unit.tenant, id) }
}

/** Records a subscription that the shop has. The regular check ends one that somebody else subscribed to meanwhile. */
export const recordSubscription = async (
  app: App,
  unit: Unit,
  subscribed: SubscriptionAtShop,
): Promise<{ webhook: ChannelWebhook; isNew: boolean }> => {
  const { subscription } = subscribed
  const channelId = subscribed.channel.id
  if (!subscribed.undo) return { webhook: presentWebhook(app, channelId, subscription), isNew: false }
  const { channel, hooks } = unit.isRerun ? await reloadForRecording(app.db, unit, subscribed) : subscribed
  const known = hooks?.subscriptions.find(({ topic }) => topic === subscription.topic)
  if (known) return { webhook: presentWebhook(app, channelId, known), isNew: false }
  setSubscriptions(unit, channel, orNotFound(hooks), [...(hooks?.subscriptions ?? []), subscription])
  return { webhook: presentWebhook(app, channelId, subscription), isNew: true }
}

/** Errors of shops that refuse access or no longer exist, so that there is nothing to unsubscribe from. */
const UNREACHABLE_CODES = ['AUTH_FAILED', 'INSUFFICIENT_SCOPE', 'STORE_NOT_FOUND']

/** Ends a subscription at the shop; returns undefined if the channel is not subscribed to the topic. */
export const unsubscribeWebhookAtShop = async (
  app: App,
  unit: ReadOnlyUnit,
  channelId: Id,
  topic: string,
): Promise<Omit<SubscriptionAtShop, 'undo'> | undefined> => {
  const channel = await loadChannel(unit, channelId)
  const hooks = await findHooks(app.db, unit.tenant, channel.id)
  const subscription = hooks?.subscriptions.find((each) => each.topic === topic)
  if (!hooks || !subscription) return undefined
  try {
    await requireWebhooks(channel).remove(await openShop(app, unit.tenant, channel), subscription.externalWebhookId)
  } catch (error) {
    if (!(error instanceof ConnectorError && UNREACHABLE_CODES.includes(error.code))) throw toShopProblem(error)
  }
  return { channel, hooks, subscription }
}

/** Records that a subscription ended. */
export const recordUnsubscription = async (
  app: App,
  unit: Unit,
  unsubscribed: Omit<SubscriptionAtShop, 'undo'> | undefined,
): Promise<void> => {
  if (!unsubscribed) return
  const { externalWebhookId } = unsubscribed.subscription
  const { channel, hooks } = unit.isRerun ? await reloadHooks(app.db, unit, unsubscribed.channel.id) : unsubscribed
  const remaining = hooks?.subscriptions.filter((each) => each.externalWebhookId !== externalWebhookId)
  if (hooks && remaining && remaining.length < hooks.subscriptions.length)
    setSubscriptions(unit, channel, hooks, remaining)
}

/** Lists the subscriptions of a channel, newest first. */
export const listWebhooksOfChannel = async (
  app: Pick<App, 'db' | 'config'>,
  tenant: Id,
  channelId: Id,
): Promise<ChannelWebhook[]> => {
  if (!(await findChannel(app.db, tenant, channelId))) throw notFound()
  const hooks = await findHooks(app.db, tenant, channelId)
  return (hooks?.subscriptions ?? []).map((each) => presentWebhook(app, channelId, each)).reverse()
}

/** Creates a new secret; the shop gets it with the next check of the subscriptions. */
export const rotateSecret = async (app: Pick<App, 'db' | 'vault'>, unit: Unit, channelId: Id): Promise<void> => {
  const channel = await loadChannel(unit, channelId)
  const hooks = await findHooks(app.db, unit.tenant, channel.id)
  if (!hooks || !hasOwnSecret(channel.type))
    throw new Problem('OPERATION_NOT_ALLOWED', 'The channel has no webhooks that are signed with a secret of its own.')
  if (hooks.subscriptions.some(({ secretVersion }) => secretVersion < hooks.secretVersion))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The shop has not received the previous secret yet. Try again in an hour.',
    )
  const secret = await createNextSecret(app, unit.tenant, hooks, unit.now)
  unit.update(channelHooks, hooks, { ...secret, ...scheduleCheck(channel.id, unit.now) })
}

/** Checks the webhooks soon, since new credentials may belong to another shop. */
export const scheduleWebhookCheck = async (db: Table, unit: Unit, { id }: Pick<StoredChannel, 'id'>): Promise<void> => {
  const hooks = await findHooks(db, unit.tenant, id)
  if (hooks) unit.update(channelHooks, hooks, scheduleCheck(id, unit.now))
}

const UNSUBSCRIBE_TIMEOUT_MS = 4_000

/**
 * Ends all subscriptions of a channel that is disconnected or deleted, except the `ended` ones, if the shop can be reached.
 * Returns the webhooks, which the caller removes.
 */
export const unsubscribeAllAtShop = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  ended: readonly Subscription[] = [],
): Promise<StoredHooks | undefined> => {
  const hooks = await findHooks(app.db, tenant, channel.id)
  const endedIds = new Set(ended.map(({ externalWebhookId }) => externalWebhookId))
  const ids = (hooks?.subscriptions ?? []).map((each) => each.externalWebhookId).filter((id) => !endedIds.has(id))
  if (!ids.length) return hooks
  const shop = await openShop(app, tenant, channel, UNSUBSCRIBE_TIMEOUT_MS)
  const ending = ids.map((id) => requireWebhooks(channel).remove(shop, id))
  for (const outcome of await Promise.allSettled(ending))
    if (outcome.status === 'rejected') ignoreShopError(outcome.reason)
  return hooks
}

export const findWebhook = async (
  app: Pick<App, 'db' | 'config'>,
  tenant: Id,
  channelId: Id,
  topic: string,
): Promise<ChannelWebhook | undefined> => {
  const hooks = await findHooks(app.db, tenant, channelId)
  const found = hooks?.subscriptions.find((each) => each.topic === topic)
  return found && presentWebhook(app, channelId, found)
}
