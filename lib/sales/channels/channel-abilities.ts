import { CHANNEL_STATES } from '../../../schemas/sales/channel.ts'
import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { CHANNEL_MOVES, type StoredChannel } from './channel.ts'
import { findChannel } from './channel-store.ts'

export const channelAbilities: AbilitySubject = {
  noun: 'channel',
  find: findChannel,
  moves: { ...CHANNEL_MOVES, delete: { from: CHANNEL_STATES, to: 'disconnected' } },
  needs: 'sales:channel:write',
  refuses: (channel, action) =>
    action === 'delete' && !(channel as StoredChannel).deletable ? 'channel has history' : undefined,
}
