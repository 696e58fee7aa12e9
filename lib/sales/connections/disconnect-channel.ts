import { recordContentChange } from '../../catalog/content-changes.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { CHANNEL_MOVES, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { deleteChannelConnection } from '../channels/channel-connection.ts'
import { changeChannel, channels, loadChannel } from '../channels/channel-store.ts'
import { scheduleConflictClosing } from '../conflicts/close-conflicts.ts'
import { scheduleRelease } from '../webhooks/schedule-release.ts'
import { unsubscribeAllWebhooks } from '../webhooks/subscribe-at-shop.ts'

/** Disconnects a channel permanently and deletes its credentials. Its code stays taken, since documents refer to it. */
export const disconnectChannel = async (app: App, unit: Unit, id: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  const status = move(CHANNEL_MOVES, 'channel', channel.status, 'disconnect')
  if (status === channel.status) return channel
  await unsubscribeAllWebhooks(app, unit, channel)
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

export const removeChannel = async (app: App, unit: Unit, id: string): Promise<void> => {
  const channel = await loadChannel(unit, id)
  if (!channel.deletable)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'A channel with orders or syncs cannot be deleted. Disconnect it instead.',
    )
  await unsubscribeAllWebhooks(app, unit, channel)
  deleteChannelConnection(unit, channel)
  unit.remove(channels, channel)
  recordContentChange(unit, 'channel', channel.id)
}
