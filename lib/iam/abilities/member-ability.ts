import { find } from '../../platform/store/lists/list.ts'
import { MEMBER_MOVES } from '../member.ts'
import { type Member, members } from '../members.ts'
import type { AbilitySubject } from './ability.ts'

const { suspend, reinstate } = MEMBER_MOVES

export const memberAbilities: AbilitySubject = {
  noun: 'member',
  find: (db, tenant, id) => find(db, members, tenant, id),
  moves: { suspend, reinstate },
  needs: 'iam:member:write',
  refuses: (member, action, held) =>
    action !== 'read' && (member as Member).role === 'owner' && !held.has('iam:owner:write')
      ? 'scope not held'
      : undefined,
}
