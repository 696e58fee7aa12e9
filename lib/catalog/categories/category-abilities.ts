import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { findCategory } from './category-store.ts'
import { CATEGORY_MOVES } from './change-category.ts'

export const categoryAbilities: AbilitySubject = {
  noun: 'category',
  find: findCategory,
  moves: CATEGORY_MOVES,
  needs: 'catalog:category:write',
}
