import { recordContentChange } from '../../catalog/content-changes.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { ReadOnlyUnit, Unit } from '../../platform/store/unit.ts'
import { CHANNEL_MOVES, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { deleteChannelConnection } from '../channels/channel-connection.ts'
import { changeChannel, channels, loadChannel } from '../channels/channel-store.ts'
import { scheduleConflictClosing } from '../conflicts/close-conflicts.ts'
import { checkSoon, removeHooks, requireNoHooks, type StoredHooks } from '../webhooks/channel-hooks-store.ts'
import { unsubscribeAllAtShop } from '../webhooks/subscribe-webhook-at-shop.ts'
import { scheduleRelease } from './schedule-release.ts'

interface Released {
  channel: StoredChannel
  /** Webhooks of the channel, which ended at the shop. */
  hooks: StoredHooks | undefined
}

const release = async (app: App, { tenant }: ReadOnlyUnit, channel: StoredChannel): Promise<Released> => ({
  channel,
  hooks: await unsubscribeAllAtShop(app, tenant, channel),
})

/** Removes the webhooks; if the unit runs again, ends those at the shop that were added meanwhile. */
const removeReleased = async (app: App, unit: Unit, channel: StoredChannel, { hooks }: Released): Promise<void> => {
  const current = unit.isRerun ? await unsubscribeAllAtShop(app, unit.tenant, channel, hooks?.subscriptions) : hooks
  if (current) removeHooks(unit, current)
  else requireNoHooks(unit, channel.id)
}

/** Reads and checks the channel again if the unit runs again. If it stays after all, its webhooks are subscribed to again. */
const reload = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  { channel, hooks }: Released,
  check: (channel: StoredChannel) => void,
): Promise<StoredChannel> => {
  if (!unit.isRerun) return channel
  try {
    const current = await loadChannel(unit, channel.id)
    check(current)
    return current
  } catch (error) {
    if (hooks) await checkSoon(db, unit.tenant, hooks, unit.now)
    throw error
  }
}

const chooseStatus = ({ status }: StoredChannel) => move(CHANNEL_MOVES, 'channel', status, 'disconnect')

/** Ends the channel's webhooks at the shop before the channel is disconnected. */
export const releaseForDisconnect = async (app: App, unit: ReadOnlyUnit, id: string): Promise<Released> => {
  const channel = await loadChannel(unit, id)
  if (chooseStatus(channel) === channel.status) return { channel, hooks: undefined }
  return await release(app, unit, channel)
}

/** Disconnects a channel permanently and deletes its credentials. Its code stays taken, since documents refer to it. */
export const disconnectChannel = async (app: App, unit: Unit, released: Released): Promise<StoredChannel> => {
  const channel = await reload(app, unit, released, chooseStatus)
  const status = chooseStatus(channel)
  if (status === channel.status) return channel
  await removeReleased(app, unit, channel, released)
  deleteChannelConnection(unit, channel)
  scheduleRelease(unit, channel.id)
  scheduleConflictClosing(unit, channel.id)
  return changeChannel(unit, channel, {
    status,
    connectionId: null,
    sealedCredentials: null,
    connectionStatus: null,
    authFailedAt: null,
    hasWebhook: false,
    webhookTopics: [],
    ...scheduleSync({ ...channel, status }, unit.now),
  })
}

const checkDeletable = ({ deletable }: StoredChannel): void => {
  if (!deletable)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'A channel with orders or syncs cannot be deleted. Disconnect it instead.',
    )
}

/** Ends the channel's webhooks at the shop before the channel is deleted. */
export const releaseForRemoval = async (app: App, unit: ReadOnlyUnit, id: string): Promise<Released> => {
  const channel = await loadChannel(unit, id)
  checkDeletable(channel)
  return await release(app, unit, channel)
}

export const removeChannel = async (app: App, unit: Unit, released: Released): Promise<void> => {
  const channel = await reload(app, unit, released, checkDeletable)
  await removeReleased(app, unit, channel, released)
  deleteChannelConnection(unit, channel)
  unit.remove(channels, channel)
  recordContentChange(unit, 'channel', channel.id)
}
