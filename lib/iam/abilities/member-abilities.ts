import { find } from '../../platform/store/lists/list.ts'
import { MEMBER_MOVES } from '../member.ts'
import { members } from '../member-store.ts'
import type { AbilitySubject } from './decide-abilities.ts'

const { suspend, reinstate } = MEMBER_MOVES

export const memberAbilities: AbilitySubject = {
  noun: 'member',
  find: (db, tenant, id) => find(db, members, tenant, id),
  moves: { suspend, reinstate },
  needs: 'iam:member:write',
  refuses: (member, action, { scopes }) =>
    action !== 'read' && 'role' in member && member.role === 'owner' && !scopes.has('iam:owner:write')
      ? 'scope not held'
      : undefined,
}
