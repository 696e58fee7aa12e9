import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { FILE_MOVES } from './file.ts'
import { findFile } from './file-store.ts'

const { complete, abort, delete: remove } = FILE_MOVES

export const fileAbilities = defineAbilities({
  noun: 'file',
  find: findFile,
  moves: { complete, abort, delete: remove },
  needs: 'storage:file:write',
  refuses: ({ referenceCount }, action) => (action === 'delete' && referenceCount > 0 ? 'file is used' : undefined),
})
