import { move } from '../states.ts'
import type { Unit } from '../store/unit.ts'
import { CHANNEL_MOVES, nextSync, type StoredChannel } from './channel.ts'
import { channels, loadChannel } from './channel-store.ts'
import { releaseHeld } from './release-held.ts'

/** Pauses or resumes; a resumed channel is synced at once and takes in what was delivered while it was paused. */
export const moveChannel = async (unit: Unit, id: string, action: 'pause' | 'resume'): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  const status = move(CHANNEL_MOVES, 'channel', channel.status, action)
  if (action === 'resume') releaseHeld(unit, channel.id)
  return unit.update(channels, channel, { status, ...nextSync({ ...channel, status }, unit.now) })
}
