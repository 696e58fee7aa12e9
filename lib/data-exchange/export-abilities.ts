import { defineAbilities } from '../iam/abilities/decide-abilities.ts'
import { findExport } from './exports/export-store.ts'

export const exportAbilities = defineAbilities({
  noun: 'export',
  find: findExport,
  moves: {},
  // Without the scope of the exported list, the operations do not find the export either.
  refuses: ({ scope }, _action, { scopes }) => (scopes.has(scope) ? undefined : 'subject not found'),
})
