import type { AbilitySubject } from '../iam/abilities/decide-abilities.ts'
import { findPartner } from './partner-store.ts'

export const partnerAbilities: AbilitySubject = {
  noun: 'partner',
  find: findPartner,
  moves: {},
  needs: 'partner:partner:write',
}
