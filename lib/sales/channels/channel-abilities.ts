import { CHANNEL_STATES } from '../../../schemas/sales/channel.ts'
import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { CHANNEL_MOVES } from './channel.ts'
import { findChannel } from './channel-store.ts'

export const channelAbilities = defineAbilities({
  noun: 'channel',
  find: findChannel,
  moves: { ...CHANNEL_MOVES, delete: { from: CHANNEL_STATES, to: 'disconnected' } },
  needs: 'sales:channel:write',
  refuses: (channel, action) => (action === 'delete' && !channel.deletable ? 'channel has history' : undefined),
})
