import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { canReadType } from './can-read-type.ts'
import { findDocument } from './document-store.ts'

export const documentAbilities = defineAbilities({
  noun: 'document',
  find: findDocument,
  moves: {},
  // Without the scope of what it shows, the operations do not find the document either.
  refuses: ({ type }, _action, caller) => (canReadType(type, caller) ? undefined : 'subject not found'),
})
