import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { LOT_MOVES } from './lot.ts'
import { findLot } from './lot-store.ts'

const { recall } = LOT_MOVES

export const lotAbilities: AbilitySubject = {
  noun: 'lot',
  find: findLot,
  moves: { recall },
  needs: 'inventory:lot:write',
}
