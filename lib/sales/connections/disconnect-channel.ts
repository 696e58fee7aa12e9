import { recordContentChange } from '../../catalog/content-changes.ts'
import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { CHANNEL_MOVES, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { deleteConnection } from '../channels/channel-connection.ts'
import { changeChannel, channels, loadChannel } from '../channels/channel-store.ts'
import { endConflicts } from '../conflicts/close-conflicts.ts'
import { releaseHeld } from '../webhooks/release-held.ts'
import { endWebhooks } from '../webhooks/subscribe-webhook.ts'

/** For good: nothing is left of the credentials; the code stays taken, since documents carry it. */
export const disconnect = async (app: App, unit: Unit, id: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  const status = move(CHANNEL_MOVES, 'channel', channel.status, 'disconnect')
  if (status === channel.status) return channel
  await endWebhooks(app, unit, channel)
  deleteConnection(unit, channel)
  releaseHeld(unit, channel.id)
  endConflicts(unit, channel.id)
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
      'The channel has orders or syncs, which are kept; disconnect it instead.',
    )
  await endWebhooks(app, unit, channel)
  deleteConnection(unit, channel)
  unit.remove(channels, channel)
  recordContentChange(unit, 'channel', channel.id)
}
