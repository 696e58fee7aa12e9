import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { FILE_MOVES } from './file.ts'
import { findFile } from './file-store.ts'
import { canReadFile } from './file-uses.ts'

const { complete, abort, delete: remove } = FILE_MOVES

export const fileAbilities = defineAbilities({
  noun: 'file',
  find: findFile,
  moves: { complete, abort, delete: remove },
  needs: 'storage:file:write',
  refuses(file, action, caller) {
    // Without the scope of what it belongs to, the operations do not find the file either.
    if (!canReadFile(file, caller)) return 'subject not found'
    return action === 'delete' && file.referenceCount > 0 ? 'file is used' : undefined
  },
})
