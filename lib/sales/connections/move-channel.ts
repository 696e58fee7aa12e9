import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { CHANNEL_MOVES, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { changeChannel, loadChannel } from '../channels/channel-store.ts'
import { scheduleRelease } from './schedule-release.ts'

/** Pauses or resumes a channel. A resumed channel is synced at once, and does what waited while it was paused. */
export const moveChannel = async (unit: Unit, id: string, action: 'pause' | 'resume'): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  const status = move(CHANNEL_MOVES, 'channel', channel.status, action)
  if (action === 'resume') scheduleRelease(unit, channel.id)
  return changeChannel(unit, channel, { status, ...scheduleSync({ ...channel, status }, unit.now) })
}
