import type { ChannelWebhook } from '../../../schemas/sales/channel-webhook.ts'
import { type Connector, ConnectorError } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, notFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { checkConnected, type StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel, loadChannel } from '../channels/channel-store.ts'
import { storeProblem } from '../channels/store-problem.ts'
import {
  addHooks,
  channelHooks,
  findHooks,
  lookAgain,
  removeHooks,
  type StoredHooks,
  type Subscription,
} from './channel-hooks-store.ts'
import { createFirstSecret, createNextSecret, hasOwnSecret, readCurrentSecret } from './hook-secrets.ts'

const LOOK_AGAIN_MS = 6 * 3_600_000

export const scheduleNextCheck = (channelId: Id, now: Date) =>
  lookAgain(channelId, new Date(now.getTime() + LOOK_AGAIN_MS))

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

const requireWebhooks = ({ type }: StoredChannel): NonNullable<Connector['webhooks']> => {
  const { webhooks } = getConnector(type)
  if (!webhooks)
    throw new Problem('OPERATION_NOT_ALLOWED', `A ${type} store has no webhooks; its orders are asked for regularly.`)
  return webhooks
}

/** In a transaction of its own: the secret has to be kept before the store gets it. */
const findOrCreateHooks = async (app: App, { tenant, actor, now }: Unit, channelId: Id): Promise<StoredHooks> =>
  (await findHooks(app.db, tenant, channelId)) ??
  (await runInUnit(app.db, { tenant, actor, now }, async (unit) => {
    const standing = await findHooks(app.db, tenant, channelId)
    if (standing) return standing
    unit.require(channels, await unit.load(channels, channelId))
    const secret = await createFirstSecret(app, tenant, channelId)
    return addHooks(unit, channelId, { ...secret, subscriptions: [], ...scheduleNextCheck(channelId, now) })
  }))

const setSubscriptions = (unit: Unit, channel: StoredChannel, hooks: StoredHooks, subscriptions: Subscription[]) => {
  unit.update(channelHooks, hooks, { subscriptions, ...scheduleNextCheck(channel.id, unit.now) })
  const webhookTopics = subscriptions.map(({ topic }) => topic).sort()
  unit.update(channels, channel, { webhookTopics, hasWebhook: webhookTopics.length > 0 })
}

/** Asks the store to tell of a topic; the one that stands, where it has been asked before. */
export const subscribeWebhook = async (
  app: App,
  unit: Unit,
  channelId: Id,
  topic: string,
): Promise<{ webhook: ChannelWebhook; isNew: boolean }> => {
  const channel = await loadChannel(unit, channelId)
  checkConnected(channel)
  const { topics, subscribe } = requireWebhooks(channel)
  if (!topics.includes(topic)) throw invalid({ propertyPath: 'topic', message: `must be one of ${topics.join(', ')}` })
  const hooks = await findOrCreateHooks(app, unit, channel.id)
  const known = hooks.subscriptions.find((each) => each.topic === topic)
  if (known) return { webhook: presentWebhook(app, channel.id, known), isNew: false }
  const secret = await readCurrentSecret(app, unit.tenant, hooks)
  const wanted = { topic, url: buildCallbackUrl(app, channel.id), secret }
  const store = await openShop(app, unit.tenant, channel)
  const { externalId } = await subscribe(store, wanted).catch((error: unknown) => {
    throw storeProblem(error)
  })
  const { secretVersion } = hooks
  const made = { topic, externalWebhookId: externalId, subscribedAt: unit.now.toISOString(), secretVersion }
  setSubscriptions(unit, channel, hooks, [...hooks.subscriptions, made])
  return { webhook: presentWebhook(app, channel.id, made), isNew: true }
}

/** Where the store does not let us in, or is no more, there is nothing left to be told by. */
const PAST = ['AUTH_FAILED', 'INSUFFICIENT_SCOPE', 'STORE_NOT_FOUND']

export const unsubscribeWebhook = async (app: App, unit: Unit, channelId: Id, topic: string): Promise<void> => {
  const channel = await loadChannel(unit, channelId)
  const hooks = await findHooks(app.db, unit.tenant, channel.id)
  const known = hooks?.subscriptions.find((each) => each.topic === topic)
  if (!hooks || !known) return
  try {
    await requireWebhooks(channel).remove(await openShop(app, unit.tenant, channel), known.externalWebhookId)
  } catch (error) {
    if (!(error instanceof ConnectorError && PAST.includes(error.code))) throw storeProblem(error)
  }
  setSubscriptions(
    unit,
    channel,
    hooks,
    hooks.subscriptions.filter((each) => each !== known),
  )
}

/** Newest first. */
export const listWebhooksOfChannel = async (
  app: Pick<App, 'db' | 'config'>,
  tenant: Id,
  channelId: Id,
): Promise<ChannelWebhook[]> => {
  if (!(await findChannel(app.db, tenant, channelId))) throw notFound()
  const hooks = await findHooks(app.db, tenant, channelId)
  return (hooks?.subscriptions ?? []).map((each) => presentWebhook(app, channelId, each)).reverse()
}

/** Makes another secret, and has the store take it with the next look at the subscriptions. */
export const rotateSecret = async (app: Pick<App, 'db' | 'vault'>, unit: Unit, channelId: Id): Promise<void> => {
  const channel = await loadChannel(unit, channelId)
  const hooks = await findHooks(app.db, unit.tenant, channel.id)
  if (!hooks || !hasOwnSecret(channel.type))
    throw new Problem('OPERATION_NOT_ALLOWED', 'The channel has no webhooks with a secret of its own.')
  if (hooks.subscriptions.some(({ secretVersion }) => secretVersion < hooks.secretVersion))
    throw new Problem('OPERATION_NOT_ALLOWED', 'The store has not taken the last secret yet.')
  const secret = await createNextSecret(app, unit.tenant, hooks, unit.now)
  unit.update(channelHooks, hooks, { ...secret, ...lookAgain(channel.id, unit.now) })
}

/** Has the webhooks looked at soon: other credentials may lead to another store. */
export const lookAtWebhooks = async (db: Table, unit: Unit, { id }: Pick<StoredChannel, 'id'>): Promise<void> => {
  const hooks = await findHooks(db, unit.tenant, id)
  if (hooks) unit.update(channelHooks, hooks, lookAgain(id, unit.now))
}

const LAST_WORDS_MS = 4_000

/** Ends all webhooks of a channel that is about to go; the store is told as far as it can be reached. */
export const endWebhooks = async (app: App, unit: Unit, channel: StoredChannel): Promise<void> => {
  const hooks = await findHooks(app.db, unit.tenant, channel.id)
  if (!hooks) return
  const store = await openShop(app, unit.tenant, channel, LAST_WORDS_MS)
  const ending = hooks.subscriptions.map(({ externalWebhookId }) =>
    requireWebhooks(channel).remove(store, externalWebhookId),
  )
  for (const outcome of await Promise.allSettled(ending))
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ConnectorError)) throw outcome.reason
  removeHooks(unit, hooks)
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
