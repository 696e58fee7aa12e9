import type { MemberState } from '../../schemas/iam/member.ts'
import type { Role } from '../../schemas/roles.ts'
import type { Id } from '../platform/id.ts'
import type { Moves } from '../platform/moves.ts'
import { Problem } from '../platform/problem.ts'
import type { Stored } from '../platform/store/entities/entity.ts'

export interface Member extends Stored {
  /** Null until the invitation is accepted. */
  identityId: Id | null
  email: string
  firstName: string | null
  role: Role
  status: MemberState
  /** The invitation mailed last: hash of its token and Unix seconds of its expiry. */
  invitation: { hash: string; expiresAt: number } | null
}

export const memberUri = ({ id }: Pick<Member, 'id'>) => `commerce:///iam/members/${id}`

export const isActiveOwner = ({ role, status }: Pick<Member, 'role' | 'status'>) =>
  role === 'owner' && status === 'active'

export const MEMBER_MOVES = {
  accept: { from: ['invited'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active' },
} as const satisfies Moves<MemberState, string>

/** Throws if a role before or after the change is owner and the caller lacks the scope for owners. */
export const checkMayChangeOwners = ({ scopes }: { scopes: ReadonlySet<string> }, ...roles: Role[]): void => {
  if (roles.includes('owner') && !scopes.has('iam:owner:write'))
    throw new Problem('SCOPE_MISSING', 'Changing an owner needs the scope iam:owner:write.')
}
