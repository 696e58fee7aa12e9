import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { RECURRING_PROFILE_MOVES } from './recurring-profile.ts'
import { findProfile } from './recurring-profile-store.ts'

const { pause, resume, end } = RECURRING_PROFILE_MOVES

export const recurringProfileAbilities: AbilitySubject = {
  noun: 'recurring invoice profile',
  find: findProfile,
  moves: { pause, resume, end, update: { from: ['active', 'paused'], to: 'active' } },
  needs: 'billing:recurring_profile:write',
}
