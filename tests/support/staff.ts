import { members } from '../../lib/iam/member-store.ts'
import type { Id } from '../../lib/platform/id.ts'
import type { Unit } from '../../lib/platform/store/unit.ts'
import type { Role } from '../../schemas/roles.ts'

/** Adds each identity as an active member with its role. */
export const addMembers = (unit: Unit, identities: readonly Id[], roles: readonly Role[]): void => {
  for (const [place, role] of roles.entries()) {
    const identityId = identities[place] as Id
    unit.create(members, {
      identityId,
      email: `${identityId}@example.com`,
      firstName: 'A',
      role,
      status: 'active',
      invitation: null,
    })
  }
}
