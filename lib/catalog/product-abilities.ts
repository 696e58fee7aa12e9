import type { AbilitySubject } from '../iam/abilities/decide-abilities.ts'
import { findProduct, PRODUCT_MOVES } from './product-store.ts'

export const productAbilities: AbilitySubject = {
  noun: 'product',
  find: findProduct,
  moves: PRODUCT_MOVES,
  needs: 'catalog:product:write',
}
