import type { MemberState } from '../../schemas/iam/member.ts'
import type { Role } from '../../schemas/roles.ts'
import { Problem } from '../platform/problem.ts'
import type { Moves } from '../platform/states.ts'

export const MEMBER_MOVES = {
  accept: { from: ['invited'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active' },
} as const satisfies Moves<MemberState, string>

/** Refuses where an owner is made or unmade by somebody who is none; `roles` are those before and after. */
export const checkMayChange = ({ scopes }: { scopes: ReadonlySet<string> }, ...roles: Role[]): void => {
  if (roles.includes('owner') && !scopes.has('iam:owner:write'))
    throw new Problem('SCOPE_MISSING', 'This operation needs the scope iam:owner:write, since it is about an owner.')
}
